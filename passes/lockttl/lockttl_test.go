package lockttl_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/lockttl"
)

func TestCheck(t *testing.T)   { vettest.Run(t, lockttl.New()) }
func TestExample(t *testing.T) { vettest.Example(t, lockttl.New()) }
