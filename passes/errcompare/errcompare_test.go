package errcompare_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/errcompare"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

func TestCheck(t *testing.T)   { vettest.RunFix(t, errcompare.New()) }
func TestExample(t *testing.T) { vettest.Example(t, errcompare.New()) }

func TestStrict(t *testing.T) {
	c := errcompare.New()
	if err := c.Analyzer.Flags.Set("strict", "true"); err != nil {
		t.Fatal(err)
	}
	vettest.Run(t, c, "errcomparestrict")
}
