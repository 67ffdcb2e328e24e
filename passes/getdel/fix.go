package getdel

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/fix"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

// fixOf turns Get into GetDel and drops the statement with Del that follows, where nothing but the way out after an error stands between.
func fixOf(pass *rule.Pass, r, d flow.Access) *analysis.SuggestedFix {
	get, del := r.Op.Call, d.Op.Call
	if get == nil || del == nil || get.Kind != calls.Command || get.Name() != "Get" || get.Lib.Major < 9 || len(del.Args) != 1 || del.Name() != "Del" && del.Name() != "Unlink" {
		return nil
	}
	if types.ExprString(get.Recv) != types.ExprString(del.Recv) || types.ExprString(get.Args[0]) != types.ExprString(del.Args[0]) {
		return nil
	}
	f := fix.FileOf(pass.Pass, del.Expr.Pos())
	if f == nil {
		return nil
	}
	var sf *analysis.SuggestedFix
	ast.Inspect(f, func(n ast.Node) bool {
		b, ok := n.(*ast.BlockStmt)
		if !ok {
			return sf == nil
		}
		for i, s := range b.List {
			if !drops(s, del.Expr) || i == 0 {
				continue
			}
			j := i - 1
			if j > 0 && errorLeaves(pass, b.List[j]) {
				j--
			}
			a, ok := b.List[j].(*ast.AssignStmt)
			if !ok || !contains(a, get.Expr) {
				continue
			}
			gap := &ast.BadStmt{From: b.List[i-1].End(), To: s.End()}
			rename := fix.ReplaceCall("Replace Get and Del with GetDel", get.Expr, "GetDel")
			if rename == nil || fix.Replace(pass.Pass, "", gap, "") == nil {
				continue
			}
			rename.TextEdits = append(rename.TextEdits, analysis.TextEdit{Pos: gap.From, End: gap.To})
			sf = rename
		}
		return sf == nil
	})
	return sf
}

// drops reports a statement that is nothing but the call, or an if that only leaves when the call fails.
func drops(s ast.Stmt, call *ast.CallExpr) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return s.X == call
	case *ast.IfStmt:
		a, ok := s.Init.(*ast.AssignStmt)
		if !ok || s.Else != nil || len(s.Body.List) != 1 || !contains(a, call) {
			return false
		}
		_, ok = s.Body.List[0].(*ast.ReturnStmt)
		return ok
	}
	return false
}

// errorLeaves reports an if statement that looks at nothing but errors and leaves.
func errorLeaves(pass *rule.Pass, s ast.Stmt) bool {
	i, ok := s.(*ast.IfStmt)
	if !ok || i.Init != nil || i.Else != nil || len(i.Body.List) == 0 {
		return false
	}
	if _, ok := i.Body.List[len(i.Body.List)-1].(*ast.ReturnStmt); !ok {
		return false
	}
	only := true
	ast.Inspect(i.Cond, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if v, ok := pass.TypesInfo.Uses[id].(*types.Var); ok && !types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
			only = false
		}
		return true
	})
	return only
}

func contains(s ast.Node, e ast.Expr) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		found = found || n == ast.Node(e)
		return !found
	})
	return found
}
