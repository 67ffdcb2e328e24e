package expirerace_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/expirerace"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, expirerace.New()) }
func TestExample(t *testing.T) { vettest.Example(t, expirerace.New()) }
