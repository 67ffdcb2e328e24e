// Package blockforever declares the check blockforever: stream reads that wait for ever by accident.
package blockforever

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"time"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
	"github.com/redisvet/redisvet/passes/internal/rule"
	"github.com/redisvet/redisvet/passes/internal/values"
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
		Name:   "blockforever",
		Family: "arguments",
		Title:  "XRead or XReadGroup that blocks for ever by accident",
		Text: `
` + "`XReadArgs.Block`" + ` and ` + "`XReadGroupArgs.Block`" + ` are sent whenever they are not negative, so the zero value of a field that nobody
set is BLOCK 0: wait for ever, without a read time-out, on a connection of the pool. A deadline of the context does not end it. A bare
number such as ` + "`Block: 5000`" + ` is 5 microseconds, which is cut to BLOCK 0 as well. Write ` + "`Block: -1`" + ` to return at once,
` + "`Block: 5 * time.Second`" + ` to wait, and ` + "`Block: 0`" + ` if waiting for ever is meant.`,
		Silent: []string{
			"Block is 0 in so many words.",
			"Block is assigned later, or the arguments come from elsewhere.",
			"XReadGroup reads explicit ids only: it returns at once.",
			"The command is queued in a pipeline (the check pipecmd looks at those).",
		},
		Bad: bad, Good: good,
		Harm:     "the goroutine and a connection of the pool wait for ever, whatever the context's deadline",
		Patterns: []string{"V2"},
		Sources:  []string{"https://redis.io/docs/latest/commands/xread/", "go-redis stream_commands.go: XRead, XReadGroup"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	c := &check{pass}
	for _, u := range pass.Values.Uses() {
		switch {
		case u.IsField():
			if u.Name == "Block" && strings.HasPrefix(u.Owner, "XRead") {
				c.block(u, u.Exprs[0])
			}
		case u.Kind == calls.Command && u.Param == 0 && (u.Name == "XRead" || u.Name == "XReadGroup"):
			if u.Call == nil || u.Call.Role != redisapi.RolePipeline {
				c.args(u, u.Exprs[0])
			}
		}
	}
	return nil
}

type check struct{ *rule.Pass }

// block checks a value of the field Block.
func (c *check) block(u values.Use, e ast.Expr) {
	d := c.Values.Duration(e)
	text := values.Text(e)
	switch {
	case d.Class == values.ClassConst && d.Value > 0 && d.Value < time.Millisecond:
		c.Report(e, fmt.Sprintf("Block of %s is %s, which is cut to BLOCK 0; it waits for ever", u.Of(), strings.Replace(d.Value.String(), "\u00b5", "u", 1)))
	case d.Class == values.ClassBare:
		c.Report(e, fmt.Sprintf("%s counts nanoseconds as Block of %s; below a million it is BLOCK 0 and waits for ever", text, u.Of()))
	case d.Class == values.ClassLost:
		c.Report(e, fmt.Sprintf("%s has lost its unit as Block of %s; below a million it is BLOCK 0 and waits for ever", text, u.Of()))
	case d.Class == values.ClassTwice:
		c.Report(e, fmt.Sprintf("%s scales a duration twice as Block of %s", text, u.Of()))
	}
}

// args checks the argument of a read for a Block that nobody sets.
func (c *check) args(u values.Use, e ast.Expr) {
	lit, v := c.literal(e)
	if lit == nil && v == nil {
		return
	}
	if v != nil && c.touched(v) {
		return
	}
	at := ast.Node(e)
	if lit != nil {
		fields, keyed := literalFields(lit)
		if !keyed || fields["Block"] != nil {
			return
		}
		if u.Name == "XReadGroup" && c.explicitIDs(fields["Streams"]) {
			return
		}
		if lit.Type != nil {
			at = lit.Type
		}
	}
	c.ReportFinding(rule.Finding{Pos: at.Pos(), End: at.End(), Message: u.Name + " without Block waits for ever; a deadline of ctx does not end it"})
}

