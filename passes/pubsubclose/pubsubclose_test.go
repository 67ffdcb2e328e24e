package pubsubclose_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/pubsubclose"
)

func TestCheck(t *testing.T)   { vettest.Run(t, pubsubclose.New()) }
func TestFix(t *testing.T)     { vettest.RunFix(t, pubsubclose.New(), "pubsubclose_fix") }
func TestExample(t *testing.T) { vettest.Example(t, pubsubclose.New()) }
