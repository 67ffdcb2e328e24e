package retrywrite_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/retrywrite"
)

func TestCheck(t *testing.T)   { vettest.Run(t, retrywrite.New()) }
func TestExample(t *testing.T) { vettest.Example(t, retrywrite.New()) }
