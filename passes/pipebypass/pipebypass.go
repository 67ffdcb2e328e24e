// Package pipebypass declares the check pipebypass: commands that do not go into the pipeline of the function they stand in.
package pipebypass

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "pipebypass",
		Family: "pipelines",
		Title:  "client used where the pipeline was meant",
		Text: `
In the function given to ` + "`Pipelined`" + ` or ` + "`TxPipelined`" + ` only the commands of its parameter are queued. A command of the client is sent at once,
on another connection: it is no part of the transaction, it stays even when the function fails and nothing is queued, and it costs a round
trip.`,
		Silent: []string{
			"The command belongs to another client: another variable or field, another server.",
			"The value of the command is used inside the function, for example to decide what to queue: a queued command has none yet.",
			"Inside a Watch function: the checks of transactions speak.",
			"A method that uses a client of its own is called.",
		},
		Bad: bad, Good: good,
		Harm:     "the command is executed although the transaction is not, and outside of MULTI and EXEC",
		Patterns: []string{"P7"},
		Sources: []string{
			"go-redis pipeline.go: (*Pipeline).Pipelined", "https://redis.io/docs/latest/develop/using-commands/transactions/",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if outer := around(op); outer != nil && bypasses(g, op, outer) {
				report(pass, g, op, outer)
			}
		}
	}
	return nil
}

// around is the Pipelined or TxPipelined whose function an operation stands in. Under Watch other checks speak.
func around(op *flow.Op) *flow.Frame {
	f := op.Node.Frame.Enclosing(flow.Pipelined)
	if f == nil || f.Op == nil || f.Enclosing(flow.Watched) != nil {
		return nil
	}
	return f
}

func bypasses(g *flow.Graph, op *flow.Op, outer *flow.Frame) bool {
	switch op.Kind {
	case calls.Command, calls.Do, calls.Process, calls.ScriptRun:
		if !op.IsCommand() {
			return false
		}
	default:
		return false
	}
	if role := op.Role(); role == redisapi.RolePipeline || role == redisapi.RoleTx || role == redisapi.RoleConn {
		return false
	}
	if outer.Op.Role() == redisapi.RoleTx || !g.Same(op.Target(), outer.Op.Recv) {
		return false
	}
	// A goroutine of its own is not part of the function any more.
	if a := op.Node.Frame.Enclosing(flow.Async); a != nil && a.Within(outer) {
		return false
	}
	// A method that uses its own client does what it does everywhere; a helper that is given one was given the wrong one.
	if op.Effect == nil {
		if f, _ := g.GivenFrom(op.Target()); !lexical(op.Node.Frame, outer) && (f == nil || !f.Within(outer)) && !given(g, op, outer) {
			return false
		}
	} else if !lexical(op.Node.Frame, outer) || len(op.Effect.Recv.Path) > 0 || op.Effect.Queued {
		return false
	}
	return !usedInside(g, op, outer)
}

// lexical reports whether a frame is the function itself or a literal inside it.
func lexical(f, outer *flow.Frame) bool {
	for ; f != outer; f = f.Parent {
		if f == nil {
			return false
		}
		if _, ok := f.Literal(); !ok {
			return false
		}
	}
	return true
}

// given reports whether the client is handed to the helper by the function itself.
func given(g *flow.Graph, op *flow.Op, outer *flow.Frame) bool {
	_, n := g.GivenFrom(op.Target())
	return n != nil && lexical(n.Frame, outer)
}

// usedInside reports whether the value of the command is used, or the command goes to code that is not seen, before the function ends.
func usedInside(g *flow.Graph, op *flow.Op, outer *flow.Frame) bool {
	if op.Effect != nil && len(g.Replies(op)) > 0 {
		return true
	}
	for _, r := range g.Replies(op) {
		if r.Node != nil && !r.Node.Frame.Within(outer) {
			continue
		}
		if r.Read == nil || r.Read.ReadsValue() {
			return true
		}
	}
	c := op.Cmd()
	if c == nil {
		return false
	}
	for _, n := range g.Escapes(c) {
		if n.Frame.Within(outer) && n.Kind != flow.ReturnNode && n.Kind != flow.StoreNode {
			return true
		}
	}
	return false
}

func report(pass *rule.Pass, g *flow.Graph, op *flow.Op, outer *flow.Frame) {
	place := fmt.Sprintf("the function of %s", outer.Op.Name())
	if op.Effect != nil || !lexical(op.Node.Frame, outer) {
		n := op.Node
		if op.Effect == nil {
			_, n = g.GivenFrom(op.Target())
		}
		if n == nil {
			return
		}
		if call := g.CallAt(n); call != nil {
			pass.ReportFinding(rule.Finding{Pos: call.Pos(), End: call.End(), Message: fmt.Sprintf(
				"%s gets the client, not the pipeline, inside %s; its %s is sent at once", rule.Expr(call.Fun), place, op.Name())})
		}
		return
	}
	name := pass.NameOf(op)
	what := name + "." + op.Name()
	if op.Kind == calls.ScriptRun {
		what = op.Name() + " on " + name
	}
	pass.ReportFinding(rule.Finding{Pos: op.Pos(), End: max(op.End(), op.Pos()), Fix: toPipe(pass, g, op, outer),
		Message: fmt.Sprintf("%s bypasses the pipeline inside %s; it is sent at once, whatever becomes of the batch", what, place)})
}

// toPipe replaces the client by the parameter of the function, where the command's result is not used and the parameter can be named.
func toPipe(pass *rule.Pass, g *flow.Graph, op *flow.Op, outer *flow.Frame) *analysis.SuggestedFix {
	lit, ok := outer.Literal()
	if !ok || op.Call == nil || op.Kind == calls.ScriptRun || !op.Statement() || g.CallFate(op.Call.Expr) != flow.FateStatement {
		return nil
	}
	if d, async := op.Deferred(); d || async {
		return nil
	}
	param := pass.Flow.ParamOf(lit)
	sel, isSel := ast.Unparen(op.Call.Expr.Fun).(*ast.SelectorExpr)
	if param == nil || !isSel || types.NewMethodSet(param.Type()).Lookup(pass.Pkg, op.Name()) == nil {
		return nil
	}
	scope := pass.Pkg.Scope().Innermost(op.Pos())
	if scope == nil {
		return nil
	}
	if _, obj := scope.LookupParent(param.Name(), op.Pos()); obj != param {
		return nil // shadowed
	}
	return &analysis.SuggestedFix{Message: "Use " + param.Name() + " in place of " + rule.Expr(sel.X),
		TextEdits: []analysis.TextEdit{{Pos: sel.X.Pos(), End: sel.X.End(), NewText: []byte(param.Name())}}}
}
