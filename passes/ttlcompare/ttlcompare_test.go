package ttlcompare_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/ttlcompare"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, ttlcompare.New()) }
func TestExample(t *testing.T) { vettest.Example(t, ttlcompare.New()) }
