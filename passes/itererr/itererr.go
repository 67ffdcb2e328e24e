// Package itererr declares the check itererr: scan iterators whose error nobody reads.
package itererr

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/fix"
	"github.com/redisvet/redisvet/passes/internal/flow"
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
		Name:   "itererr",
		Family: "resources",
		Title:  "ScanIterator.Err never read",
		Text: `
` + "`Next`" + ` returns false at the end of the scan and at any error: a timeout, a lost connection, a cancelled context. Only ` + "`Err`" + `, asked
after the loop, tells them apart. Without it half a scan looks like a whole one. Inside the loop ` + "`Err`" + ` is always nil.`,
		Silent: []string{
			"Err is read on some path after the loop.",
			"The iterator is returned, stored or handed to code that is not seen.",
		},
		Bad: bad, Good: good,
		Harm:     "a scan of a server that is gone looks like an empty keyspace",
		Patterns: []string{"X5"},
		Sources:  []string{"go-redis iterator.go: (*ScanIterator).Next, (*ScanIterator).Err"},
		Severity: rule.Warning,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if op.Kind == calls.Iterator {
				check(pass, g, op)
			}
		}
	}
	return nil
}

// check judges an iterator where it is made: a helper that only collects leaves the error to its caller.
func check(pass *rule.Pass, g *flow.Graph, made *flow.Op) {
	it := g.One(made.Result(0))
	if it == nil || len(g.Escapes(it)) > 0 {
		return
	}
	var nexts, errs []*flow.Op
	for _, op := range g.Ops {
		if op.Kind == calls.IteratorUse && slices.Contains(op.Receivers(), it) {
			switch op.Name() {
			case "Next":
				nexts = append(nexts, op)
			case "Err":
				errs = append(errs, op)
			}
		}
	}
	again := func(n *flow.Node) bool { return n == made.Node }
	asked := func(n *flow.Node) bool {
		return slices.ContainsFunc(errs, func(op *flow.Op) bool { return op.Node == n })
	}
	for _, next := range nexts {
		if g.SearchFrom(g.Ended(next), asked, again) != nil {
			return
		}
	}
	if len(nexts) == 0 {
		return
	}
	next := nexts[0]
	if next.Call == nil || inHelper(next.Node.Frame, made.Node.Frame) {
		pass.ReportOp(made, "", "error of this iterator is never read after its last element; half a scan looks whole")
		return
	}
	name := pass.NameOf(next)
	pass.ReportFinding(rule.Finding{
		Pos: next.Pos(), End: next.End(),
		Message: fmt.Sprintf("%s.Next ends at errors, too, and %s.Err is never read after it; half a scan looks whole", name, name),
		Fix:     returnErr(pass, next),
	})
}

// inHelper reports whether a frame is that of a declared function called from another frame.
func inHelper(f, from *flow.Frame) bool {
	for ; f != nil && f != from; f = f.Parent {
		if f.Name() != "" {
			return true
		}
	}
	return false
}

// returnErr is the fix for a loop that is followed by a return of a nil error: it returns the error of the iterator.
func returnErr(pass *rule.Pass, next *flow.Op) *analysis.SuggestedFix {
	it, ok := ast.Unparen(next.Call.Recv).(*ast.Ident)
	file := fix.FileOf(pass.Pass, next.Pos())
	if !ok || file == nil {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(file, next.Call.Expr.Pos(), next.Call.Expr.End())
	if len(path) < 3 {
		return nil
	}
	loop, ok := path[1].(*ast.ForStmt)
	if !ok || loop.Cond != ast.Expr(next.Call.Expr) || loop.Init != nil {
		return nil
	}
	block, ok := path[2].(*ast.BlockStmt)
	if !ok {
		return nil
	}
	i := slices.Index(block.List, ast.Stmt(loop))
	if i < 0 || i+1 >= len(block.List) {
		return nil
	}
	ret, ok := block.List[i+1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return nil
	}
	last := ret.Results[len(ret.Results)-1]
	if id, ok := last.(*ast.Ident); !ok || id.Name != "nil" || !errorLast(pass, path) {
		return nil
	}
	text := it.Name + ".Err()"
	return &analysis.SuggestedFix{Message: "Return " + text, TextEdits: []analysis.TextEdit{{Pos: last.Pos(), End: last.End(), NewText: []byte(text)}}}
}

// errorLast reports whether the last result of the function around a node is an error.
func errorLast(pass *rule.Pass, path []ast.Node) bool {
	for _, n := range path {
		var ft *ast.FuncType
		switch n := n.(type) {
		case *ast.FuncLit:
			ft = n.Type
		case *ast.FuncDecl:
			ft = n.Type
		default:
			continue
		}
		if ft.Results == nil || len(ft.Results.List) == 0 {
			return false
		}
		t := pass.TypesInfo.TypeOf(ft.Results.List[len(ft.Results.List)-1].Type)
		return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
	}
	return false
}
