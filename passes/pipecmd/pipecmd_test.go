package pipecmd_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/pipecmd"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, pipecmd.New()) }
func TestExample(t *testing.T) { vettest.Example(t, pipecmd.New()) }
