package nevernil_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/nevernil"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, nevernil.New()) }
func TestExample(t *testing.T) { vettest.Example(t, nevernil.New()) }
