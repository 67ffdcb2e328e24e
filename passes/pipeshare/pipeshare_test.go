package pipeshare_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/pipeshare"
)

func TestCheck(t *testing.T)   { vettest.Run(t, pipeshare.New()) }
func TestExample(t *testing.T) { vettest.Example(t, pipeshare.New()) }
