package pipeexec_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/pipeexec"
)

func TestCheck(t *testing.T)   { vettest.Run(t, pipeexec.New()) }
func TestExample(t *testing.T) { vettest.Example(t, pipeexec.New()) }
