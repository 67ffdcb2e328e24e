// Package nested runs the tests of the Go modules inside the repository, so that go test ./... at its root covers them.
package nested

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/redisvet/redisvet/cmd/internal/registry"
)

// fixtures are modules that hold input of other tests: nothing in them is run.
var fixtures = []string{"testdata/src", "testdata/v905", "testdata/v910"}

// TestModules builds each nested module and runs its tests. Those below testdata/e2e build whole linters and editors: they run
// only when REDISVET_E2E is set.
func TestModules(t *testing.T) {
	root, err := registry.Root()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "bin") {
			return fs.SkipDir
		}
		if d.IsDir() || d.Name() != "go.mod" || filepath.Dir(path) == root {
			if strings.HasSuffix(path, ".go") { // what is read is part of the test's cache key
				_, err = os.ReadFile(path)
			}
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if slices.Contains(fixtures, rel) {
			return nil
		}
		found++
		t.Run(strings.TrimPrefix(rel, "testdata/"), func(t *testing.T) {
			if strings.HasPrefix(rel, "testdata/e2e/") && os.Getenv("REDISVET_E2E") == "" {
				t.Skip("set REDISVET_E2E to run it")
			}
			if testing.Short() {
				t.Skip("not in short mode")
			}
			run(t, filepath.Dir(path), "build", "-o", os.DevNull, "./...") // a lone command would leave its executable behind
			run(t, filepath.Dir(path), "test", "-timeout=30m", "./...")
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found == 0 {
		t.Error("no nested module found")
	}
}

func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	if len(out) > 0 {
		t.Logf("go %s\n%s", strings.Join(args, " "), out)
	}
}
