package watchkeys_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/watchkeys"
)

func TestCheck(t *testing.T) { vettest.Run(t, watchkeys.New()) }

func TestExample(t *testing.T) { vettest.Example(t, watchkeys.New()) }
