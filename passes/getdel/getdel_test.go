package getdel_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/getdel"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, getdel.New()) }
func TestExample(t *testing.T) { vettest.Example(t, getdel.New()) }
