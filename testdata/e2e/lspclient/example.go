package lspclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Finding is a finding of the redisvet command, in the form of an editor's diagnostic.
type Finding struct {
	Check, Message, Link string
	Severity             int
	Range                Range
}

func (f Finding) String() string {
	return fmt.Sprintf("%d:%d-%d:%d %s severity %d: %s <%s>", f.Range.Start.Line, f.Range.Start.Character, f.Range.End.Line, f.Range.End.Character,
		f.Check, f.Severity, f.Message, f.Link)
}

// Example copies the example program with the defects into a temporary directory; repo is the root of the repository.
func Example(t *testing.T, repo string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	must(t, os.CopyFS(dir, os.DirFS(filepath.Join(repo, "testdata", "example", "wrong"))))
	return dir
}

// Expected runs the redisvet command on a directory and returns its findings by file.
func Expected(t *testing.T, redisvet, dir string) map[string][]Finding {
	t.Helper()
	cmd := exec.Command(redisvet, "-format", "json", "./...")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		t.Fatal(err)
	}
	var report struct {
		Findings []struct {
			Check, Message, Severity, URL, File string
			Line, Column, EndLine, EndColumn    int
		}
	}
	must(t, json.Unmarshal(out, &report))
	if len(report.Findings) == 0 {
		t.Fatal("redisvet finds nothing")
	}
	found := make(map[string][]Finding)
	for _, f := range report.Findings {
		if f.Line != f.EndLine && f.EndLine == 0 {
			t.Fatalf("%+v: no end", f)
		}
		file := filepath.Join(dir, filepath.FromSlash(f.File))
		data, err := os.ReadFile(file)
		must(t, err)
		found[file] = append(found[file], Finding{
			Check: f.Check, Message: f.Message, Link: f.URL,
			Severity: map[string]int{"error": 1, "warning": 2, "info": 3}[f.Severity],
			Range:    Range{utf16Position(string(data), f.Line, f.Column), utf16Position(string(data), f.EndLine, f.EndColumn)},
		})
	}
	return found
}

// utf16Position converts a line and a column in bytes, both from 1. It goes the way back through Offset.
func utf16Position(text string, line, column int) Position {
	p := Position{Line: line - 1}
	for Offset(text, p)-Offset(text, Position{Line: line - 1}) < column-1 {
		p.Character++
	}
	return p
}

// FindingsOf returns diagnostics as findings, sorted; a diagnostic of another tool is left out. Check names the check of a diagnostic,
// or "" when it is not one of redisvet.
func FindingsOf(ds []Diagnostic, check func(Diagnostic) string) []Finding {
	var out []Finding
	for _, d := range ds {
		if name := check(d); name != "" {
			out = append(out, Finding{name, d.Message, d.Link.Href, d.Severity, d.Range})
		}
	}
	return out
}

// Diff compares findings in any order and returns what is missing and what is too much, "" when nothing is.
func Diff(have, want []Finding) string {
	var b strings.Builder
	for _, f := range want {
		if !slices.Contains(have, f) {
			fmt.Fprintf(&b, "missing: %s\n", f)
		}
	}
	for _, f := range have {
		if !slices.Contains(want, f) {
			fmt.Fprintf(&b, "too much: %s\n", f)
		}
	}
	if b.Len() == 0 && len(have) != len(want) {
		fmt.Fprintf(&b, "%d findings, want %d\n", len(have), len(want))
	}
	return b.String()
}

// Files returns the Go files below a directory.
func Files(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	must(t, filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".go" {
			out = append(out, name)
		}
		return err
	}))
	return out
}

// Find returns the diagnostic of a check; there must be one.
func Find(t *testing.T, ds []Diagnostic, check string, name func(Diagnostic) string) Diagnostic {
	t.Helper()
	i := slices.IndexFunc(ds, func(d Diagnostic) bool { return name(d) == check })
	if i < 0 {
		t.Fatalf("no diagnostic of %s among %v", check, Codes(ds))
	}
	return ds[i]
}
