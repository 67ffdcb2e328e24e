package loopcmd_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/loopcmd"
)

func TestCheck(t *testing.T)   { vettest.Run(t, loopcmd.New()) }
func TestExample(t *testing.T) { vettest.Example(t, loopcmd.New()) }
