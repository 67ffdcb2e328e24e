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
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redisvet/redisvet/passes/internal/vettest"
)

// Run proves that the bad example of a check does harm and that the good one does not. With -v it prints who sent what and what came back.
// Without redis-server it leaves out the proofs that need it. It does so only when asked by -run Proof: a run of all tests proves
// every check once, in the module of the proofs, and not a second time here.
func Run(t *testing.T, check string) {
	t.Helper()
	if r := flag.Lookup("test.run"); r == nil || !strings.Contains(r.Value.String(), "Proof") {
		t.Skip("proved once for all checks by the tests of testdata/proofs; here with -run Proof")
	}
	root := vettest.Root(t)
	touch(t, filepath.Join(root, "testdata", "proofs"))
	touch(t, filepath.Join(root, "passes", check, "testdata", "example"))
	args := []string{"test", "-v", "-run", "^TestProof$/^" + check + "$", "."}
	if n := flag.Lookup("test.count"); n != nil && n.Value.String() != "1" { // asked for again and again, not for what was seen before
		args = append(args, "-count=1")
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = filepath.Join(root, "testdata", "proofs")
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

// touch reads the Go files under a folder, so that go test knows that a result depends on them.
func touch(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && (strings.HasSuffix(path, ".go") || d.Name() == "go.mod") {
			_, err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
