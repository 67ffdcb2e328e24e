package crossslot_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/crossslot"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.Run(t, crossslot.New()) }
func TestV910(t *testing.T)    { vettest.RunModule(t, crossslot.New(), "v910", "./crossslot") }
func TestV905(t *testing.T)    { vettest.RunModule(t, crossslot.New(), "v905", "./crossslot") }
func TestExample(t *testing.T) { vettest.Example(t, crossslot.New()) }

func TestClusterOption(t *testing.T) {
	c := crossslot.New()
	if err := c.Analyzer.Flags.Set("cluster", "true"); err != nil {
		t.Fatal(err)
	}
	vettest.Run(t, c, "crossslotoption")
}
