package txretry_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/txretry"
)

func TestCheck(t *testing.T) { vettest.Run(t, txretry.New()) }

func TestExample(t *testing.T) { vettest.Example(t, txretry.New()) }
