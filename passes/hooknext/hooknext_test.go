package hooknext_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/hooknext"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.Run(t, hooknext.New()) }
func TestExample(t *testing.T) { vettest.Example(t, hooknext.New()) }
