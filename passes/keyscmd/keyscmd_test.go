package keyscmd_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/keyscmd"
)

func TestCheck(t *testing.T)   { vettest.Run(t, keyscmd.New()) }
func TestExample(t *testing.T) { vettest.Example(t, keyscmd.New()) }
