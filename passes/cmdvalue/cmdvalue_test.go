package cmdvalue_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/cmdvalue"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, cmdvalue.New()) }
func TestExample(t *testing.T) { vettest.Example(t, cmdvalue.New()) }
