package subready_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/subready"
)

func TestCheck(t *testing.T)   { vettest.Run(t, subready.New()) }
func TestExample(t *testing.T) { vettest.Example(t, subready.New()) }
