// Package proofs runs the examples of the checks against a live server and shows the harm of the bad form. See docs/proofs.md.
package proofs

//go:generate go test -count=1 -server=redis-server -update .

import (
	"slices"
	"testing"

	"github.com/redisvet/redisvet/testdata/proofs/harness"
)

// proofs are all proofs; each family has a file.
var proofs = slices.Concat(pipelines, []harness.Proof{shared}, transactions, atomicity, cluster, replies, arguments, resources, operations, hazards)

func TestMain(m *testing.M) { harness.Main(m) }

func TestProof(t *testing.T) {
	for _, p := range proofs {
		t.Run(p.Check, p.Run)
	}
}

func TestClaim(t *testing.T) {
	for _, c := range slices.Concat(claims, facts) {
		if c.Check == "" {
			t.Run(c.ID, c.Run)
		}
	}
}

// outcome renders what a caller of an example gets.
func outcome(err error) string {
	if err == nil {
		return "no error"
	}
	return `error "` + err.Error() + `"`
}
