// Package txerr declares the check txerr: the error of a transaction that its Watch function keeps to itself.
package txerr

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/fix"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// Unmatched is the category of an error that is wrapped without %w.
const Unmatched = "unmatched"

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "txerr",
		Family: "transactions",
		Title:  "error of a transaction dropped in its Watch function",
		Text: `
` + "`Watch`" + ` returns what its function returns. That a watched key changed is known only to the error of ` + "`tx.TxPipelined`" + ` (or of ` + "`Exec`" + `),
which is then ` + "`redis.TxFailedErr`" + `. A Watch function that drops this error and returns nil reports a conflict as success: nothing was
written, the caller goes on, and a retry loop around it never retries.

The same error wrapped with ` + "`%v`" + ` in place of ` + "`%w`" + ` reaches the caller, but ` + "`errors.Is(err, redis.TxFailedErr)`" + ` does not find it any more
(category ` + "`unmatched`" + `).`,
		Silent: []string{
			"The function compares the error with redis.TxFailedErr: what it does then is its decision.",
			"The error is kept for the caller in a variable or field, or given to code that is not seen.",
			"An error of a command of the transaction is checked: a conflict sets it too.",
		},
		Bad: bad, Good: good,
		Harm:     "Watch returns nil although EXEC was refused and nothing was written",
		Patterns: []string{"W3"},
		Sources: []string{
			"go-redis tx.go: (*Client).Watch, (*Tx).TxPipelined", "https://redis.io/docs/latest/develop/using-commands/transactions/",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, t := range g.Txns() {
			if keys, complete := t.Keys(); complete && len(keys) == 0 {
				continue // nothing is watched: there is no conflict
			}
			for _, b := range t.Execs() {
				call := b.Op.Expr()
				if call == nil || t.Handled(b) || b.CheckedAny() {
					continue
				}
				name := rule.Expr(call.Fun)
				f := rule.Finding{Pos: call.Pos(), End: call.End()}
				switch out := t.AfterConflict(b); {
				case out.Dropped:
					f.Message = fmt.Sprintf("error of %s is dropped in the Watch function; a conflict looks like success", name)
					f.Fix = returnErr(pass, call)
				case out.Unmatched:
					f.Category = Unmatched
					f.Message = fmt.Sprintf("error of %s is wrapped without %%w; errors.Is does not find TxFailedErr in it", name)
				default:
					continue
				}
				pass.ReportFinding(f)
			}
		}
	}
	return nil
}

// returnErr makes of
//
//	_, _ = tx.TxPipelined(...)
//	return nil
//
// what was meant, where these are the last two statements of the Watch function itself.
func returnErr(pass *rule.Pass, call *ast.CallExpr) *analysis.SuggestedFix {
	file := fix.FileOf(pass.Pass, call.Pos())
	if file == nil {
		return nil
	}
	var edits []analysis.TextEdit
	ast.Inspect(file, func(n ast.Node) bool {
		if edits != nil { // found; the functions behind it are none of our business
			return false
		}
		var body *ast.BlockStmt
		var results *ast.FieldList
		switch fn := n.(type) {
		case *ast.FuncLit:
			body, results = fn.Body, fn.Type.Results
		case *ast.FuncDecl:
			body, results = fn.Body, fn.Type.Results
		}
		if body == nil || len(body.List) < 2 || results == nil || len(results.List) != 1 || len(results.List[0].Names) > 0 {
			return true
		}
		run, last := body.List[len(body.List)-2], body.List[len(body.List)-1]
		ret, ok := last.(*ast.ReturnStmt)
		if !ok || len(ret.Results) != 1 {
			return true
		}
		if id, ok := ret.Results[0].(*ast.Ident); !ok || id.Name != "nil" {
			return true
		}
		op := ":="
		scope := pass.TypesInfo.Scopes[funcType(n)]
		if scope == nil {
			return true
		}
		if obj := scope.Lookup("err"); obj != nil && obj.Pos() < run.Pos() {
			if v, ok := obj.(*types.Var); !ok || v.Type().String() != "error" {
				return true
			}
			op = "="
		}
		text := "_, err " + op + " "
		switch s := run.(type) {
		case *ast.ExprStmt:
			if ast.Unparen(s.X) == call {
				edits = []analysis.TextEdit{{Pos: s.Pos(), End: s.Pos(), NewText: []byte(text)}}
			}
		case *ast.AssignStmt:
			if len(s.Rhs) == 1 && ast.Unparen(s.Rhs[0]) == call && allBlank(s.Lhs) && s.Tok == token.ASSIGN {
				edits = []analysis.TextEdit{{Pos: s.Pos(), End: s.Rhs[0].Pos(), NewText: []byte(text)}}
			}
		}
		if edits != nil {
			edits = append(edits, analysis.TextEdit{Pos: ret.Results[0].Pos(), End: ret.Results[0].End(), NewText: []byte("err")})
			return false
		}
		return true
	})
	if edits == nil {
		return nil
	}
	return &analysis.SuggestedFix{Message: "Return the error of the transaction", TextEdits: edits}
}

func funcType(n ast.Node) *ast.FuncType {
	switch fn := n.(type) {
	case *ast.FuncLit:
		return fn.Type
	case *ast.FuncDecl:
		return fn.Type
	}
	return nil
}

func allBlank(es []ast.Expr) bool {
	for _, e := range es {
		if id, ok := e.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return len(es) == 2
}
