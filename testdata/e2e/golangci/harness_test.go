package golangci

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	root               = filepath.Join("..", "..", "..") // of the repository
	golangci, redisvet string                            // the executables
	cache              string                            // of golangci-lint; runs share it, as on a user's machine
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(setUp(m))
}

func setUp(m *testing.M) int {
	dir, err := os.MkdirTemp("", "redisvet-golangci")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	defer os.RemoveAll(dir)
	golangci, redisvet, cache = filepath.Join(dir, "golangci"), filepath.Join(dir, "redisvet"), filepath.Join(dir, "cache")
	for _, step := range []struct {
		dir  string
		args []string
	}{
		{"testdata/src", []string{"mod", "download"}},
		{"testdata/example/wrong", []string{"mod", "download"}},
		{"testdata/example/right", []string{"mod", "download"}},
		{".", []string{"build", "-o", redisvet, "./cmd/redisvet"}},
		{"cmd/redisvet-golangci", []string{"build", "-o", golangci, "."}},
	} {
		cmd := exec.Command("go", step.args...)
		cmd.Dir = filepath.Join(root, filepath.FromSlash(step.dir))
		cmd.Env = append(os.Environ(), "GOWORK=") // each module's own
		cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
		if err := cmd.Run(); err != nil {
			fmt.Fprintf(os.Stderr, "go %s in %s: %v\n", strings.Join(step.args, " "), step.dir, err)
			return 2
		}
	}
	return m.Run()
}

// configuration is a .golangci.yml that runs nothing but redisvet and hides none of its findings.
func configuration(settings string) string {
	if settings == "" {
		settings = "{}"
	}
	return `version: "2"
run:
  relative-path-mode: wd
linters:
  default: none
  enable: [redisvet]
  settings:
    custom:
      redisvet: {type: module, settings: ` + settings + `}
  exclusions:
    generated: disable
issues:
  max-issues-per-linter: 0
  max-same-issues: 0
  uniq-by-line: false
`
}

// result is what a run of golangci-lint leaves.
type result struct {
	code   int
	stderr string
	report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
			SuggestedFixes []struct {
				Message   string
				TextEdits []struct{ Pos, End int }
			}
		}
	}
}

// findings has the findings in the form of redisvet's own text, sorted, and nothing left out.
func (r result) findings() []string {
	var out []string
	for _, i := range r.report.Issues {
		check, message, _ := strings.Cut(i.Text, ": ")
		out = append(out, fmt.Sprintf("%s:%d:%d: %s (%s)", filepath.ToSlash(i.Pos.Filename), i.Pos.Line, i.Pos.Column, message, check))
	}
	slices.Sort(out)
	return out
}

// places has the findings without their messages.
func (r result) places() []string {
	var out []string
	for _, f := range r.findings() {
		place, _, _ := strings.Cut(f, ": ")
		out = append(out, place+f[strings.LastIndex(f, " ("):])
	}
	return out
}

func lint(t *testing.T, dir string, args ...string) result {
	t.Helper()
	cmd := exec.Command(golangci, append([]string{"run", "--allow-parallel-runners", "--output.json.path=stdout", "--show-stats=false"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(environment(dir), "GOLANGCI_LINT_CACHE="+cache)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	r := result{code: cmd.ProcessState.ExitCode(), stderr: stderr.String()}
	if stdout.Len() > 0 {
		if err := json.Unmarshal(stdout.Bytes(), &r.report); err != nil {
			t.Fatalf("golangci-lint prints no JSON: %v\n%s%s", err, stdout.String(), stderr.String())
		}
	}
	if found := len(r.report.Issues) > 0; found != (r.code == 1) {
		if r.code != 3 || found {
			t.Fatalf("exit code %d with %d issues\n%s", r.code, len(r.report.Issues), stderr.String())
		}
	}
	return r
}

var findingLine = regexp.MustCompile(`^\S+\.go:\d+:\d+: .*\)$`)

// vet has the findings of go vet, sorted. It reports files of a package again for its test variant.
func vet(t *testing.T, dir string, patterns ...string) []string {
	t.Helper()
	var out []string
	for line := range strings.Lines(run(t, dir, "go", append([]string{"vet", "-vettool=" + redisvet}, patterns...)...)) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "./")
		switch {
		case findingLine.MatchString(line):
			out = append(out, line)
		case strings.Contains(line, ": \t"): // the related position of a finding
		case line != "" && !strings.HasPrefix(line, "#"):
			t.Fatalf("go vet prints %q", line)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// run runs a command that may exit with a status of 1, and returns what it prints.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, environment(dir)
	out, err := cmd.CombinedOutput()
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%s %v: %v\n%.2000s", name, args, err, out)
	}
	return string(out)
}

func environment(dir string) []string {
	return append(os.Environ(), "PWD="+dir, "GOWORK=off", "GOPROXY=off", "GOFLAGS=-mod=readonly")
}

// compare fails for each finding that only one of two sorted lists has, and for each that one has more often.
func compare(t *testing.T, got, want []string) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	more := map[string]int{}
	for _, f := range got {
		more[f]++
	}
	for _, f := range want {
		more[f]--
	}
	for f, n := range more {
		switch {
		case n > 0:
			t.Errorf("not expected (%d times): %s", n, f)
		case n < 0:
			t.Errorf("missing (%d times): %s", -n, f)
		}
	}
}

// program makes a module example.com/shop with go-redis v9 and a configuration.
func program(t *testing.T, sources map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	src := filepath.Join(root, "testdata", "src")
	mod := read(t, src, "go.mod")
	_, mod, _ = strings.Cut(mod, "\n")
	write(t, dir, "go.mod", "module example.com/shop\n"+mod)
	write(t, dir, "go.sum", read(t, src, "go.sum"))
	write(t, dir, ".golangci.yml", configuration(""))
	for name, text := range sources {
		write(t, dir, name, text)
	}
	return dir
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func replace(t *testing.T, dir, name, from, to string) {
	t.Helper()
	text := read(t, dir, name)
	if !strings.Contains(text, from) {
		t.Fatalf("%s has no %q", name, from)
	}
	write(t, dir, name, strings.Replace(text, from, to, 1))
}

// files has the files of a folder that are no golden ones.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".golden") {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		out[filepath.ToSlash(name)] = read(t, dir, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// difference is the first line in which two texts differ, of each.
func difference(a, b string) string {
	la, lb := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(la), len(lb)) {
		if la[i] != lb[i] {
			return fmt.Sprintf("line %d\n%s\n---\n%s", i+1, la[i], lb[i])
		}
	}
	return fmt.Sprintf("%d lines, %d lines", len(la), len(lb))
}

// block is the code block after a line of a page that names a file.
func block(t *testing.T, page, file string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, file+":\n\n")
	if !ok {
		t.Fatalf("the page has no block for %s", file)
	}
	var out strings.Builder
	for line := range strings.Lines(rest) {
		text, ok := strings.CutPrefix(line, "    ")
		if !ok {
			break
		}
		out.WriteString(text)
	}
	return out.String()
}

// required is the version that a go.mod requires of a module.
func required(t *testing.T, mod, module string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^\s*` + regexp.QuoteMeta(module) + ` (v\S+)`).FindStringSubmatch(mod)
	if m == nil {
		t.Fatalf("go.mod does not require %s", module)
	}
	return m[1]
}
