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

	"golang.org/x/mod/modfile"

	"github.com/redisvet/redisvet/cmd/internal/registry"
)

const self = "github.com/redisvet/redisvet"

// fixtures are modules that hold input of other tests: nothing in them is run.
var fixtures = []string{"testdata/src", "testdata/v905", "testdata/v910", "testdata/dialects"}

// published are nested modules that users install.
var published = []string{"analyzer/golangci", "cmd/redisvet-golangci"}

// dear reports whether a module builds whole linters or editors.
func dear(rel string) bool {
	return strings.HasPrefix(rel, "testdata/e2e/") || rel == "cmd/redisvet-golangci"
}

// wanted reports whether a list such as "golangci,editors" names a module; "1" and "all" stand for every one.
func wanted(list, name string) bool {
	return list == "1" || list == "all" || slices.Contains(strings.Split(list, ","), name)
}

// TestModules builds each nested module and runs its tests, those that are dear only when REDISVET_E2E is set.
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
			if dear(rel) && !wanted(os.Getenv("REDISVET_E2E"), filepath.Base(rel)) {
				t.Skipf("it builds whole linters or editors; set REDISVET_E2E to %s or all to run it", filepath.Base(rel))
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
	work := filepath.Join(dir, "go.work") // of the module, or none: never one of somebody who has a clone in a workspace
	if _, err := os.Stat(work); err != nil {
		work = "off"
	}
	cmd.Env = append(os.Environ(), "GOWORK="+work)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	if len(out) > 0 {
		t.Logf("go %s\n%s", strings.Join(args, " "), out)
	}
}

// TestReleased holds the published modules to one version of this repository's modules, so that all of them can be tagged together, and
// lets none of them replace a module where go install would refuse that.
func TestReleased(t *testing.T) {
	root, err := registry.Root()
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string][]string{}
	add := func(file, module, version string) {
		if module == self || strings.HasPrefix(module, self+"/") {
			versions[version] = append(versions[version], file+": "+module)
		}
	}
	for _, rel := range published {
		name := filepath.Join(root, filepath.FromSlash(rel), "go.mod")
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		mod, err := modfile.Parse(name, text, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range mod.Require {
			add(rel+"/go.mod", r.Mod.Path, r.Mod.Version)
		}
		if strings.HasPrefix(rel, "cmd/") && len(mod.Replace) > 0 {
			t.Errorf("%s has a replacement: go install refuses it", rel)
		}
		name = filepath.Join(root, filepath.FromSlash(rel), "go.work")
		if text, err = os.ReadFile(name); err != nil {
			continue
		}
		work, err := modfile.ParseWork(name, text, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range work.Replace {
			add(rel+"/go.work", r.Old.Path, r.Old.Version)
		}
	}
	if len(versions) != 1 {
		t.Errorf("want one version of the modules of this repository, not %v", versions)
	}
}
