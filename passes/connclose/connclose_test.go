package connclose_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/connclose"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.Run(t, connclose.New()) }
func TestFix(t *testing.T)     { vettest.RunFix(t, connclose.New(), "connclose_fix") }
func TestExample(t *testing.T) { vettest.Example(t, connclose.New()) }
