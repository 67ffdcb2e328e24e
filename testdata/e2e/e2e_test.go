package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

// bin is the directory of the built command.
var bin string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "redisvet-e2e")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	defer os.RemoveAll(dir)
	bin = dir
	for _, args := range [][]string{
		{"mod", "download"}, // programs in scripts are loaded with GOPROXY=off
		{"-C", filepath.Join("..", "v910"), "mod", "download"},
		{"build", "-C", filepath.Join("..", ".."), "-o", dir + string(filepath.Separator), "./cmd/redisvet", "./cmd/redisvet-docs"},
	} {
		cmd := exec.Command("go", args...)
		cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
		if err := cmd.Run(); err != nil {
			fmt.Fprintf(os.Stderr, "go %s: %v\n", strings.Join(args, " "), err)
			return 2
		}
	}
	return m.Run()
}

func TestScripts(t *testing.T) {
	goEnv := goEnv(t, "GOCACHE", "GOMODCACHE", "GOROOT", "GOFLAGS", "CGO_ENABLED")
	testscript.Run(t, testscript.Params{
		Dir:                 "script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, goEnv...)
			env.Setenv("GOPROXY", "off")
			env.Setenv("GOFLAGS", "-mod=mod")
			env.Setenv("GOTOOLCHAIN", "local")
			env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Setenv("REDISVET", filepath.Join(bin, "redisvet"))
			return writeModule(env.WorkDir)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"samefindings": sameFindings,
			"sarifvalid":   sarifValid,
			"replace":      replace,
		},
	})
}

// writeModule gives a script that has no go.mod one with all the modules of this one.
func writeModule(dir string) error {
	sum, err := os.ReadFile("go.sum")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o666); err != nil {
		return err
	}
	name := filepath.Join(dir, "go.mod")
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	mod = bytes.Replace(mod, []byte("module example.com/e2e"), []byte("module example.com/app"), 1)
	return os.WriteFile(name, mod, 0o666)
}

func goEnv(t *testing.T, names ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	values := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	var env []string
	for i, name := range names {
		if i < len(values) {
			env = append(env, name+"="+values[i])
		}
	}
	return env
}

// sameFindings runs redisvet with the arguments both ways and compares what is found: samefindings [flags] packages.
// It fails if nothing is found, unless it is negated.
func sameFindings(ts *testscript.TestScript, neg bool, args []string) {
	own := findings(ts, ts.Getenv("REDISVET"), args...)
	vet := findings(ts, "go", append([]string{"vet", "-vettool=" + ts.Getenv("REDISVET")}, args...)...)
	if !slices.Equal(own, vet) {
		ts.Fatalf("redisvet and go vet differ\nredisvet:\n%s\ngo vet:\n%s", strings.Join(own, "\n"), strings.Join(vet, "\n"))
	}
	if (len(own) == 0) != neg {
		ts.Fatalf("%d findings:\n%s", len(own), strings.Join(own, "\n"))
	}
}

var findingLine = regexp.MustCompile(`^\S+\.go:\d+:\d+: .*\)$`)

func findings(ts *testscript.TestScript, name string, args ...string) []string {
	cmd := exec.Command(name, args...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(os.Environ(), "PWD="+cmd.Dir)
	for _, v := range []string{"PATH", "GOPROXY", "GOFLAGS", "GOTOOLCHAIN", "CGO_ENABLED", "REDISVET_CONFIG"} {
		cmd.Env = append(cmd.Env, v+"="+ts.Getenv(v))
	}
	out, err := cmd.CombinedOutput()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		ts.Check(err)
	}
	var lines []string
	for line := range strings.Lines(string(out)) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "./")
		switch {
		case findingLine.MatchString(line):
			lines = append(lines, line)
		case line != "" && !strings.HasPrefix(line, "#"):
			ts.Fatalf("%s %v prints %q", name, args, line)
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// replace changes a text in a file: replace OLD NEW FILE.
func replace(ts *testscript.TestScript, _ bool, args []string) {
	name := ts.MkAbs(args[2])
	text := ts.ReadFile(args[2])
	if !strings.Contains(text, args[0]) {
		ts.Fatalf("%s has no %q", args[2], args[0])
	}
	ts.Check(os.WriteFile(name, []byte(strings.ReplaceAll(text, args[0], args[1])), 0o666))
}
