package pipegrowth_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/pipegrowth"
)

func TestCheck(t *testing.T)   { vettest.Run(t, pipegrowth.New()) }
func TestExample(t *testing.T) { vettest.Example(t, pipegrowth.New()) }
