package scanloop_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/scanloop"
)

func TestCheck(t *testing.T)   { vettest.Run(t, scanloop.New()) }
func TestExample(t *testing.T) { vettest.Example(t, scanloop.New()) }
