package argshape_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/argshape"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, argshape.New()) }
func TestExample(t *testing.T) { vettest.Example(t, argshape.New()) }

func TestEmpty(t *testing.T) {
	c := argshape.New()
	if err := c.Analyzer.Flags.Set("empty", "true"); err != nil {
		t.Fatal(err)
	}
	vettest.Run(t, c, "argshape_empty")
}
