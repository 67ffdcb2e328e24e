package rule

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
)

// ReportOp reports a finding at an operation of the library.
func (p *Pass) ReportOp(op *flow.Op, category, message string) {
	pos, end := op.Pos(), op.End()
	if end < pos {
		end = pos
	}
	p.ReportFinding(Finding{Pos: pos, End: end, Category: category, Message: message})
}

// ReportTx reports an operation of a Watch function where it is called, or where the helper is called that does it (flow.Txn.Site). The format
// takes the name of that call; the fix is for the operation itself.
func (p *Pass) ReportTx(t *flow.Txn, op *flow.Op, format string, f *analysis.SuggestedFix) {
	call, own := t.Call(op)
	if call == nil {
		return
	}
	if !own {
		f = nil
	}
	p.ReportFinding(Finding{Pos: call.Pos(), End: call.End(), Message: fmt.Sprintf(format, Expr(call.Fun)), Fix: f})
}

// NameOf is how the user wrote what an operation goes through: "pipe", "s.rdb"; for Script.Run the Scripter given to it. A call is
// shortened to its function: "s.client()".
func (p *Pass) NameOf(op *flow.Op) string {
	if op.Effect != nil {
		return Expr(op.Given())
	}
	if op.Call == nil {
		return "it"
	}
	e := op.Call.Recv
	if op.Kind == calls.ScriptRun && len(op.Call.Args) > 0 {
		e = op.Call.Args[0]
	}
	return Expr(e)
}

// Expr is an expression as the user wrote it, shortened: arguments of calls are left out.
func Expr(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case nil:
		return "it"
	case *ast.CallExpr:
		return Expr(e.Fun) + "()"
	case *ast.FuncLit:
		return "the function"
	default:
		return types.ExprString(e)
	}
}
