package directive_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/directive"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestDirective(t *testing.T) { vettest.Run(t, directive.New()) }

func TestExample(t *testing.T) { vettest.Example(t, directive.New()) }
