package txtwice_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/txtwice"
)

func TestCheck(t *testing.T) { vettest.RunFix(t, txtwice.New()) }

func TestExample(t *testing.T) { vettest.Example(t, txtwice.New()) }
