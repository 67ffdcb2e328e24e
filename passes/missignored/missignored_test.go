package missignored_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/missignored"
)

func TestCheck(t *testing.T)   { vettest.Run(t, missignored.New()) }
func TestExample(t *testing.T) { vettest.Example(t, missignored.New()) }
