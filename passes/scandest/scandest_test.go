package scandest_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/scandest"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, scandest.New()) }
func TestExample(t *testing.T) { vettest.Example(t, scandest.New()) }
