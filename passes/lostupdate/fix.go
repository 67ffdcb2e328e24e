package lostupdate

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/fix"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

// fixOf turns rdb.Set(ctx, key, n+c, redis.KeepTTL) into rdb.IncrBy(ctx, key, c). Only KeepTTL does what INCRBY does to the expiry, only
// the error of the reply may be used, and the variable that was read must not be left unused: it becomes a blank where it is declared.
func fixOf(pass *rule.Pass, r, w flow.Access, place flow.Place) *analysis.SuggestedFix {
	call := place.Call
	if call == nil || r.Op.Call == nil || call.Kind != calls.Command || call.Name() != "Set" || r.Op.Name() != "Get" || len(call.Args) != 3 {
		return nil
	}
	if sel, ok := ast.Unparen(call.Args[2]).(*ast.SelectorExpr); !ok || sel.Sel.Name != "KeepTTL" {
		return nil
	}
	sum, ok := ast.Unparen(call.Args[1]).(*ast.BinaryExpr)
	if !ok || sum.Op != token.ADD && sum.Op != token.SUB {
		return nil
	}
	n, ok := ast.Unparen(sum.X).(*ast.Ident)
	amount := pass.TypesInfo.Types[sum.Y]
	if !ok || amount.Type == nil || amount.Value == nil && !types.Identical(amount.Type, types.Typ[types.Int64]) {
		return nil
	}
	if b, ok := amount.Type.Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
		return nil
	}
	fun, ok := ast.Unparen(call.Expr.Fun).(*ast.SelectorExpr)
	if !ok || !onlyErr(pass, call.Expr) {
		return nil
	}
	method := "IncrBy"
	if sum.Op == token.SUB {
		method = "DecrBy"
	}
	edits := []analysis.TextEdit{
		{Pos: fun.Sel.Pos(), End: fun.Sel.End(), NewText: []byte(method)},
		{Pos: call.Args[1].Pos(), End: sum.Y.Pos()},
		{Pos: sum.Y.End(), End: call.Args[2].End()},
	}
	blank, ok := unused(pass, n)
	if !ok {
		return nil
	}
	if blank != nil {
		edits = append(edits, analysis.TextEdit{Pos: blank.Pos(), End: blank.End(), NewText: []byte("_")})
	}
	if f := fix.Replace(pass.Pass, "", call.Expr, ""); f == nil { // a comment would be lost
		return nil
	}
	return &analysis.SuggestedFix{Message: "Replace Set with " + method, TextEdits: edits}
}

// onlyErr reports whether nothing but the error of a command is used, so that another command type fits.
func onlyErr(pass *rule.Pass, call *ast.CallExpr) bool {
	ok := false
	f := fix.FileOf(pass.Pass, call.Pos())
	if f == nil {
		return false
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ExprStmt:
			ok = ok || n.X == call
		case *ast.SelectorExpr:
			ok = ok || n.X == call && n.Sel.Name == "Err"
		}
		return !ok
	})
	return ok
}

// unused returns the declaration of a variable whose only use is given, to be made a blank; nil when it has other uses. It is not ok
// when a blank would not compile.
func unused(pass *rule.Pass, use *ast.Ident) (*ast.Ident, bool) {
	obj := pass.TypesInfo.Uses[use]
	uses := 0
	for _, o := range pass.TypesInfo.Uses {
		if o == obj {
			uses++
		}
	}
	if uses > 1 {
		return nil, true
	}
	var def *ast.Ident
	for id, o := range pass.TypesInfo.Defs {
		if o == obj && o != nil {
			def = id
		}
	}
	f := fix.FileOf(pass.Pass, use.Pos())
	if def == nil || f == nil {
		return nil, false
	}
	ok := false
	ast.Inspect(f, func(n ast.Node) bool {
		a, isAssign := n.(*ast.AssignStmt)
		if !isAssign || a.Tok != token.DEFINE {
			return true
		}
		has, others := false, false
		for _, l := range a.Lhs {
			has = has || l == def
			id, isIdent := l.(*ast.Ident)
			others = others || isIdent && id != def && id.Name != "_" && pass.TypesInfo.Defs[id] != nil
		}
		ok = ok || has && others
		return true
	})
	return def, ok
}
