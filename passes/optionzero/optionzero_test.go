package optionzero_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/optionzero"
)

func TestCheck(t *testing.T)   { vettest.Run(t, optionzero.New()) }
func TestExample(t *testing.T) { vettest.Example(t, optionzero.New()) }
