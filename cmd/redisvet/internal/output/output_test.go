package output

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
	"github.com/redisvet/redisvet/passes"
)

// report makes a report with one finding under "KEYS" in a file of three lines.
func report(t *testing.T) *Report {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "a b", "é.go")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("one\n\tx(\"😀\", c.Keys())\nthree\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	pos := func(line, col int) token.Position { return token.Position{Filename: file, Line: line, Column: col} }
	return &Report{
		Dir: dir, Root: dir, Version: "v1", Context: -1,
		Checks: []*passes.Check{{
			Info:     passes.Info{Name: "keyscmd", Title: "KEYS", Text: "KEYS blocks.", Severity: passes.Error, Default: true, Family: "hazards"},
			Analyzer: &analysis.Analyzer{Name: "keyscmd", URL: "https://example.org/keyscmd"},
		}},
		Findings: []finding.Finding{{
			Check: "keyscmd", Severity: "error", Message: "KEYS: 100% of it, <all>", Pos: pos(2, 12), End: pos(2, 20),
			Related: []finding.Related{{Pos: pos(1, 1), End: pos(1, 4), Message: "made here"}},
			Fixes:   []finding.Fix{{Message: "Use Scan", Edits: []finding.Edit{{File: file, Start: 17, End: 21, New: "Scan", Pos: pos(2, 14), Stop: pos(2, 18)}}}},
		}},
	}
}

func print(t *testing.T, format string, r *Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := Print(&out, format, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestText(t *testing.T) {
	r := report(t)
	if got, want := print(t, "text", r), "a b/é.go:2:12: KEYS: 100% of it, <all> (keyscmd)\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r.Context = 1
	want := "a b/é.go:2:12: KEYS: 100% of it, <all> (keyscmd)\n" +
		"     1 | one\n" +
		"     2 | \tx(\"😀\", c.Keys())\n" +
		"       | \t    " + "   " + "^~~~~~~~\n" +
		"     3 | three\n" +
		"       = a b/é.go:1:1: made here\n" +
		"       = fix: Use Scan (-fix)\n"
	if got := print(t, "text", r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	r.Color = true
	if got := print(t, "text", r); !strings.Contains(got, "\x1b[31m^~~~~~~~\x1b[0m") {
		t.Errorf("no colour in %q", got)
	}
	r.Findings[0].Pos.Filename = filepath.Join(r.Dir, "gone.go")
	if got := print(t, "text", r); !strings.HasPrefix(got, "\x1b[1mgone.go:2:12:") {
		t.Errorf("a file that cannot be read: %q", got)
	}
}

func TestJSON(t *testing.T) {
	r := report(t)
	var got jsonReport
	if err := json.Unmarshal([]byte(print(t, "json", r)), &got); err != nil {
		t.Fatal(err)
	}
	f := got.Findings[0]
	if f.File != "a b/é.go" || f.Line != 2 || f.Column != 12 || f.EndColumn != 20 || f.Severity != "error" || f.Fixes[0].Edits[0].New != "Scan" {
		t.Errorf("%+v", f)
	}
	r.Findings, r.Errors = nil, nil
	if got, want := print(t, "json", r), "{\n  \"findings\": [],\n  \"errors\": []\n}\n"; got != want {
		t.Errorf("nothing found: %s", got)
	}
}

func TestSARIF(t *testing.T) {
	r := report(t)
	r.Errors = []string{"x.go:1:1: broken"}
	got := print(t, "sarif", r)
	for _, want := range []string{
		`"uri": "a%20b/%C3%A9.go"`, `"uriBaseId": "%SRCROOT%"`,
		`"startColumn": 10`, `"endColumn": 18`, // the emoji has four bytes and two UTF-16 units
		`"id": "keyscmd"`, `"helpUri": "https://example.org/keyscmd"`, `"level": "error"`,
		`"executionSuccessful": false`, `"text": "x.go:1:1: broken"`,
		`"columnKind": "utf16CodeUnits"`, `"redisvet/v1": "`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, r.Dir) {
		t.Errorf("the report depends on the machine:\n%s", got)
	}
	r.Findings = nil
	if got := print(t, "sarif", r); !strings.Contains(got, `"id": "keyscmd"`) || !strings.Contains(got, `"results": []`) {
		t.Errorf("nothing found:\n%s", got)
	}
}

func TestGitHub(t *testing.T) {
	r := report(t)
	r.Findings[0].Message = "100% of it\nand more"
	want := "::error file=a b/é.go,line=2,col=12,endColumn=20,title=redisvet keyscmd::100%25 of it%0Aand more (keyscmd)\n"
	if got := print(t, "github", r); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r.Findings[0].Pos.Filename = filepath.Join(r.Dir, "a:b,c.go")
	r.Findings[0].Severity = "info"
	r.Findings[0].End.Line = 3
	if got := print(t, "github", r); !strings.HasPrefix(got, "::notice file=a%3Ab%2Cc.go,line=2,col=12,endLine=3,title=") {
		t.Errorf("got %q", got)
	}
}

func TestCheckstyle(t *testing.T) {
	r := report(t)
	r.Findings = append(r.Findings, r.Findings[0])
	var got checkstyle
	if err := xml.Unmarshal([]byte(print(t, "checkstyle", r)), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Files) != 1 || len(got.Files[0].Errors) != 2 || got.Files[0].Name != "a b/é.go" || got.Files[0].Errors[0].Message != "KEYS: 100% of it, <all>" {
		t.Errorf("%+v", got)
	}
}

func TestUnknownFormat(t *testing.T) {
	if err := Print(new(bytes.Buffer), "yaml", new(Report)); err == nil {
		t.Error("no error")
	}
}
