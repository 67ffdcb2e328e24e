// Package vettest runs a check over the fixtures under testdata/, which use the real client library.
//
// A check's test file (package <check>_test) is
//
//	func TestCheck(t *testing.T)   { vettest.Run(t, mycheck.New()) }
//	func TestExample(t *testing.T) { vettest.Example(t, mycheck.New()) }
//
// with vettest.RunFix in place of Run when the check has a fix. The fixtures are ordinary packages of the module testdata/src, in the
// folder of the check's name, with the findings as `// want "regexp"` comments.
package vettest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redisvet/redisvet/passes/internal/rule"
)

const rootModule = "module github.com/redisvet/redisvet"

// Run runs a check on its fixtures: the folders of testdata/src named, or the one of the check's own name, each with all below it.
func Run(t *testing.T, check *rule.Check, dirs ...string) {
	t.Helper()
	RunModule(t, check, "src", patterns(check, dirs)...)
}

// RunModule is Run for another fixture module, testdata/<module>: v905 and v910 have older versions of v9, dialects the libraries that
// copy its API.
func RunModule(t *testing.T, check *rule.Check, module string, patterns ...string) {
	t.Helper()
	for _, act := range analyze(t, Module(t, module), []*analysis.Analyzer{check.Analyzer}, patterns...) {
		expect(t, act.Package, act.Diagnostics)
	}
}

// RunSet runs several checks together over packages of a fixture module: what none of them is wanted to say, none says.
func RunSet(t *testing.T, analyzers []*analysis.Analyzer, module string, patterns ...string) {
	t.Helper()
	pkgs := map[string]*packages.Package{}
	found := map[string][]analysis.Diagnostic{}
	for _, act := range analyze(t, Module(t, module), analyzers, patterns...) {
		pkgs[act.Package.ID] = act.Package
		found[act.Package.ID] = append(found[act.Package.ID], act.Diagnostics...)
	}
	for id, pkg := range pkgs {
		expect(t, pkg, found[id])
	}
}

// RunFix is Run for a check with fixes: each fixture x.go with fixable findings has the fixed text in x.go.golden. The fixed text must
// compile, and the check must find in it only what it has no fix for; so applying fixes again changes nothing.
func RunFix(t *testing.T, check *rule.Check, dirs ...string) {
	t.Helper()
	src := Module(t, "src")
	results := analysistest.RunWithSuggestedFixes(t, src, check.Analyzer, patterns(check, dirs)...)
	unfixable := map[string]int{} // by file
	fixable := 0
	for _, r := range results {
		for _, d := range r.Diagnostics {
			if len(d.SuggestedFixes) > 0 {
				fixable++
			} else {
				unfixable[relative(src, r.Pass.Fset.Position(d.Pos).Filename)]++
			}
		}
	}
	if fixable == 0 {
		t.Errorf("no finding of %s has a fix", check.Name)
	}
	fixed := t.TempDir()
	copyModule(t, src, fixed, true)
	after := map[string]int{}
	for _, f := range Analyze(t, fixed, []*analysis.Analyzer{check.Analyzer}, patterns(check, dirs)...) {
		if len(f.SuggestedFixes) > 0 {
			t.Errorf("%s: after the fix there is another one: %s", relative(fixed, f.File), f.Message)
		}
		after[relative(fixed, f.File)]++
	}
	for file, n := range after {
		if n > unfixable[file] {
			t.Errorf("%s: %d findings after the fixes, %d had no fix", file, n, unfixable[file])
		}
	}
}

// Example runs a check on its example package, passes/<check>/testdata/example: bad.go must have a finding and good.go none. That no
// other check of the default set speaks in good.go is tested in package passes.
func Example(t *testing.T, check *rule.Check) {
	t.Helper()
	dir := ExampleModule(t, check.Name)
	bad := 0
	for _, f := range Analyze(t, dir, []*analysis.Analyzer{check.Analyzer}, "./"+check.Name) {
		switch filepath.Base(f.File) {
		case "bad.go":
			bad++
			t.Logf("bad.go:%d: %s", f.Line, f.Message)
		default:
			t.Errorf("%s:%d: the good example is reported: %s", filepath.Base(f.File), f.Line, f.Message)
		}
	}
	if bad == 0 {
		t.Errorf("%s finds nothing in its bad example", check.Name)
	}
}

// ExampleModule makes a module with the example packages of some checks, each in a folder of the check's name, and returns its folder.
func ExampleModule(t *testing.T, checks ...string) string {
	t.Helper()
	src, dir := Module(t, "src"), t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		copyFile(t, filepath.Join(src, name), filepath.Join(dir, name))
	}
	for _, name := range checks {
		from := filepath.Join(Root(t), "passes", name, "testdata", "example")
		files, err := filepath.Glob(filepath.Join(from, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no example in %s", from)
		}
		for _, f := range files {
			copyFile(t, f, filepath.Join(dir, name, filepath.Base(f)))
		}
	}
	return dir
}

