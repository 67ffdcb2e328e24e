package vettest

import (
	"fmt"
	"go/ast"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"text/scanner"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// expect compares what a check reported in a package with the package's `// want "regexp"` comments: each finding matches one of the
// patterns on its line, and each pattern has its finding. It is analysistest's notation without facts; `// want +1 "..."` is about the
// next line.
func expect(t *testing.T, pkg *packages.Package, found []analysis.Diagnostic) {
	t.Helper()
	want := map[string][]*regexp.Regexp{} // by file:line
	place := func(file string, line int) string { return fmt.Sprintf("%s:%d", file, line) }
	for _, f := range pkg.Syntax {
		for c := range comments(f) {
			p := pkg.Fset.Position(c.Pos())
			delta, patterns, err := parseWant(c.Text)
			if err != nil {
				t.Errorf("%s: in the want comment: %v", p, err)
			}
			if len(patterns) > 0 {
				want[place(p.Filename, p.Line+delta)] = patterns
			}
		}
	}
finding:
	for _, d := range found {
		p := pkg.Fset.Position(d.Pos)
		key := place(p.Filename, p.Line)
		for i, rx := range want[key] {
			if rx.MatchString(d.Message) {
				want[key] = append(want[key][:i:i], want[key][i+1:]...)
				continue finding
			}
		}
		t.Errorf("%s: unexpected finding: %s; wanted here: %q", p, d.Message, want[key])
	}
	for key, patterns := range want {
		for _, rx := range patterns {
			t.Errorf("%s: no finding matches %q", key, rx)
		}
	}
}

func comments(f *ast.File) func(func(*ast.Comment) bool) {
	return func(yield func(*ast.Comment) bool) {
		for _, g := range f.Comments {
			for _, c := range g.List {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// parseWant reads the patterns of a comment, which may follow another comment on the line: //go:noinline // want "x".
func parseWant(text string) (delta int, patterns []*regexp.Regexp, err error) {
	_, rest, ok := strings.Cut(text, "// want ")
	if !ok {
		if rest, ok = strings.CutPrefix(text, "/* want "); !ok {
			return 0, nil, nil
		}
		rest = strings.TrimSuffix(rest, "*/")
	}
	var failed error
	sc := new(scanner.Scanner).Init(strings.NewReader(rest))
	sc.Mode = scanner.ScanStrings | scanner.ScanRawStrings | scanner.ScanInts
	sc.Error = func(_ *scanner.Scanner, msg string) { failed = fmt.Errorf("%s", msg) }
	for {
		switch tok := sc.Scan(); tok {
		case scanner.EOF:
			return delta, patterns, failed
		case '+':
			sc.Scan()
			if delta, err = strconv.Atoi(sc.TokenText()); err != nil {
				return 0, nil, err
			}
		case scanner.String, scanner.RawString:
			pattern, err := strconv.Unquote(sc.TokenText())
			if err != nil {
				return 0, nil, err
			}
			rx, err := regexp.Compile(pattern)
			if err != nil {
				return 0, nil, err
			}
			patterns = append(patterns, rx)
		default:
			return 0, nil, fmt.Errorf("unexpected %s", scanner.TokenString(tok))
		}
	}
}
