package suppression_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/suppression"
)

func TestDirective(t *testing.T) { vettest.Run(t, suppression.New()) }

func TestExample(t *testing.T) { vettest.Example(t, suppression.New()) }
