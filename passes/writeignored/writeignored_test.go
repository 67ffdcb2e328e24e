package writeignored_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/writeignored"
)

func TestCheck(t *testing.T)   { vettest.Run(t, writeignored.New()) }
func TestExample(t *testing.T) { vettest.Example(t, writeignored.New()) }
