package encodable_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/encodable"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, encodable.New()) }
func TestV910(t *testing.T)    { vettest.RunModule(t, encodable.New(), "v910", "./encodable") }
func TestV905(t *testing.T)    { vettest.RunModule(t, encodable.New(), "v905", "./encodable") }
func TestExample(t *testing.T) { vettest.Example(t, encodable.New()) }
