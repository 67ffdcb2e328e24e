package panicmethod_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/panicmethod"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, panicmethod.New()) }
func TestExample(t *testing.T) { vettest.Example(t, panicmethod.New()) }
