package ctxtimeout_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/ctxtimeout"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.Run(t, ctxtimeout.New()) }
func TestExample(t *testing.T) { vettest.Example(t, ctxtimeout.New()) }
