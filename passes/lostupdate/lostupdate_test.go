package lostupdate_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/lostupdate"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, lostupdate.New()) }
func TestExample(t *testing.T) { vettest.Example(t, lostupdate.New()) }
