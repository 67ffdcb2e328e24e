package proofs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redisvet/redisvet/testdata/proofs/harness"
)

// without are the checks that have no proof, and why.
var without = map[string]string{
	"suppression": "it is about redisvet's own comments",
}

// TestEveryCheck: a check with an example has a proof, or a reason why there is none.
func TestEveryCheck(t *testing.T) {
	examples, err := filepath.Glob("../../passes/*/testdata/example/bad.go")
	if err != nil || len(examples) == 0 {
		t.Fatal("no examples", err)
	}
	has := map[string]bool{}
	for _, p := range proofs {
		has[p.Check] = true
		if _, ok := without[p.Check]; ok {
			t.Errorf("%s has a proof and a reason why it has none", p.Check)
		}
	}
	for _, e := range examples {
		check := filepath.Base(filepath.Dir(filepath.Dir(filepath.Dir(e))))
		if _, ok := without[check]; !ok && !has[check] {
			t.Errorf("%s has neither a proof nor a reason why it has none", check)
		}
		text, err := os.ReadFile(filepath.Join("../../passes", check, "proof_test.go"))
		if want := fmt.Sprintf("prooftest.Run(t, %q)", check); has[check] && (err != nil || !strings.Contains(string(text), want)) {
			t.Errorf("go test ./passes/%s -run Proof runs nothing: no proof_test.go with %s", check, want)
		}
	}
}

// TestClaimsAreShown: what shows a claim exists.
func TestClaimsAreShown(t *testing.T) {
	has := map[string]bool{}
	for _, p := range proofs {
		has[p.Check] = true
	}
	for _, c := range claims {
		has[c.ID] = c.Check == ""
	}
	for _, c := range claims {
		for _, name := range strings.Split(c.Check, ", ") {
			if name != "" && !has[name] {
				t.Errorf("%s: no proof %q", c.ID, name)
			}
		}
		for _, check := range c.Checks() {
			if _, err := os.Stat(filepath.Join("../../passes", check)); err != nil {
				t.Errorf("%s: no check %q", c.ID, check)
			}
		}
	}
}

// TestEverySeed: each row of the seeds has a claim.
func TestEverySeed(t *testing.T) {
	has := map[string]bool{}
	for _, c := range claims {
		id, _, _ := strings.Cut(c.ID, "-")
		has[id] = true
	}
	for letter, last := range map[string]int{"A": 8, "B": 16, "C": 12, "D": 11} {
		for i := range last {
			if id := fmt.Sprint(letter, i+1); !has[id] {
				t.Errorf("no claim %s", id)
			}
		}
	}
}

// TestTable: docs/proofs.md is what the proofs say.
func TestTable(t *testing.T) {
	versions := harness.Versions()
	if versions == "" {
		t.Skip("redis-server is not installed, whose version the table names")
	}
	harness.Document(t, "proofs.md", harness.Table(proofs, without, claims, facts, versions))
}

// TestNoStrangeDiagram: each diagram belongs to a proof.
func TestNoStrangeDiagram(t *testing.T) {
	has := map[string]bool{}
	for _, p := range proofs {
		has[p.Check+".mmd.md"] = true
	}
	files, err := os.ReadDir("../../docs/diagrams")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !has[f.Name()] {
			t.Errorf("docs/diagrams/%s belongs to no proof", f.Name())
		}
	}
}
