package pipebypass_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/pipebypass"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, pipebypass.New()) }
func TestExample(t *testing.T) { vettest.Example(t, pipebypass.New()) }
