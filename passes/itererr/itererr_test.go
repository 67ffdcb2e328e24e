package itererr_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/itererr"
)

func TestCheck(t *testing.T)   { vettest.Run(t, itererr.New()) }
func TestFix(t *testing.T)     { vettest.RunFix(t, itererr.New(), "itererr_fix") }
func TestExample(t *testing.T) { vettest.Example(t, itererr.New()) }
