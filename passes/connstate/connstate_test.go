package connstate_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/connstate"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T) { vettest.Run(t, connstate.New()) }

func TestExample(t *testing.T) { vettest.Example(t, connstate.New()) }
