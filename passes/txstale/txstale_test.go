package txstale_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/txstale"
)

func TestCheck(t *testing.T) { vettest.Run(t, txstale.New()) }

func TestExample(t *testing.T) { vettest.Example(t, txstale.New()) }
