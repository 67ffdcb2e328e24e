package expirerace

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/fix"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

// fixOf moves the TTL of an Expire statement into the Set or SetNX before it. Nothing but a way out may stand between them, nobody may
// look at the result of Expire, and the TTL must be an expression that can be evaluated earlier.
func fixOf(pass *rule.Pass, w, e *flow.Op) *analysis.SuggestedFix {
	if w.Call == nil || e.Call == nil || w.Kind != calls.Command || (w.Name() != "Set" && w.Name() != "SetNX") || (e.Name() != "Expire" && e.Name() != "PExpire") {
		return nil
	}
	if len(w.Call.Args) != 3 || len(e.Call.Args) != 2 || !movable(pass, e.Call.Args[1]) || types.ExprString(w.Call.Recv) != types.ExprString(e.Call.Recv) {
		return nil
	}
	f := fix.FileOf(pass.Pass, e.Pos())
	if f == nil {
		return nil
	}
	var sf *analysis.SuggestedFix
	ast.Inspect(f, func(n ast.Node) bool {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		}
		for i, s := range list {
			x, ok := s.(*ast.ExprStmt)
			if !ok || x.X != e.Call.Expr || i == 0 {
				continue
			}
			j := i - 1
			if leaves(list[j]) && !holds(list[j], w.Call.Expr) && j > 0 {
				j--
			}
			if !holds(list[j], w.Call.Expr) {
				continue
			}
			if _, isIf := list[j].(*ast.IfStmt); isIf && !leaves(list[j]) {
				continue
			}
			gap := &ast.BadStmt{From: list[i-1].End(), To: s.End()}
			if fix.Replace(pass.Pass, "", gap, "") == nil || fix.Replace(pass.Pass, "", w.Call.Args[2], "") == nil {
				continue
			}
			sf = &analysis.SuggestedFix{Message: "Move the expiry into " + w.Name(), TextEdits: []analysis.TextEdit{
				{Pos: w.Call.Args[2].Pos(), End: w.Call.Args[2].End(), NewText: []byte(types.ExprString(e.Call.Args[1]))},
				{Pos: gap.From, End: gap.To},
			}}
		}
		return sf == nil
	})
	return sf
}

// movable reports an expression without effects: names, constants, arithmetic, conversions to time.Duration.
func movable(pass *rule.Pass, e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.Ident, *ast.BasicLit, *ast.SelectorExpr, *ast.BinaryExpr, *ast.ParenExpr:
		case *ast.CallExpr:
			ok = ok && pass.TypesInfo.Types[n.Fun].IsType()
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// leaves reports an if statement whose body only leaves the function or loop.
func leaves(s ast.Stmt) bool {
	i, ok := s.(*ast.IfStmt)
	if !ok || i.Else != nil || len(i.Body.List) == 0 {
		return false
	}
	switch i.Body.List[len(i.Body.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// holds reports whether a statement contains an expression, outside function literals and inner blocks.
func holds(s ast.Stmt, e ast.Expr) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit, *ast.BlockStmt:
			return false
		}
		found = found || n == ast.Node(e)
		return !found
	})
	return found
}
