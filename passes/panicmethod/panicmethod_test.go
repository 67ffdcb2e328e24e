package panicmethod_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/panicmethod"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, panicmethod.New()) }
func TestExample(t *testing.T) { vettest.Example(t, panicmethod.New()) }
