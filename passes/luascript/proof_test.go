package luascript_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/prooftest"
)

func TestProof(t *testing.T) { prooftest.Run(t, "luascript") }
