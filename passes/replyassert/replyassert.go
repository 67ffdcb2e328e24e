// Package replyassert declares the check replyassert: type assertions on parts of a reply that can be nil or never hold the type.
package replyassert

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

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
		Name:   "replyassert",
		Family: "replies",
		Title:  "type assertion on a reply that can be nil or another type",
		Text: `
A key or field that is missing is a nil element in the slice of ` + "`MGet`" + ` and ` + "`HMGet`" + `, so ` + "`v.(string)`" + ` panics for it. The elements are
strings: an assertion to int or []byte never holds. Numbers in replies of ` + "`Do`, `Eval`" + ` and scripts are int64, never int or float64, and
texts are string, never []byte; ` + "`Do(...).Val().(string)`" + ` panics when the key is missing or the command fails.`,
		Silent: []string{
			"The element was compared with nil, or asserted with two results, before.",
			"The reply of a script or Do was taken with its error, and the type can be right.",
			"The assertion has two results and can hold.",
		},
		Bad: bad, Good: good,
		Harm:     "the program panics: interface conversion: interface {} is nil, not string",
		Patterns: []string{"N6"},
		Sources:  []string{"https://redis.io/docs/latest/commands/mget/", "go-redis command.go: SliceCmd, Cmd", "go-redis internal/proto/reader.go: ReadReply"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	c := &check{pass}
	pass.Calls.Inspector.WithStack([]ast.Node{(*ast.TypeAssertExpr)(nil)}, func(n ast.Node, push bool, stack []ast.Node) bool {
		if a := n.(*ast.TypeAssertExpr); push && a.Type != nil {
			c.assertion(a, twoResults(a, stack), stack)
		}
		return true
	})
	return nil
}

type check struct{ *rule.Pass }

// origin says where an asserted value comes from.
type origin uint8

const (
	unknown   origin = iota
	element          // an element of MGet or HMGet: string or nil
	whole            // the whole reply of Do, Eval or a script, taken with its error
	unchecked        // the same without a look at the error
	part             // an element of an array reply of those
)

// twoResults reports v, ok := x.(T).
func twoResults(a *ast.TypeAssertExpr, stack []ast.Node) bool {
	for i := len(stack) - 2; i >= 0; i-- {
		switch p := stack[i].(type) {
		case *ast.ParenExpr:
			continue
		case *ast.AssignStmt:
			return len(p.Lhs) == 2 && len(p.Rhs) == 1
		case *ast.ValueSpec:
			return len(p.Names) == 2 && len(p.Values) == 1
		}
		break
	}
	return false
}

func (c *check) assertion(a *ast.TypeAssertExpr, two bool, stack []ast.Node) {
	from, call := c.origin(a.X, 0)
	if from == unknown {
		return
	}
	t := c.TypesInfo.TypeOf(a.Type)
	text := values.Text(a.X)
	if from == element {
		switch {
		case types.IsInterface(t):
		case !isString(t):
			c.Report(a, fmt.Sprintf("%s is a string or nil, never %s; it is an element of %s", text, c.name(t), call))
		case !two && !c.guarded(a, stack):
			c.Report(a, fmt.Sprintf("%s is nil for a missing key; the assertion panics, it is an element of %s", text, call))
		}
		return
	}
	if c.never(t, call) {
		c.Report(a, fmt.Sprintf("%s is never %s; replies of %s hold int64 and string", text, c.name(t), call))
		return
	}
	if from == unchecked && !two && !types.IsInterface(t) && !c.guarded(a, stack) {
		c.Report(a, fmt.Sprintf("%s is nil when the key is missing or %s fails; the assertion panics", text, call))
	}
}

func isString(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Kind() == types.String
}

// never reports a type that the decoder of generic replies does not produce. Floating point numbers come with RESP3, but not from Lua.
func (c *check) never(t types.Type, call string) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		switch t.Kind() {
		case types.Int64, types.String, types.Bool:
			return false
		case types.Float64:
			return call != "Do"
		}
		return true
	case *types.Slice:
		it, ok := t.Elem().Underlying().(*types.Interface)
		return !(ok && it.Empty()) // []interface{} is the only slice
	}
	return false
}

