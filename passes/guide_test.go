package passes_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

var guideMark = regexp.MustCompile("(?m)^<!-- (?:code|(\\w+) finds): (.+) -->$")

// TestGuide runs the default set over the code of docs/guide.md. What the page shows as found by a check is found by it and by no other,
// with the message that the page quotes; the rest is silent.
func TestGuide(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(vettest.Root(t), "docs", "guide.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	wrong := map[string]string{} // the check by the function
	for _, m := range guideMark.FindAllStringSubmatch(page, -1) {
		for _, name := range strings.Split(m[2], ", ") {
			wrong[name] = m[1]
		}
	}
	if len(wrong) == 0 {
		t.Fatal("the guide shows no code")
	}

	dir := vettest.Module(t, "guide")
	found := map[string]bool{}
	for _, f := range vettest.Analyze(t, dir, analyzer.Default(), ".") {
		name := declarationAt(t, f.File, f.Line)
		if wrong[name] != f.Check {
			t.Errorf("%s: %s finds in %s: %s", filepath.Base(f.File), f.Check, name, f.Message)
			continue
		}
		if strings.Contains(page, fmt.Sprintf("> %s ([%s](checks/%[2]s.md))", f.Message, f.Check)) {
			found[f.Check] = true
		} else {
			t.Logf("%s: %s (not quoted)", f.Check, f.Message)
		}
	}
	for _, check := range wrong {
		if check != "" && !found[check] {
			t.Errorf("the guide quotes no finding of %s in its code", check)
		}
	}
}

// declarationAt is the name of the function or variable at a line of a file.
func declarationAt(t *testing.T, file string, line int) string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(f.Decls, func(d ast.Decl) bool {
		return fset.Position(d.Pos()).Line <= line && line <= fset.Position(d.End()).Line
	})
	if i >= 0 {
		switch d := f.Decls[i].(type) {
		case *ast.FuncDecl:
			return d.Name.Name
		case *ast.GenDecl:
			if v, ok := d.Specs[0].(*ast.ValueSpec); ok {
				return v.Names[0].Name
			}
		}
	}
	return ""
}
