package hottag_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/hottag"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.Run(t, hottag.New()) }
func TestExample(t *testing.T) { vettest.Example(t, hottag.New()) }
