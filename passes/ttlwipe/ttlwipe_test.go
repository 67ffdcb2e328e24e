package ttlwipe_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/ttlwipe"
)

func TestCheck(t *testing.T)   { vettest.Run(t, ttlwipe.New()) }
func TestExample(t *testing.T) { vettest.Example(t, ttlwipe.New()) }
