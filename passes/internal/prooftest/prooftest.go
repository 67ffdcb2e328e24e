// Package prooftest runs the proof of a check against a live server.
//
// The proofs have a module of their own, testdata/proofs, because they need the client library, which redisvet itself must not depend on.
// A check's proof_test.go (package <check>_test) is
//
//	func TestProof(t *testing.T) { prooftest.Run(t, "<check>") }
package prooftest

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
)

// Run proves that the bad example of a check does harm and that the good one does not. With -v it prints who sent what and what came back.
// Without redis-server it leaves out the proofs that need it.
func Run(t *testing.T, check string) {
	t.Helper()
	cmd := exec.Command("go", "test", "-count=1", "-v", "-run", "^TestProof$/^"+check+"$", ".")
	cmd.Dir = filepath.Join(vettest.Root(t), "testdata", "proofs")
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	skipped, ran := "", false
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		line := lines.Text()
		ran = ran || strings.HasPrefix(line, "=== RUN   TestProof/"+check)
		_, reason, found := strings.Cut(line, "left out: ")
		switch {
		case found:
			skipped = reason
		case err != nil || strings.HasPrefix(line, "    ") && !strings.Contains(line, "--- PASS"):
			fmt.Fprintln(t.Output(), strings.TrimPrefix(line, "    ")) // indented: a test runner takes lines at the margin for its own
		}
	}
	switch {
	case err != nil:
		t.Errorf("proof of %s: %v", check, err)
	case !ran:
		t.Errorf("testdata/proofs has no proof of %s", check)
	case skipped != "":
		t.Skip(skipped)
	}
}
