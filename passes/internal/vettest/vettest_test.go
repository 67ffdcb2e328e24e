package vettest_test

import (
	"go/ast"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/rule"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

// pingCheck reports Ping with a context: on rdb with a fix, on others without.
func pingCheck() *rule.Check {
	run := func(pass *analysis.Pass) (any, error) {
		for _, f := range pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) != 1 {
					return true
				}
				if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Ping" {
					d := analysis.Diagnostic{Pos: call.Pos(), End: call.End(), Message: "v8 ping"}
					if id, ok := sel.X.(*ast.Ident); ok && id.Name == "rdb" {
						d.Message = "ping"
						d.SuggestedFixes = []analysis.SuggestedFix{{
							Message:   "Ask for the time",
							TextEdits: []analysis.TextEdit{{Pos: sel.Sel.Pos(), End: sel.Sel.End(), NewText: []byte("Time")}},
						}}
					}
					pass.Report(d)
				}
				return true
			})
		}
		return nil, nil
	}
	return &rule.Check{
		Info:     rule.Info{Name: "vettest"},
		Analyzer: &analysis.Analyzer{Name: "vettest", Doc: "report ping", Run: run},
	}
}

func TestRun(t *testing.T) { vettest.Run(t, pingCheck()) }

func TestRunFix(t *testing.T) { vettest.RunFix(t, pingCheck()) }

func TestRunModule(t *testing.T) {
	for _, module := range []string{"v905", "v910"} {
		vettest.RunModule(t, pingCheck(), module, "./deps")
	}
}

type analysed struct{}

func (*analysed) AFact()         {}
func (*analysed) String() string { return "analysed" }

// TestFactsOfSiblings proves that a package of the fixture module which the patterns do not name is analysed from its source.
func TestFactsOfSiblings(t *testing.T) {
	a := &analysis.Analyzer{
		Name:      "sibling",
		Doc:       "export a fact about each package with source",
		FactTypes: []analysis.Fact{new(analysed)},
		Run: func(pass *analysis.Pass) (any, error) {
			if len(pass.Files) == 0 {
				return nil, nil
			}
			pass.ExportPackageFact(new(analysed))
			for _, imp := range pass.Pkg.Imports() {
				if pass.ImportPackageFact(imp, new(analysed)) {
					pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Message: "fact of " + imp.Path()})
				}
			}
			return nil, nil
		},
	}
	got := vettest.Analyze(t, vettest.Module(t, "src"), []*analysis.Analyzer{a}, "./vettest/uses")
	if len(got) != 1 || got[0].Message != "fact of example.com/redisvettest/vettestdep" {
		t.Errorf("got %v, want one fact", got)
	}
}