// origin follows an expression to a reply; the string is the command's method.
func (c *check) origin(e ast.Expr, depth int) (origin, string) {
	e = ast.Unparen(e)
	if depth > 6 {
		return unknown, ""
	}
	switch x := e.(type) {
	case *ast.IndexExpr:
		return c.elementOf(x.X, depth+1)
	case *ast.CallExpr:
		return c.reply(x, false, depth)
	case *ast.TypeAssertExpr:
		return unknown, ""
	case *ast.Ident:
		v := c.Values.Var(x)
		if v == nil || v.IsField() {
			return unknown, ""
		}
		if from, call := c.ranged(v, depth); from != unknown {
			return from, call
		}
		if fn, index, ok := c.Values.IsParam(v); ok {
			for _, arg := range c.Values.Callers(fn, index) {
				if from, call := c.origin(arg, depth+3); from == element {
					return from, call
				}
			}
			return unknown, ""
		}
		defs, complete := c.Values.Defs(v)
		if !complete || len(defs) != 1 || defs[0].Expr == nil || defs[0].Index != 0 {
			return unknown, ""
		}
		if call, ok := ast.Unparen(defs[0].Expr).(*ast.CallExpr); ok {
			return c.reply(call, c.errorKept(call), depth+1)
		}
		return c.origin(defs[0].Expr, depth+1)
	}
	return unknown, ""
}

// reply is the origin of the value of a call: Val, Result of a generic command.
func (c *check) reply(x *ast.CallExpr, kept bool, depth int) (origin, string) {
	r := c.Calls.Of(x)
	if r == nil || r.Kind != calls.Read {
		return unknown, ""
	}
	switch r.Name() {
	case "Val":
	case "Result":
		if !kept {
			break
		}
	default:
		return unknown, ""
	}
	name := c.generic(r.Recv)
	if name == "" {
		return unknown, ""
	}
	if r.Name() == "Val" || !kept {
		if c.errRead(r.Recv) {
			return whole, name
		}
		return unchecked, name
	}
	return whole, name
}

// errRead reports whether the error of a command in a variable is read somewhere.
func (c *check) errRead(recv ast.Expr) bool {
	v := c.Values.Var(recv)
	if v == nil {
		return false
	}
	for _, r := range c.Calls.OfKind(calls.Read) {
		if (r.Name() == "Err" || r.Name() == "Result") && c.Values.Var(r.Recv) == v {
			return true
		}
	}
	return false
}

// generic returns the method that made a *redis.Cmd, or "".
func (c *check) generic(recv ast.Expr) string {
	if recv == nil || !isCmd(c.TypesInfo.TypeOf(recv), "Cmd") {
		return ""
	}
	call := c.Calls.Of(c.Values.Resolve(recv))
	if call == nil {
		return ""
	}
	switch call.Kind {
	case calls.Do, calls.ScriptRun, calls.Command:
		return call.Name()
	}
	return ""
}

func isCmd(t types.Type, name string) bool {
	if p, ok := t.(*types.Pointer); ok {
		if n, ok := types.Unalias(p.Elem()).(*types.Named); ok {
			_, lib := redisapi.LibraryOf(n.Obj().Pkg())
			return lib && n.Obj().Name() == name
		}
	}
	return false
}

// errorKept reports whether the second result of a call goes to a variable.
func (c *check) errorKept(call *ast.CallExpr) bool {
	kept := false
	c.Calls.Inspector.Preorder([]ast.Node{(*ast.AssignStmt)(nil)}, func(n ast.Node) {
		a := n.(*ast.AssignStmt)
		if len(a.Rhs) == 1 && ast.Unparen(a.Rhs[0]) == call && len(a.Lhs) == 2 {
			id, ok := a.Lhs[1].(*ast.Ident)
			kept = !ok || id.Name != "_"
		}
	})
	return kept
}

// ranged returns the origin of the value variable of a range loop.
func (c *check) ranged(v *types.Var, depth int) (origin, string) {
	var over ast.Expr
	c.Calls.Inspector.Preorder([]ast.Node{(*ast.RangeStmt)(nil)}, func(n ast.Node) {
		r := n.(*ast.RangeStmt)
		if id, ok := r.Value.(*ast.Ident); ok && c.TypesInfo.Defs[id] == v {
			over = r.X
		}
	})
	if over == nil {
		return unknown, ""
	}
	return c.elementOf(over, depth+1)
}

