package blockforever_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/blockforever"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.Run(t, blockforever.New()) }
func TestExample(t *testing.T) { vettest.Example(t, blockforever.New()) }
