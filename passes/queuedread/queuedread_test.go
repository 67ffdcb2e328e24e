package queuedread_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/queuedread"
)

func TestCheck(t *testing.T)   { vettest.Run(t, queuedread.New()) }
func TestExample(t *testing.T) { vettest.Example(t, queuedread.New()) }
