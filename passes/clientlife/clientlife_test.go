package clientlife_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/clientlife"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.Run(t, clientlife.New()) }
func TestExample(t *testing.T) { vettest.Example(t, clientlife.New()) }
