package execerr_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/execerr"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.Run(t, execerr.New()) }
func TestExample(t *testing.T) { vettest.Example(t, execerr.New()) }
