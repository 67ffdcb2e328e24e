package lockrelease_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/lockrelease"
)

func TestCheck(t *testing.T)   { vettest.Run(t, lockrelease.New()) }
func TestExample(t *testing.T) { vettest.Example(t, lockrelease.New()) }
