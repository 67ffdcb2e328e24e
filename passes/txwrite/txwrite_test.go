package txwrite_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/txwrite"
)

func TestCheck(t *testing.T) { vettest.RunFix(t, txwrite.New()) }

func TestExample(t *testing.T) { vettest.Example(t, txwrite.New()) }
