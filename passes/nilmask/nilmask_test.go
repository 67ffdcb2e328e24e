package nilmask_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/nilmask"
)

func TestCheck(t *testing.T)   { vettest.Run(t, nilmask.New()) }
func TestExample(t *testing.T) { vettest.Example(t, nilmask.New()) }
