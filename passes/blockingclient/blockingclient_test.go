package blockingclient_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/blockingclient"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.Run(t, blockingclient.New()) }
func TestExample(t *testing.T) { vettest.Example(t, blockingclient.New()) }
