package luascript_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/luascript"
)

func TestCheck(t *testing.T)   { vettest.Run(t, luascript.New()) }
func TestExample(t *testing.T) { vettest.Example(t, luascript.New()) }