// elementOf is the origin of the elements of a slice.
func (c *check) elementOf(e ast.Expr, depth int) (origin, string) {
	e = ast.Unparen(e)
	if depth > 6 {
		return unknown, ""
	}
	switch x := e.(type) {
	case *ast.SliceExpr:
		return c.elementOf(x.X, depth+1)
	case *ast.TypeAssertExpr: // reply.([]interface{})[0]
		if from, call := c.origin(x.X, depth+1); from == whole || from == unchecked || from == part {
			return part, call
		}
	case *ast.CallExpr:
		return c.sliceReply(x, depth)
	case *ast.Ident:
		v := c.Values.Var(x)
		if v == nil || v.IsField() {
			return unknown, ""
		}
		if fn, index, ok := c.Values.IsParam(v); ok {
			for _, arg := range c.Values.Callers(fn, index) {
				if from, call := c.elementOf(arg, depth+3); from == element {
					return from, call
				}
			}
			return unknown, ""
		}
		defs, complete := c.Values.Defs(v)
		if complete && len(defs) == 1 && defs[0].Expr != nil && defs[0].Index == 0 {
			return c.elementOf(defs[0].Expr, depth+1)
		}
	}
	return unknown, ""
}

// sliceReply is the origin of the elements of what a call returns.
func (c *check) sliceReply(x *ast.CallExpr, depth int) (origin, string) {
	r := c.Calls.Of(x)
	if r == nil {
		if reply := c.Values.Reply(x); reply != nil && (reply.Method == "MGet" || reply.Method == "HMGet") {
			return element, reply.Method
		}
		fn, rets := c.Values.Callee(x)
		if fn == nil || len(rets) == 0 {
			return unknown, ""
		}
		for _, ret := range rets {
			if ret == nil || c.TypesInfo.Types[ret].IsNil() {
				continue
			}
			if from, call := c.elementOf(ret, depth+2); from != unknown {
				return from, call
			}
		}
		return unknown, ""
	}
	if r.Kind != calls.Read {
		return unknown, ""
	}
	if r.Name() == "Slice" {
		if name := c.generic(r.Recv); name != "" {
			if m := c.rawSlice(r.Recv); m != "" {
				return element, m
			}
			return part, name
		}
	}
	if (r.Name() == "Val" || r.Name() == "Result") && isCmd(c.TypesInfo.TypeOf(r.Recv), "SliceCmd") {
		call := c.Calls.Of(c.Values.Resolve(r.Recv))
		if call == nil {
			return element, "MGet or HMGet"
		}
		if call.Name() == "MGet" || call.Name() == "HMGet" {
			return element, call.Name()
		}
	}
	return unknown, ""
}

// rawSlice returns MGET or HMGET for Do with that constant word.
func (c *check) rawSlice(recv ast.Expr) string {
	call := c.Calls.Of(c.Values.Resolve(recv))
	if call == nil || call.Kind != calls.Do || len(call.Args) == 0 {
		return ""
	}
	v := c.TypesInfo.Types[c.Values.Resolve(call.Args[0])].Value
	if v == nil || v.Kind() != constant.String {
		return ""
	}
	switch s := strings.ToUpper(constant.StringVal(v)); s {
	case "MGET", "HMGET":
		return s
	}
	return ""
}

// guarded reports whether the same expression was compared with nil, or asserted with two results or in a switch, before the assertion
// in its function.
func (c *check) guarded(a *ast.TypeAssertExpr, stack []ast.Node) bool {
	text := types.ExprString(a.X)
	var body ast.Node
	for _, n := range stack {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			if body == nil {
				body = n
			}
		}
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if found || n == nil || n.Pos() > a.Pos() {
			return false
		}
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				found = types.ExprString(n.X) == text && c.TypesInfo.Types[n.Y].IsNil() || types.ExprString(n.Y) == text && c.TypesInfo.Types[n.X].IsNil()
			}
		case *ast.AssignStmt:
			if len(n.Lhs) == 2 && len(n.Rhs) == 1 {
				if other, ok := ast.Unparen(n.Rhs[0]).(*ast.TypeAssertExpr); ok {
					found = types.ExprString(other.X) == text
				}
			}
		case *ast.TypeSwitchStmt:
			ast.Inspect(n.Assign, func(m ast.Node) bool {
				if other, ok := m.(*ast.TypeAssertExpr); ok && other.Type == nil && types.ExprString(other.X) == text {
					found = true
				}
				return true
			})
		case *ast.CallExpr: // a predicate asked about it: isNil(v)
			if fn, ok := typeutil.Callee(c.TypesInfo, n).(*types.Func); ok && fn.Signature().Results().Len() > 0 {
				if b, ok := fn.Signature().Results().At(0).Type().(*types.Basic); ok && b.Kind() == types.Bool {
					for _, arg := range n.Args {
						found = found || types.ExprString(arg) == text
					}
				}
			}
		}
		return !found
	})
	return found
}

func (c *check) name(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == c.Pkg {
			return ""
		}
		return p.Name()
	})
}
