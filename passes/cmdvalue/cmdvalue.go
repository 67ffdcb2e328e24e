// Package cmdvalue declares the check cmdvalue: a command taken for its value or its error.
package cmdvalue

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
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
		Name:   "cmdvalue",
		Family: "replies",
		Title:  "command taken for its value or its error",
		Text: `
A command method returns a pointer to the command, which is never nil: ` + "`if err := rdb.Set(...); err != nil`" + ` takes the branch every time.
The error is ` + "`.Err()`" + `. ` + "`String()`" + ` of a command, and ` + "`%v`" + ` of it, is a text for logs: "get key: value", or "get key: redis: nil" for a
missing key. The value is ` + "`.Val()`, `.Result()`" + `, or ` + "`.Text()`" + ` for Do.`,
		Silent: []string{
			"The text goes to a log, to a test, to the terminal or into an error.",
			"The value is a redis.Cmder, as in hooks and tracing.",
			"The pointer that is compared with nil comes from a map, a field, a parameter or another function.",
		},
		Bad: bad, Good: good,
		Harm:     `the value is "get key: value", and the error branch is always taken`,
		Patterns: []string{"V6", "V7"},
		Sources:  []string{"go-redis command.go: cmdString, (*StringCmd).String"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	c := &check{Pass: pass}
	nodes := []ast.Node{(*ast.BinaryExpr)(nil), (*ast.CallExpr)(nil)}
	pass.Calls.Inspector.WithStack(nodes, func(n ast.Node, push bool, stack []ast.Node) bool {
		if !push {
			return true
		}
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				c.compare(n)
			}
		case *ast.CallExpr:
			c.text(n, stack)
		}
		return true
	})
	return nil
}

type check struct {
	*rule.Pass
	uses map[*types.Var][]*ast.CallExpr // by variable; see usesOf
}

// isCommand reports whether t is a pointer to a concrete command.
func isCommand(t types.Type) bool {
	if t == nil {
		return false
	}
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && redisapi.RoleOf(p) == redisapi.RoleCmd && !types.IsInterface(p.Elem())
}

// ofDialect reports a command of a library that copies the API: there String is the value.
func ofDialect(cmd types.Type) bool {
	n, ok := types.Unalias(types.Unalias(cmd).(*types.Pointer).Elem()).(*types.Named)
	if !ok {
		return false
	}
	lib, _ := redisapi.LibraryOf(n.Obj().Pkg())
	return lib.Dialect != ""
}

// compare reports a command compared with nil, or with another command.
func (c *check) compare(b *ast.BinaryExpr) {
	x, y := b.X, b.Y
	if c.TypesInfo.Types[x].IsNil() {
		x, y = y, x
	}
	if !isCommand(c.TypesInfo.TypeOf(x)) {
		return
	}
	call := c.issued(x)
	if call == nil {
		return
	}
	if !c.TypesInfo.Types[y].IsNil() {
		if c.issued(y) != nil {
			c.Report(b, fmt.Sprintf("%s compares the commands, not their values; they are never equal", values.Text(b)))
		}
		return
	}
	f := rule.Finding{Pos: b.Pos(), End: b.End(), Message: fmt.Sprintf(
		"%s compares the command of %s with nil, which it never is; its error is Err()", values.Text(b), call.Name())}
	if at := c.fixable(x, call); at.IsValid() {
		f.Fix = &analysis.SuggestedFix{
			Message:   "Take the error of " + call.Name(),
			TextEdits: []analysis.TextEdit{{Pos: at, End: at, NewText: []byte(".Err()")}},
		}
	}
	c.ReportFinding(f)
}

// issued returns the call that made a command: x itself, or what its variable is assigned once.
func (c *check) issued(x ast.Expr) *calls.Call {
	call := c.Calls.Of(c.Values.Resolve(x))
	if call == nil || call.AppInterface && call.Kind != calls.Command {
		return nil
	}
	switch call.Kind {
	case calls.Command, calls.Do, calls.ScriptRun:
		return call
	}
	return nil
}

