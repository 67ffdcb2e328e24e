// Package luascript declares the check luascript: Lua scripts that cannot run as their call runs them.
package luascript

import (
	_ "embed"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/keys"
	"github.com/redisvet/redisvet/passes/internal/lua"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// The categories of findings.
const (
	Syntax  = "syntax"
	Global  = "global"
	Missing = "missing-key-or-argument"
	Foreign = "undeclared-key"
	Dynamic = "built-at-run-time"
)

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "luascript",
		Family: "cluster",
		Title:  "Lua script that cannot run as it is called",
		Text: `
A script is text to the compiler. What is wrong in it shows at run time, and often not in the test: a syntax error; a global variable, which
Redis refuses; ` + "`KEYS[2]`" + ` or ` + "`ARGV[3]`" + ` that the call does not pass and that is nil; a key that stands in the text or comes in by
` + "`ARGV`" + `. A cluster client sends a script to the node of its first key, and without KEYS to a random one: it works one time in three.

A script that is put together at run time from data is a new script each time. The server keeps every text it has seen, and data with a
quote in it becomes code.`,
		Silent: []string{
			"The text is not constant, or the keys and arguments of the call are not known.",
			"The script tests an argument or gives it a default (ARGV[2] or 10), counts them, or takes them by a variable index.",
			"Undeclared keys on a client that is not certainly a cluster client.",
			"The varying part of the text is a number or comes from a constant of the package.",
		},
		Bad: bad, Good: good,
		Harm:     "the script stops half-way: what it wrote before stays written",
		Patterns: []string{"C5", "H5"},
		Sources: []string{"https://redis.io/docs/latest/develop/programmability/eval-intro/", "https://redis.io/docs/latest/develop/programmability/lua-api/",
			"go-redis script.go", "go-redis scripting_commands.go: eval"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	r := &runner{pass: pass, parsed: map[string]*lua.Script{}}
	r.texts()
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if op.Effect == nil {
				r.call(g, op)
			}
		}
	}
	return nil
}

type runner struct {
	pass   *rule.Pass
	parsed map[string]*lua.Script
}

// texts parses the constant scripts of the package where they stand.
func (r *runner) texts() {
	for _, c := range r.pass.Calls.Calls {
		arg := textArg(c)
		if arg == nil {
			continue
		}
		if text, ok := r.pass.Values.LuaText(arg); ok {
			r.parse(arg, text)
		}
	}
}

// textArg is the argument of a call that holds Lua text, nil for other calls.
func textArg(c *calls.Call) ast.Expr {
	if len(c.Args) == 0 || c.Lib.Path == "" {
		return nil
	}
	switch {
	case c.Kind == calls.NewScript:
		return c.Args[0]
	case c.Kind == calls.Command:
		switch c.Name() {
		case "Eval", "EvalRO", "ScriptLoad":
			return c.Args[0]
		}
	}
	return nil
}

func (r *runner) parse(at ast.Expr, text string) *lua.Script {
	if s, ok := r.parsed[text]; ok {
		return s
	}
	s, err := lua.Parse(text)
	r.parsed[text] = s
	var syntax *lua.SyntaxError
	if errors.As(err, &syntax) {
		near := ""
		if syntax.Near != "" {
			near = fmt.Sprintf(" near %q", syntax.Near)
		}
		pos := linePos(at, syntax.Line)
		r.pass.ReportFinding(rule.Finding{Pos: pos, End: pos, Category: Syntax, Message: fmt.Sprintf("Lua script does not parse%s; the server answers every call with an error", near)})
		return nil
	}
	if s != nil && len(s.Globals) > 0 {
		n := s.Globals[0]
		pos := linePos(at, n.Line)
		r.pass.ReportFinding(rule.Finding{Pos: pos, End: pos, Category: Global,
			Message: fmt.Sprintf("Lua script sets the global variable %s; Redis refuses it, the script stops there (missing local?)", n.Text)})
	}
	return s
}

// linePos is the position of a line of a script inside a raw string literal, the position of the expression otherwise.
func linePos(e ast.Expr, line int) token.Pos {
	lit, ok := ast.Unparen(e).(*ast.BasicLit)
	if !ok || !strings.HasPrefix(lit.Value, "`") {
		return e.Pos()
	}
	offset := 1
	for ; line > 1; line-- {
		i := strings.IndexByte(lit.Value[offset:], '\n')
		if i < 0 {
			return e.Pos()
		}
		offset += i + 1
	}
	for offset < len(lit.Value)-1 && (lit.Value[offset] == ' ' || lit.Value[offset] == '\t') {
		offset++
	}
	return lit.Pos() + token.Pos(offset)
}

