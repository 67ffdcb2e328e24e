package txclient_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/txclient"
)

func TestCheck(t *testing.T) { vettest.RunFix(t, txclient.New()) }

func TestExample(t *testing.T) { vettest.Example(t, txclient.New()) }
