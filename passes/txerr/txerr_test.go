package txerr_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/txerr"
)

func TestCheck(t *testing.T) { vettest.RunFix(t, txerr.New()) }

func TestExample(t *testing.T) { vettest.Example(t, txerr.New()) }