// call compares a script with the call that runs it.
func (r *runner) call(g *flow.Graph, op *flow.Op) {
	var text string
	var known bool
	switch {
	case op.Kind == calls.NewScript:
		r.built(g, op)
		return
	case op.Kind == calls.Command && (op.Name() == "Eval" || op.Name() == "EvalRO"):
		if text, known = g.ConstString(op.Arg(0)); !known && op.Call != nil {
			text, known = r.pass.Values.LuaText(op.Call.Args[0])
		}
		if !known {
			r.built(g, op)
			return
		}
	case op.Kind == calls.ScriptRun && op.IsCommand():
		text, known = r.scriptOf(g, op)
	}
	if !known {
		return
	}
	s, ok := r.parsed[text]
	if !ok {
		s, _ = lua.Parse(text)
		r.parsed[text] = s
	}
	if s == nil {
		return
	}
	keyList, keysKnown := g.Elems(op.Arg(1))
	if n := len(keyList); keysKnown && !s.Dynamic && s.Keys > n {
		r.pass.ReportOp(op, Missing, fmt.Sprintf("script reads KEYS[%d], but %s passes %s; it is nil there", s.Keys, op.Name(), count(n, "key")))
		return
	}
	if n, ok := arguments(g, op); ok && !s.Dynamic && s.Args > n {
		r.pass.ReportOp(op, Missing, fmt.Sprintf("script reads ARGV[%d], but %s passes %s; it is nil there", s.Args, op.Name(), count(n, "argument")))
		return
	}
	if len(s.Foreign) > 0 && op.ClientRole() == redisapi.RoleCluster && keysKnown {
		where := "it fails when the key lies on another node"
		if len(keyList) == 0 {
			where = "without KEYS the cluster runs it on a random node"
		}
		r.pass.ReportOp(op, Foreign, fmt.Sprintf("script uses %s on a key that is not in KEYS; %s", s.Foreign[0].Text, where))
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// arguments is the number of values in ARGV; unknown when a list, map or struct is expanded or spread.
func arguments(g *flow.Graph, op *flow.Op) (int, bool) {
	list := op.Arg(2)
	if list.IsZero() {
		return 0, true
	}
	es, ok := g.Elems(list)
	if !ok {
		return 0, false
	}
	if len(es) == 1 { // a single slice, map or struct is spread by the client
		for _, o := range g.Objects(es[0]) {
			if o.Type() == nil {
				return 0, false
			}
			switch u := o.Type().Underlying().(type) {
			case *types.Basic:
			case *types.Slice:
				if b, ok := u.Elem().Underlying().(*types.Basic); !ok || b.Kind() != types.Byte {
					return 0, false
				}
			default:
				return 0, false
			}
		}
	}
	return len(es), true
}

// scriptOf is the text of the script that a Script method runs: made in the function, or the only one that a package variable, here or in
// another package, or a private field gets.
func (r *runner) scriptOf(g *flow.Graph, op *flow.Op) (string, bool) {
	if o := g.One(op.Recv); o != nil && o.Kind == flow.ObjResult && o.Op.Kind == calls.NewScript {
		return g.ConstString(o.Op.Arg(0))
	}
	if op.Call == nil || op.Call.Recv == nil {
		return "", false
	}
	var id *ast.Ident
	switch e := ast.Unparen(op.Call.Recv).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return "", false
	}
	v, ok := r.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Parent() != v.Pkg().Scope() && (!v.IsField() || v.Exported()) {
		return "", false
	}
	return r.pass.Values.Script(v)
}

// built reports Lua text that is put together from parameters of the function at run time.
func (r *runner) built(g *flow.Graph, op *flow.Op) {
	k := g.Key(op.Arg(0))
	luaText, data := false, false
	for _, p := range k.Parts {
		switch {
		case p.Sym == "":
			luaText = luaText || strings.Contains(p.Lit, "redis.") || strings.Contains(p.Lit, "return")
		case p.Class == keys.Plain, p.Class == keys.Prefix:
			data = true
		}
	}
	if luaText && data {
		r.pass.ReportOp(op, Dynamic, fmt.Sprintf("Lua text of %s is built from data at run time; each text stays in the server's script cache, and a quote in it becomes code", op.Name()))
	}
}
