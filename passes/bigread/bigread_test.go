package bigread_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/bigread"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.Run(t, bigread.New()) }
func TestExample(t *testing.T) { vettest.Example(t, bigread.New()) }
