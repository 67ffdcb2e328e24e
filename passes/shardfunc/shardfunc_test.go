package shardfunc_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/shardfunc"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, shardfunc.New()) }
func TestExample(t *testing.T) { vettest.Example(t, shardfunc.New()) }
