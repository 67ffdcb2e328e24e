package clusterscan_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/clusterscan"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.Run(t, clusterscan.New()) }
func TestExample(t *testing.T) { vettest.Example(t, clusterscan.New()) }
