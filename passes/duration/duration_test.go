package duration_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/duration"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, duration.New()) }
func TestExample(t *testing.T) { vettest.Example(t, duration.New()) }
