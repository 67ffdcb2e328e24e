package nilfail_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
	"github.com/redisvet/redisvet/passes/nilfail"
)

func TestCheck(t *testing.T)   { vettest.Run(t, nilfail.New()) }
func TestExample(t *testing.T) { vettest.Example(t, nilfail.New()) }
