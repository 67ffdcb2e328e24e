package passes_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/passes/internal/rule"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

// twoDefects are pairs of checks that may speak on one line, because the line has two defects. The key is "check check" for every
// line or "check check file" for a fixture.
var twoDefects = map[string]string{
	"argshape crossslot":  "the number of the arguments, and the slots of those that are there",
	"argshape duration":   "the number of the keys, and the unit of the timeout",
	"clusterscan keyscmd": "a flush of a cluster deletes what others stored, and not all of it",

	"panicmethod pubsubclose panicmethod/bad.go":  "the call panics; with a channel it would leak",
	"clientlife panicmethod panicmethod/bad.go":   "the call panics; with options it would leak",
	"expirerace pipeexec pipeexec/pipeexec.go":    "the expiry is queued and not sent, and would be apart from its command if it were",
	"itererr queuedread queuedread/queuedread.go": "the iterator of a queued SCAN is wrong, and so is a loop that never asks it for its error",
}

// TestExamples runs the checks together over every example: the bad one is found by its own check, the good one by none.
func TestExamples(t *testing.T) {
	var names []string
	for _, c := range analyzer.Checks() {
		names = append(names, c.Name)
	}
	dir := vettest.ExampleModule(t, names...)
	own, good := map[string]int{}, map[string][]string{}
	byDefault := map[string]bool{}
	for _, c := range analyzer.Checks() {
		byDefault[c.Name] = c.Default
	}
	for _, f := range vettest.Analyze(t, dir, analyzer.All(), "./...") {
		example, file := filepath.Base(filepath.Dir(f.File)), filepath.Base(f.File)
		if file == "good.go" && (byDefault[f.Check] || f.Check == example) {
			good[example] = append(good[example], fmt.Sprintf("line %d: %s (%s)", f.Line, f.Message, f.Check))
		}
		if file == "bad.go" && f.Check == example {
			own[example]++
		}
	}
	for _, name := range names {
		if own[name] == 0 {
			t.Errorf("%s: its bad example is not found", name)
		}
		for _, m := range good[name] {
			t.Errorf("%s: its good example is reported: %s", name, m)
		}
	}
}

// TestTogether runs the default set over all fixtures: one defect is reported by one check, fixes do not overlap, messages have the
// form that they should have.
func TestTogether(t *testing.T) {
	src := vettest.Module(t, "src")
	byLine := map[string]map[string]string{}
	type edit struct {
		start, end token.Pos
		check      string
	}
	edits := map[string][]edit{}
	for _, f := range vettest.Analyze(t, src, analyzer.Default(), "./...") {
		if f.Category == rule.UnusedDirective { // says nothing about the code
			continue
		}
		rel, _ := filepath.Rel(src, f.File)
		rel = filepath.ToSlash(rel)
		place := fmt.Sprintf("%s:%d", rel, f.Line)
		if byLine[place] == nil {
			byLine[place] = map[string]string{}
		}
		byLine[place][f.Check] = f.Message
		if problem := messageProblem(f.Message); problem != "" {
			t.Errorf("%s: %s: message %q %s", place, f.Check, f.Message, problem)
		}
		if len(f.SuggestedFixes) > 1 {
			t.Errorf("%s: %s: more than one fix", place, f.Check)
		}
		for _, fix := range f.SuggestedFixes {
			for _, e := range fix.TextEdits {
				edits[rel] = append(edits[rel], edit{e.Pos, e.End, f.Check})
			}
		}
	}
	for _, place := range slices.Sorted(maps.Keys(byLine)) {
		file, _, _ := strings.Cut(place, ":")
		checks := slices.Sorted(maps.Keys(byLine[place]))
		for i, a := range checks {
			for _, b := range checks[i+1:] {
				if twoDefects[a+" "+b] == "" && twoDefects[a+" "+b+" "+file] == "" {
					t.Errorf("%s: two checks speak:\n\t%s (%s)\n\t%s (%s)", place, byLine[place][a], a, byLine[place][b], b)
				}
			}
		}
	}
	for file, es := range edits {
		slices.SortFunc(es, func(a, b edit) int { return int(a.start) - int(b.start) })
		for i := 1; i < len(es); i++ {
			if a, b := es[i-1], es[i]; a.check != b.check && b.start < a.end {
				t.Errorf("%s: fixes of %s and %s overlap", file, a.check, b.check)
			}
		}
	}
}

var lineNumber = regexp.MustCompile(`\bline \d+|\.go:\d+`)

func messageProblem(m string) string {
	switch {
	case strings.ContainsAny(m, "\n\r\t"):
		return "has more than one line"
	case strings.HasSuffix(m, ".") && !strings.HasSuffix(m, "...") || strings.HasSuffix(m, "!"):
		return "ends in punctuation"
	case strings.ContainsFunc(m, func(r rune) bool { return r > 126 }):
		return "is not ASCII"
	case len(m) > 160:
		return "is too long"
	case lineNumber.MatchString(m):
		return "has a line number"
	}
	return ""
}

// TestExampleProgram holds the example program to its table: each row is found in its function of the wrong version, nothing else is,
// and the right version is clean.
func TestExampleProgram(t *testing.T) {
	rows := vettest.Table(t, "example/README.md")
	registered := map[string]bool{}
	for _, c := range analyzer.Checks() {
		registered[c.Name] = true
	}
	found := map[string]bool{}
	for _, f := range vettest.Analyze(t, vettest.Module(t, "example/wrong"), analyzer.Default(), "./...") {
		key := function(t, f.File, f.Line) + " " + f.Check
		found[key] = true
		if !slices.ContainsFunc(rows, func(r []string) bool { return r[0]+" "+r[1] == key }) {
			t.Errorf("not in the table: %s: %s", key, f.Message)
		}
	}
	for _, r := range rows {
		switch key := r[0] + " " + r[1]; {
		case !registered[r[1]]:
			t.Logf("%s: no such check yet", key)
		case !found[key]:
			t.Errorf("not found: %s", key)
		}
	}
	for _, f := range vettest.Analyze(t, vettest.Module(t, "example/right"), analyzer.Default(), "./...") {
		t.Errorf("in the right version: %s: %s (%s)", function(t, f.File, f.Line), f.Message, f.Check)
	}
}

// function returns "package.Function" for a line of a file.
func function(t *testing.T, file string, line int) string {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fset.Position(fn.Pos()).Line <= line && line <= fset.Position(fn.End()).Line {
			return f.Name.Name + "." + fn.Name.Name
		}
	}
	return f.Name.Name
}
