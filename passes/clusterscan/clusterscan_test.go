package clusterscan_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/clusterscan"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.Run(t, clusterscan.New()) }
func TestV910(t *testing.T)    { vettest.RunModule(t, clusterscan.New(), "v910", "./clusterscan") }
func TestExample(t *testing.T) { vettest.Example(t, clusterscan.New()) }
