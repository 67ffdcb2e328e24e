package cmdassert_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/cmdassert"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.Run(t, cmdassert.New()) }
func TestExample(t *testing.T) { vettest.Example(t, cmdassert.New()) }
