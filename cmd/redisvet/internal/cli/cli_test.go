package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/passes"
)

func sample() []*passes.Check {
	check := func(name string, def bool) *passes.Check {
		c := &passes.Check{
			Info:     passes.Info{Name: name, Title: name, Default: def, Severity: passes.Warning},
			Analyzer: &analysis.Analyzer{Name: name, URL: "https://example.org/" + name},
		}
		c.Analyzer.Flags.Bool("strict", false, "be strict")
		return c
	}
	return []*passes.Check{check("crossslot", true), check("hottag", false), check("txretry", true)}
}

// run runs the command and returns its exit code and output.
func run(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = Main(args, &Streams{Out: &out, Err: &errs, Getenv: func(string) string { return "" }}, sample())
	return code, out.String(), errs.String()
}

func names(cs []*passes.Check) string {
	var out []string
	for _, c := range cs {
		out = append(out, c.Name)
	}
	return strings.Join(out, " ")
}

// TestExplainEndsWithHarm: what explain says of a check ends with its harm and how to see it.
func TestExplainEndsWithHarm(t *testing.T) {
	for _, c := range analyzer.Checks() {
		var out, errs bytes.Buffer
		if code := Main([]string{"explain", c.Name}, &Streams{Out: &out, Err: &errs, Getenv: func(string) string { return "" }}, analyzer.Checks()); code != 0 {
			t.Fatalf("explain %s: %d, %s", c.Name, code, errs.String())
		}
		end := "\nHarm: " + c.Harm + "\n"
		if c.Name != "suppression" { // no harm at run time
			end += "Proof, in a clone of the repository: go test ./passes/" + c.Name + " -run Proof -v\n"
		}
		if c.Harm == "" || !strings.HasSuffix(out.String(), end) {
			t.Errorf("explain %s does not end with %q", c.Name, end)
		}
	}
}

func TestSelection(t *testing.T) {
	for args, want := range map[string]string{
		"":                                "crossslot txretry",
		"-hottag":                         "hottag",
		"-hottag -txretry":                "hottag txretry",
		"-txretry=false":                  "crossslot",
		"-hottag -crossslot=false":        "hottag",
		"-crossslot=false -txretry=false": "",
		"-with-vet":                       "crossslot txretry",
		"-crossslot.strict -txretry=0":    "crossslot",
		"-with-vet -crossslot":            "crossslot",
	} {
		checks := sample()
		f := newFlags(checks)
		if err := f.parse(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		if got := names(f.selected(defaults(checks))); got != want {
			t.Errorf("%q selects %q, want %q", args, got, want)
		}
	}
}

func TestTrouble(t *testing.T) {
	for args, want := range map[string]string{
		"-nosuch":                          "flag provided but not defined: -nosuch",
		"-txretry=perhaps":                 `invalid boolean value "perhaps" for -txretry: want true or false`,
		"-format yaml":                     `unknown format "yaml"`,
		"-format text -json":               "-json contradicts -format text",
		"-write-baseline":                  "-write-baseline needs -baseline FILE",
		"-write-baseline -baseline x -fix": "cannot be combined with -fix or -diff",
		"./... -txretry":                   "flag -txretry comes after a package: put flags first",
		"explain nosuch":                   `unknown check "nosuch"`,
		"explain":                          "want the name of one check",
		"completion tcsh":                  "want one of bash, zsh, fish",
		"-V=short1":                        "want -V or -V=full",
		"missing.cfg":                      "missing.cfg",
	} {
		code, out, errs := run(strings.Fields(args)...)
		if code != exitTrouble || out != "" || !strings.Contains(errs, want) || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "redisvet: ") {
			t.Errorf("%q: exit %d, out %q, err %q, want %q", args, code, out, errs, want)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, args := range []string{"help", "-h", "-help"} {
		if code, out, errs := run(args); code != exitClean || !strings.Contains(out, "Exit status: 0 no findings") || errs != "" {
			t.Errorf("%s: exit %d, %q, %q", args, code, out, errs)
		}
	}
	if code, out, _ := run("list"); code != exitClean || strings.Count(out, "\n") != 3 || !strings.Contains(out, "hottag         * hottag") {
		t.Errorf("list: exit %d, %q", code, out)
	}
}

// TestFlagsForVet checks what go vet is told: flags of checks, and only those of the command that it can pass on.
func TestFlagsForVet(t *testing.T) {
	code, out, _ := run("-flags")
	var flags []struct {
		Name string
		Bool bool
	}
	if err := json.Unmarshal([]byte(out), &flags); code != exitClean || err != nil {
		t.Fatalf("exit %d, %v", code, err)
	}
	got := map[string]bool{}
	for _, f := range flags {
		got[f.Name] = true
	}
	for _, want := range []string{"crossslot", "crossslot.strict", "with-vet", "json"} {
		if !got[want] {
			t.Errorf("no -%s", want)
		}
	}
	for _, not := range []string{"format", "fix", "diff", "tags", "tests", "config", "baseline", "write-baseline", "V", "flags", "version"} {
		if got[not] {
			t.Errorf("offers -%s", not)
		}
	}
}

// TestNamesAreFree checks that no check has the name of a flag or sub-command.
func TestNamesAreFree(t *testing.T) {
	own := newFlags(nil)
	for _, c := range analyzer.Checks() {
		if own.set.Lookup(c.Name) != nil {
			t.Errorf("check %s has the name of a flag", c.Name)
		}
		for _, cmd := range commands() {
			if cmd.name == c.Name {
				t.Errorf("check %s has the name of a sub-command", c.Name)
			}
		}
	}
	own.set.VisitAll(func(fl *flag.Flag) {
		if fl.Usage == "" {
			t.Errorf("flag -%s has no usage text", fl.Name)
		}
	})
}

// TestSlim: go vet starts the command for every package, so nothing that only another program needs may be part of it.
func TestSlim(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "../..").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for pkg := range strings.Lines(string(out)) {
		switch pkg = strings.TrimSpace(pkg); {
		case pkg == "net/http", pkg == "html/template", strings.HasPrefix(pkg, "github.com/yuin/goldmark"):
			t.Errorf("%s is part of the command", pkg)
		}
	}
}
