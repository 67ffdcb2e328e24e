package nestedtx_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/nestedtx"
)

func TestCheck(t *testing.T)   { vettest.Run(t, nestedtx.New()) }
func TestExample(t *testing.T) { vettest.Example(t, nestedtx.New()) }
