package txescape_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/txescape"
)

func TestCheck(t *testing.T) { vettest.Run(t, txescape.New()) }

func TestExample(t *testing.T) { vettest.Example(t, txescape.New()) }
