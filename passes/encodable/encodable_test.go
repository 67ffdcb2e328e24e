package encodable_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/encodable"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, encodable.New()) }
func TestExample(t *testing.T) { vettest.Example(t, encodable.New()) }
