// Package panicmethod declares the check panicmethod: methods of the client that panic.
package panicmethod

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
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
		Name:   "panicmethod",
		Family: "resources",
		Title:  "method of the client that always panics",
		Text: `
Some methods exist only to satisfy an interface and panic "not implemented": ` + "`Quit`, `Sync`, `JSONDebugMemory`" + `, ` + "`SlowLog`" + ` up to
v7, transactions of a Ring in v6. Others panic for certain arguments: Subscribe of a Ring without channels, a constructor with nil
options, NewFailoverClient with RouteByLatency or RouteRandomly, and, before v9, surplus optional arguments of BitPos, ZPopMax, ZPopMin and
MemoryUsage. The connections of a client are given back by ` + "`Close`" + `, not by ` + "`Quit`" + `.`,
		Silent: []string{"The method belongs to the program's own type and only has the same name."},
		Bad:    bad, Good: good,
		Harm:     `the program panics with "not implemented"`,
		Patterns: []string{"X11"},
		Sources:  []string{"go-redis commands.go: Quit, Sync", "go-redis json.go: JSONDebugMemory", "go-redis ring.go: Subscribe"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	c := &check{pass}
	for _, call := range pass.Calls.Calls {
		if call.Lib.Dialect != "" {
			continue
		}
		c.call(call)
	}
	for _, v := range pass.Calls.MethodValues {
		if v.Lib.Dialect == "" && !v.AppInterface && v.Role != redisapi.RoleCmd {
			c.value(v)
		}
	}
	c.failover()
	return nil
}

type check struct{ *rule.Pass }

func (c *check) call(call *calls.Call) {
	name, major := call.Name(), call.Lib.Major
	switch call.Role {
	case redisapi.RoleNone:
		if call.Kind == calls.NewClient && major >= 9 && len(call.Args) == 1 && c.TypesInfo.Types[call.Args[0]].IsNil() {
			c.Report(call.Args[0], name+" panics when its options are nil")
		}
		return
	case redisapi.RoleCmd, redisapi.RolePubSub, redisapi.RoleScript, redisapi.RoleIterator:
		return
	}
	switch name {
	case "Quit":
		if !call.AppInterface && call.Fn.Signature().Results().Len() == 1 {
			c.quit(call)
		}
	case "Sync", "JSONDebugMemory":
		if !call.AppInterface {
			c.Report(call.Expr, name+" is not implemented; it panics")
		}
	case "SlowLog":
		if major <= 7 {
			c.Report(call.Expr, "SlowLog is not implemented; it panics")
		}
	case "TxPipeline", "TxPipelined":
		if major == 6 && call.Role == redisapi.RoleRing {
			c.Report(call.Expr, name+" of a Ring is not implemented; it panics")
		}
	case "Subscribe", "PSubscribe", "SSubscribe":
		if call.Role == redisapi.RoleRing && len(call.Args) == 0 {
			c.Report(call.Expr, name+" of a Ring panics without a channel")
		}
	case "BitPos":
		c.surplus(call, 4)
	case "ZPopMax", "ZPopMin", "MemoryUsage":
		c.surplus(call, 2)
	}
}

// value reports a method that always panics where it is taken as a value.
func (c *check) value(v calls.MethodValue) {
	switch name := v.Fn.Name(); name {
	case "Quit":
		if v.Fn.Signature().Results().Len() == 1 {
			c.Report(v.Expr, "Quit is not implemented and panics; Close gives the connections back")
		}
	case "Sync", "JSONDebugMemory":
		c.Report(v.Expr, name+" is not implemented; it panics")
	case "SlowLog":
		if v.Lib.Major <= 7 {
			c.Report(v.Expr, "SlowLog is not implemented; it panics")
		}
	}
}

// surplus reports more optional arguments than a method before v9 takes.
func (c *check) surplus(call *calls.Call, most int) {
	if call.Lib.Major < 9 && !call.Spread && len(call.Args) > most {
		c.Report(call.Args[most], fmt.Sprintf("%s panics; it takes %d arguments at most", call.Name(), most))
	}
}

// quit reports Quit, with the fix to call Close where the receiver has it.
func (c *check) quit(call *calls.Call) {
	f := rule.Finding{Pos: call.Expr.Pos(), End: call.Expr.End(), Message: "Quit is not implemented and panics; Close gives the connections back"}
	sel, ok := ast.Unparen(call.Expr.Fun).(*ast.SelectorExpr)
	if ok && c.hasClose(call.Recv) && c.standsAlone(call) && plainContext(c.TypesInfo, call.Ctx) {
		f.Fix = &analysis.SuggestedFix{
			Message: "Replace Quit with Close",
			TextEdits: []analysis.TextEdit{
				{Pos: sel.Sel.Pos(), End: sel.Sel.End(), NewText: []byte("Close")},
				{Pos: call.Expr.Lparen + 1, End: call.Expr.Rparen},
			},
		}
	}
	c.ReportFinding(f)
}

func (c *check) hasClose(recv ast.Expr) bool {
	if recv == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(c.TypesInfo.TypeOf(recv), true, c.Pkg, "Close")
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Params().Len() == 0
}

// plainContext reports whether the context argument can go without leaving a variable unused: a parameter stays.
func plainContext(info *types.Info, ctx ast.Expr) bool {
	id, ok := ctx.(*ast.Ident)
	if !ok {
		return ctx == nil
	}
	v, ok := info.Uses[id].(*types.Var)
	return ok && (v.Kind() == types.ParamVar || v.Kind() == types.PackageVar)
}

// standsAlone reports whether the result is dropped: a statement or a deferred call.
func (c *check) standsAlone(call *calls.Call) bool {
	alone := false
	c.Calls.Inspector.Preorder([]ast.Node{(*ast.ExprStmt)(nil), (*ast.DeferStmt)(nil)}, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.ExprStmt:
			alone = alone || ast.Unparen(n.X) == call.Expr
		case *ast.DeferStmt:
			alone = alone || n.Call == call.Expr
		}
	})
	return alone
}

// failover reports NewFailoverClient(&FailoverOptions{RouteByLatency: true}).
func (c *check) failover() {
	for _, call := range c.Calls.OfKind(calls.NewClient) {
		if call.Name() != "NewFailoverClient" || call.Lib.Major < 8 || len(call.Args) != 1 {
			continue
		}
		e := c.Values.Resolve(call.Args[0])
		if a, ok := e.(*ast.UnaryExpr); ok {
			e = a.X
		}
		lit, ok := e.(*ast.CompositeLit)
		if !ok {
			continue
		}
		for _, el := range lit.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			id, ok := kv.Key.(*ast.Ident)
			if !ok || id.Name != "RouteByLatency" && id.Name != "RouteRandomly" {
				continue
			}
			if v := c.TypesInfo.Types[kv.Value].Value; v != nil && v.ExactString() == "true" {
				c.Report(kv, "NewFailoverClient panics with "+id.Name+"; NewFailoverClusterClient routes")
			}
		}
	}
}