// fixable returns where .Err() goes: behind the call, if every other use of its variable takes an error as well.
func (c *check) fixable(x ast.Expr, call *calls.Call) token.Pos {
	if ast.Unparen(x) == call.Expr {
		return call.Expr.End()
	}
	v := c.Values.Var(x)
	if v == nil || v.Parent() == c.Pkg.Scope() {
		return token.NoPos
	}
	ok := true
	c.Calls.Inspector.WithStack([]ast.Node{(*ast.Ident)(nil)}, func(n ast.Node, push bool, stack []ast.Node) bool {
		if !push || c.TypesInfo.Uses[n.(*ast.Ident)] != v {
			return true
		}
		switch p := stack[len(stack)-2].(type) {
		case *ast.BinaryExpr:
			ok = ok && (c.TypesInfo.Types[p.X].IsNil() || c.TypesInfo.Types[p.Y].IsNil())
		case *ast.CallExpr: // an argument for an interface, as of fmt and log
			ok = ok && c.takesAny(p, n.(ast.Expr))
		default:
			ok = false
		}
		return true
	})
	if !ok {
		return token.NoPos
	}
	return call.Expr.End()
}

func (c *check) takesAny(call *ast.CallExpr, arg ast.Expr) bool {
	sig, ok := c.TypesInfo.TypeOf(call.Fun).(*types.Signature)
	if !ok {
		return false
	}
	for i, a := range call.Args {
		if a != arg {
			continue
		}
		j := min(i, sig.Params().Len()-1)
		t := sig.Params().At(j).Type()
		if sl, ok := t.(*types.Slice); ok && sig.Variadic() && j == sig.Params().Len()-1 {
			t = sl.Elem()
		}
		it, ok := t.Underlying().(*types.Interface)
		return ok && it.Empty()
	}
	return false
}

// text reports String() of a command, and formatting it, where the text is used as the value.
func (c *check) text(call *ast.CallExpr, stack []ast.Node) {
	if r := c.Calls.Of(call); r != nil {
		if r.Lib.Dialect == "" && r.Kind == calls.Read && r.Name() == "String" && len(call.Args) == 0 && isCommand(c.TypesInfo.TypeOf(r.Recv)) && !c.forPeople(call, stack) {
			c.Report(call, fmt.Sprintf("%s is a text for logs such as %q; the value is %s", values.Text(call), c.sample(r.Recv), valueOf(c.TypesInfo.TypeOf(r.Recv))))
		}
		return
	}
	fn, _ := typeutil.Callee(c.TypesInfo, call).(*types.Func)
	if fn == nil || fn.Pkg() == nil {
		return
	}
	name := fn.Name()
	switch fn.Pkg().Path() {
	case "fmt":
		if !strings.HasPrefix(name, "Sprint") && !(strings.HasPrefix(name, "Fprint") && !c.toTerminal(call)) && !strings.HasPrefix(name, "Append") {
			return
		}
		if strings.HasPrefix(name, "Fprint") && c.inHook(stack) || !strings.HasPrefix(name, "Fprint") && c.forPeople(call, stack) {
			return
		}
	case "encoding/json":
		if name != "Marshal" && name != "MarshalIndent" && name != "Encode" {
			return
		}
	default:
		return
	}
	for _, a := range call.Args {
		if t := c.TypesInfo.TypeOf(a); isCommand(t) && !ofDialect(t) {
			c.Report(a, fmt.Sprintf("%s formats the command, not its value: %q; the value is %s", name, c.sample(a), valueOf(c.TypesInfo.TypeOf(a))))
		}
	}
}

// sample is what the text looks like.
func (c *check) sample(e ast.Expr) string {
	if call := c.Calls.Of(c.Values.Resolve(e)); call != nil && call.Method != nil && len(call.Method.Commands) > 0 {
		return strings.ToLower(call.Method.Commands[0]) + " key: value"
	}
	return "get key: value"
}

func valueOf(t types.Type) string {
	if strings.HasSuffix(t.String(), ".Cmd") {
		return "Text()"
	}
	return "Val()"
}

// forPeople reports whether a text only goes to a log, a test, the terminal or an error.
func (c *check) forPeople(e ast.Expr, stack []ast.Node) bool {
	if c.inHook(stack) {
		return true
	}
	for i := len(stack) - 2; i >= 0; i-- {
		switch p := stack[i].(type) {
		case *ast.ParenExpr, *ast.KeyValueExpr, *ast.CompositeLit:
			continue
		case *ast.BinaryExpr:
			if p.Op != token.ADD {
				return false
			}
		case *ast.CallExpr:
			if c.TypesInfo.Types[p.Fun].IsType() { // string(x), []byte(x)
				continue
			}
			if c.logs(p) {
				return true
			}
			fn, ok := typeutil.Callee(c.TypesInfo, p).(*types.Func)
			if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "fmt" && fn.Pkg().Path() != "strings" || strings.HasPrefix(fn.Name(), "Fprint") {
				return false
			}
		case *ast.ExprStmt:
			return true // dropped
		case *ast.AssignStmt:
			return c.varForPeople(p, e, stack[i+1])
		default:
			return false
		}
	}
	return false
}