// Finding is a diagnostic with its place.
type Finding struct {
	analysis.Diagnostic
	Check string
	File  string
	Line  int
}

// Analyze runs analyzers over packages of the module in dir, whose dependencies are in the module cache, and returns what they report,
// each thing once even when a file belongs to a package and to its test variant. A package that does not compile fails the test.
func Analyze(t *testing.T, dir string, analyzers []*analysis.Analyzer, patterns ...string) []Finding {
	t.Helper()
	var out []Finding
	type place struct {
		check, file, message string
		line, column         int
	}
	seen := map[place]bool{}
	for _, act := range analyze(t, dir, analyzers, patterns...) {
		for _, d := range act.Diagnostics {
			p := act.Package.Fset.Position(d.Pos)
			key := place{act.Analyzer.Name, p.Filename, d.Message, p.Line, p.Column}
			if !seen[key] {
				seen[key] = true
				out = append(out, Finding{d, act.Analyzer.Name, p.Filename, p.Line})
			}
		}
	}
	return out
}

// analyze loads the packages with syntax and everything outside their module from export data, which is several times cheaper than the
// source of the standard library and of go-redis. Packages of the module that only others need are analysed as well: for their facts.
func analyze(t *testing.T, dir string, analyzers []*analysis.Analyzer, patterns ...string) []*checker.Action {
	t.Helper()
	pkgs := load(t, dir, patterns...)
	wanted := map[string]bool{}
	for _, p := range pkgs {
		wanted[p.ID] = true
	}
	var more []string
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if p.Module != nil && p.Module.Main && len(p.Syntax) == 0 && !wanted[p.ID] {
			more = append(more, p.PkgPath)
		}
	})
	if len(more) > 0 {
		pkgs = load(t, dir, append(more, patterns...)...)
	}
	g, err := checker.Analyze(analyzers, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []*checker.Action
	for _, act := range g.Roots {
		if act.Err != nil {
			t.Errorf("%s: %v", act, act.Err)
		}
		if wanted[act.Package.ID] {
			out = append(out, act)
		}
	}
	return out
}

func load(t *testing.T, dir string, patterns ...string) []*packages.Package {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{
		Mode:  packages.LoadSyntax | packages.NeedModule,
		Dir:   dir,
		Tests: true,
		Env:   append(os.Environ(), "GO111MODULE=on", "GOPROXY=off", "GOWORK=off"),
	}, patterns...)
	if err != nil {
		t.Fatalf("loading %s: %v", patterns, err)
	}
	if len(pkgs) == 0 {
		t.Fatalf("no packages match %s", patterns)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatalf("%s: a package does not compile", dir)
	}
	return pkgs
}

var downloads sync.Map // fixture module -> func() error

// Module returns the folder of a fixture module, testdata/<name>, after its dependencies are in the module cache: the packages are
// loaded without network.
func Module(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(Root(t), "testdata", filepath.FromSlash(name))
	once, _ := downloads.LoadOrStore(dir, sync.OnceValues(func() ([]byte, error) {
		cmd := exec.Command("go", "mod", "download")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off")
		return cmd.CombinedOutput()
	}))
	if out, err := once.(func() ([]byte, error))(); err != nil {
		t.Fatalf("go mod download in %s: %v\n%s", dir, err, out)
	}
	return dir
}

// Root returns the folder of the repository.
func Root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil && strings.HasPrefix(string(text), rootModule+"\n") {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatalf("not inside the repository: no go.mod with %q above the working directory", rootModule)
		}
	}
}

func patterns(check *rule.Check, dirs []string) []string {
	if len(dirs) == 0 {
		dirs = []string{check.Name}
	}
	var ps []string
	for _, d := range dirs {
		ps = append(ps, "./"+d+"/...")
	}
	return ps
}

// copyModule copies the Go files of a module; with golden, the text of x.go.golden takes the place of x.go.
func copyModule(t *testing.T, from, to string, golden bool) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		target := filepath.Join(to, relative(from, path))
		switch name := d.Name(); {
		case name == "go.mod", name == "go.sum":
			copyFile(t, path, target)
		case strings.HasSuffix(name, ".go"):
			if _, err := os.Stat(path + ".golden"); err == nil && golden {
				path += ".golden"
			}
			copyFile(t, path, target)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		if err = os.MkdirAll(filepath.Dir(to), 0o777); err == nil {
			err = os.WriteFile(to, text, 0o666)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

func relative(base, path string) string {
	rel, err := filepath.Rel(base, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}

// Table returns the cells of the rows of the first table of a Markdown file under testdata, without its head.
func Table(t *testing.T, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(Root(t), "testdata", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			if len(rows) > 0 {
				break
			}
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, cells)
	}
	if len(rows) < 3 {
		t.Fatalf("no table in %s", name)
	}
	return rows[2:]
}