// literal finds the literal behind an argument, and the local variable that holds it. A variable without a literal is one that was
// declared without a value or made by new.
func (c *check) literal(e ast.Expr) (*ast.CompositeLit, *types.Var) {
	e = ast.Unparen(e)
	if a, ok := e.(*ast.UnaryExpr); ok && a.Op == token.AND {
		e = ast.Unparen(a.X)
	}
	switch x := e.(type) {
	case *ast.CompositeLit:
		return x, nil
	case *ast.CallExpr:
		if _, rets := c.Values.Callee(x); len(rets) == 1 && rets[0] != nil {
			if lit, v := c.literal(rets[0]); v == nil {
				return lit, nil
			}
		}
		return nil, nil
	case *ast.Ident:
		v := c.Values.Var(x)
		if v == nil || v.Parent() == c.Pkg.Scope() {
			return nil, nil
		}
		if _, _, ok := c.Values.IsParam(v); ok {
			return nil, nil
		}
		defs, _ := c.Values.Defs(v)
		if len(defs) != 1 || defs[0].Unknown || defs[0].Index != 0 {
			return nil, nil
		}
		if defs[0].Zero {
			if _, ok := v.Type().Underlying().(*types.Struct); ok {
				return nil, v
			}
			return nil, nil
		}
		if call, ok := defs[0].Expr.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "new" {
				return nil, v
			}
		}
		if lit, inner := c.literal(defs[0].Expr); inner == nil && lit != nil {
			return lit, v
		}
	}
	return nil, nil
}

// touched reports whether the field Block of a variable is assigned, or the variable given to something else than the library.
func (c *check) touched(v *types.Var) bool {
	found := false
	isVar := func(e ast.Expr) bool {
		if a, ok := ast.Unparen(e).(*ast.UnaryExpr); ok {
			e = a.X
		}
		return c.Values.Var(e) == v
	}
	nodes := []ast.Node{(*ast.AssignStmt)(nil), (*ast.CallExpr)(nil), (*ast.ReturnStmt)(nil), (*ast.CompositeLit)(nil), (*ast.UnaryExpr)(nil)}
	c.Calls.Inspector.Preorder(nodes, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok && sel.Sel.Name == "Block" && c.Values.Var(sel.X) == v {
					found = true
				}
			}
			for _, rhs := range n.Rhs {
				found = found || isVar(rhs)
			}
		case *ast.CallExpr:
			if c.Calls.Of(n) == nil {
				for _, a := range n.Args {
					found = found || isVar(a)
				}
			}
		case *ast.ReturnStmt:
			for _, r := range n.Results {
				found = found || isVar(r)
			}
		case *ast.CompositeLit:
			for _, el := range n.Elts {
				if kv, ok := el.(*ast.KeyValueExpr); ok {
					el = kv.Value
				}
				found = found || isVar(el)
			}
		case *ast.UnaryExpr: // &args.Block
			if sel, ok := ast.Unparen(n.X).(*ast.SelectorExpr); ok && n.Op == token.AND && c.Values.Var(sel.X) == v {
				found = true
			}
		}
	})
	return found
}

// literalFields returns the values of a literal by field; a positional one is not keyed.
func literalFields(lit *ast.CompositeLit) (map[string]ast.Expr, bool) {
	fields := map[string]ast.Expr{}
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return nil, false
		}
		if id, ok := kv.Key.(*ast.Ident); ok {
			fields[id.Name] = kv.Value
		}
	}
	return fields, true
}

// explicitIDs reports whether the second half of a Streams literal holds constant ids other than ">".
func (c *check) explicitIDs(streams ast.Expr) bool {
	if streams == nil {
		return false
	}
	lit, ok := c.Values.Resolve(streams).(*ast.CompositeLit)
	if !ok || len(lit.Elts) == 0 || len(lit.Elts)%2 != 0 {
		return false
	}
	for _, el := range lit.Elts[len(lit.Elts)/2:] {
		v := c.TypesInfo.Types[c.Values.Resolve(el)].Value
		if v == nil || v.ExactString() == `">"` {
			return false
		}
	}
	return true
}