// varForPeople reports whether the variable that gets the text is only logged.
func (c *check) varForPeople(a *ast.AssignStmt, e ast.Expr, rhs ast.Node) bool {
	if len(a.Lhs) != len(a.Rhs) {
		return false
	}
	var v *types.Var
	for i, r := range a.Rhs {
		if r == rhs {
			if id, ok := a.Lhs[i].(*ast.Ident); ok && id.Name == "_" {
				return true
			}
			v = c.Values.Var(a.Lhs[i])
		}
	}
	if v == nil || v.IsField() || v.Parent() == c.Pkg.Scope() {
		return false
	}
	uses := c.usesOf(v)
	for _, call := range uses {
		if call == nil || !c.logs(call) {
			return false
		}
	}
	return len(uses) > 0
}

// usesOf returns the uses of a variable: the call that a use is a direct argument (or the function) of, or nil.
func (c *check) usesOf(v *types.Var) []*ast.CallExpr {
	if c.uses == nil { // once for the package: there are more variables than anyone wants to walk it for
		c.uses = map[*types.Var][]*ast.CallExpr{}
		c.Calls.Inspector.WithStack([]ast.Node{(*ast.Ident)(nil)}, func(n ast.Node, push bool, stack []ast.Node) bool {
			if u, ok := c.TypesInfo.Uses[n.(*ast.Ident)].(*types.Var); ok && push {
				call, _ := stack[len(stack)-2].(*ast.CallExpr)
				c.uses[u] = append(c.uses[u], call)
			}
			return true
		})
	}
	return c.uses[v]
}

// inHook reports whether the code stands in a function with a redis.Cmder parameter, or a String method.
func (c *check) inHook(stack []ast.Node) bool {
	for _, n := range stack {
		var ft *ast.FuncType
		switch n := n.(type) {
		case *ast.FuncDecl:
			ft = n.Type
		case *ast.FuncLit:
			ft = n.Type
		default:
			continue
		}
		for _, p := range ft.Params.List {
			t := c.TypesInfo.TypeOf(p.Type)
			if sl, ok := t.(*types.Slice); ok {
				t = sl.Elem()
			}
			if redisapi.RoleOf(t) == redisapi.RoleCmd && types.IsInterface(t) {
				return true
			}
		}
	}
	return false
}

// logs reports whether a call writes a log, reports to a test, prints to the terminal, makes an error or panics.
func (c *check) logs(call *ast.CallExpr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && id.Name == "panic" {
		return true
	}
	fn, _ := typeutil.Callee(c.TypesInfo, call).(*types.Func)
	var name string
	switch {
	case fn != nil:
		name = strings.ToLower(fn.Name())
	case c.Values.Var(call.Fun) != nil: // a function in a parameter, field or variable: trace func(string)
		name = strings.ToLower(c.Values.Var(call.Fun).Name())
	default:
		return false
	}
	if fn != nil && fn.Pkg() != nil {
		switch p := fn.Pkg().Path(); {
		case p == "fmt":
			return strings.HasPrefix(name, "print") || name == "errorf" || strings.HasPrefix(name, "fprint") && c.toTerminal(call)
		case p == "errors" || p == "github.com/pkg/errors", p == "testing", p == "log", strings.HasPrefix(p, "log/"):
			return true
		case strings.Contains(p, "zap"), strings.Contains(p, "zerolog"), strings.Contains(p, "logr"), strings.Contains(p, "klog"), strings.Contains(p, "/otel"),
			strings.Contains(p, "/testify"):
			return true
		}
	}
	for _, w := range []string{"log", "debug", "info", "warn", "error", "print", "trace", "fatal", "panic"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// toTerminal reports Fprint to os.Stdout or os.Stderr.
func (c *check) toTerminal(call *ast.CallExpr) bool {
	if len(call.Args) == 0 {
		return false
	}
	v := c.Values.Var(call.Args[0])
	return v != nil && v.Pkg() != nil && v.Pkg().Path() == "os"
}
