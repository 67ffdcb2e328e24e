package replyassert_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/replyassert"
)

func TestCheck(t *testing.T)   { vettest.Run(t, replyassert.New()) }
func TestExample(t *testing.T) { vettest.Example(t, replyassert.New()) }
