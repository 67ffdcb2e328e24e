package fix_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/redisvet/redisvet/passes/internal/fix"
	"github.com/redisvet/redisvet/passes/internal/rule"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

// compare reports each comparison with an exported variable or constant of go-redis, and has errors.Is as its fix.
func compare() *rule.Check {
	return rule.Declare(rule.Info{Name: "compare", Title: "comparison"}, func(pass *rule.Pass) error {
		sentinel := func(e ast.Expr) bool {
			id, _ := e.(*ast.Ident)
			if sel, ok := e.(*ast.SelectorExpr); ok {
				id = sel.Sel
			}
			return id != nil && (id.Name == "Nil" || id.Name == "TxFailedErr")
		}
		for _, f := range pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				cmp, ok := n.(*ast.BinaryExpr)
				if !ok {
					return true
				}
				err := cmp.X
				switch {
				case sentinel(cmp.Y):
				case sentinel(cmp.X):
					err = cmp.Y
				default:
					return true
				}
				pass.ReportFinding(rule.Finding{Pos: cmp.Pos(), End: cmp.End(), Message: fix.Source(err), Fix: fix.ErrorsIs(pass.Pass, cmp, err)})
				return true
			})
		}
		return nil
	})
}

func TestErrorsIs(t *testing.T) { vettest.RunFix(t, compare(), "fixes") }

func TestSource(t *testing.T) {
	for src, want := range map[string]string{
		`pipe`:                      `pipe`,
		`s.pipes[i]`:                `s.pipes[i]`,
		`get.Val()`:                 `get.Val()`,
		`func() int { return 1 }()`: `(func() int literal)()`,
		`rdb.Get(ctx, "user:"+strconv.Itoa(id)+":profile")`: `rdb.Get(...)`,
		`s.services.accounts.repository.connection.client`:  `...client`,
		`"a very long text that nobody wants in a message"`: `"a very long text that nobody wants i...`,
	} {
		e, err := parser.ParseExpr(src)
		if err != nil {
			t.Fatal(err)
		}
		if got := fix.Source(e); got != want {
			t.Errorf("Source(%s) = %s, want %s", src, got, want)
		}
	}
}

func TestReplaceCall(t *testing.T) {
	e, err := parser.ParseExpr(`rdb.Get(ctx, key)`)
	if err != nil {
		t.Fatal(err)
	}
	got := fix.ReplaceCall("Use GetDel", e.(*ast.CallExpr), "GetDel")
	if got == nil || len(got.TextEdits) != 1 || got.TextEdits[0].Pos != token.Pos(5) || got.TextEdits[0].End != token.Pos(8) {
		t.Errorf("ReplaceCall = %+v", got)
	}
	e, err = parser.ParseExpr(`get(ctx, key)`)
	if err != nil {
		t.Fatal(err)
	}
	if got := fix.ReplaceCall("Use GetDel", e.(*ast.CallExpr), "GetDel"); got != nil {
		t.Errorf("ReplaceCall of a function = %+v, want nil", got)
	}
}
