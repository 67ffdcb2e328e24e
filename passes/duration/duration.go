// Package duration declares the check duration: durations without a unit, scaled twice, cut off or negative.
package duration

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

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
		Name:   "duration",
		Family: "arguments",
		Title:  "duration without a unit, scaled twice, cut off or negative",
		Text: `
Expirations, waiting times and the time-outs of the client's options are ` + "`time.Duration`" + `. A bare number such as 60 is
60 nanoseconds: ` + "`Set`" + ` rounds it up to one millisecond and ` + "`Expire`" + ` to one second, so the key is gone at once, without
an error; as a ` + "`ReadTimeout`" + ` it makes every command fail. ` + "`time.Duration(n)`" + ` of a plain number and
` + "`time.Duration(d.Seconds())`" + ` lose the unit in the same way, and ` + "`d * time.Second`" + ` of a value that already is a duration
overflows or lasts for years. Commands that count whole seconds cut 1.5 s to 1 s.

A negative expiration makes ` + "`Set`" + ` store the key without any expiry and ` + "`Expire`" + ` delete it; -1 is ` + "`redis.KeepTTL`" + `.
A remaining time such as ` + "`time.Until(deadline)`" + ` is negative as soon as the deadline has passed.`,
		Silent: []string{
			"The number is counted in nanoseconds: UnixNano, Nanoseconds, a factor of 1e6 or 1e9.",
			"The value comes from another package, a decoder or an interface, and nothing tells its unit.",
			"The remaining time is compared with something before it is used, or its deadline was computed in the function.",
			"The constant is the client's own special value (ReadTimeout: -1, redis.KeepTTL).",
		},
		Bad: bad, Good: good,
		Harm:     "the key is gone after a few milliseconds, or never expires",
		Patterns: []string{"V1", "V10"},
		Sources: []string{
			"https://redis.io/docs/latest/commands/set/", "https://redis.io/docs/latest/commands/expire/",
			"go-redis commands.go: usePrecise, formatMs, formatSec", "go-redis string_commands.go: Set, SetNX, SetArgs",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	c := &check{pass}
	for _, u := range pass.Values.Uses() {
		if !u.Duration || len(u.Exprs) != 1 || u.Spread || !relevant(u.Place) {
			continue
		}
		c.value(u, u.Exprs[0])
	}
	return nil
}

type check struct{ *rule.Pass }

// relevant leaves out what only builds values for tests or belongs to another check.
func relevant(p values.Place) bool {
	if p.IsField() {
		return !(p.Name == "Block" && strings.HasPrefix(p.Owner, "XRead")) || p.Owner == "" // blockforever
	}
	switch p.Kind {
	case calls.Read, calls.NewCmd, calls.NewScript:
		return false
	case calls.Other:
		return !strings.HasSuffix(p.Name, "Result") && p.Name != "SetVal"
	}
	return true
}

func (c *check) value(u values.Use, e ast.Expr) {
	d := c.Values.Duration(e)
	words := wordsOf(u)
	switch d.Class {
	case values.ClassConst:
		c.constant(u, e, d)
	case values.ClassBare:
		c.Report(e, fmt.Sprintf("%s counts nanoseconds as %s; multiply by a unit such as time.Second", values.Text(part(e, d)), words))
	case values.ClassLost:
		c.Report(e, fmt.Sprintf("%s has lost its unit as %s; it counts nanoseconds there", values.Text(part(e, d)), words))
	case values.ClassTwice:
		c.Report(e, fmt.Sprintf("%s is a duration already; multiplied by a unit it is far too long as %s", values.Text(part(e, d)), words))
	default:
		c.remaining(u, e)
	}
}

func part(e ast.Expr, d values.Duration) ast.Expr {
	if d.Part != nil {
		return d.Part
	}
	return e
}

func (c *check) constant(u values.Use, e ast.Expr, d values.Duration) {
	v, text, words := d.Value, values.Text(e), wordsOf(u)
	unit := resolution(u.Place)
	switch {
	case v <= 0:
		c.negative(u, e, v)
	case !d.HasUnit && v < time.Millisecond:
		c.Report(e, fmt.Sprintf("%s is %s as %s; a bare number counts nanoseconds", text, ascii(v), words))
	case unit == 0:
	case v < unit:
		c.Report(e, fmt.Sprintf("%s is less than %s can count; it is rounded up to %s", text, u.Name, ascii(unit)))
	case v%unit != 0 && d.HasUnit:
		c.Report(e, fmt.Sprintf("%s is cut to %s; %s counts in steps of %s", text, ascii(v.Truncate(unit)), u.Name, ascii(unit)))
	}
}

// resolution is the smallest step of a duration on the wire, 0 for one that the client uses itself.
func resolution(p values.Place) time.Duration {
	if p.IsField() {
		if strings.HasSuffix(p.Owner, "Args") {
			return time.Millisecond
		}
		return 0
	}
	switch dp := paramOf(p); {
	case dp == nil:
		return 0
	case dp.Unit == redisapi.UnitSecond:
		return time.Second
	}
	return time.Millisecond
}

// wordsOf names a use: "expiration of Set", "TTL of SetArgs", "timeout of BLPop through pop".
func wordsOf(u values.Use) string {
	label := "duration"
	switch dp := paramOf(u.Place); {
	case u.IsField():
		label = u.Name
	case u.Kind == calls.Other || u.Kind == calls.PubSubUse || dp != nil && dp.Block:
		label = "timeout"
	case dp != nil && !dp.Age:
		label = "expiration"
	}
	return label + " of " + u.Of()
}

// paramOf is the model's row for a duration parameter, or nil.
func paramOf(p values.Place) *redisapi.DurationParam {
	m := redisapi.Lookup(p.Name)
	if p.Kind != calls.Command || m == nil || p.IsField() {
		return nil
	}
	for i, dp := range m.Durations {
		if dp.Param == p.Param && dp.Field == "" {
			return &m.Durations[i]
		}
	}
	return nil
}

func ascii(d time.Duration) string { return strings.Replace(d.String(), "\u00b5", "u", 1) }

// negative reports constants of zero and less that mean something else than they say.
func (c *check) negative(u values.Use, e ast.Expr, v time.Duration) {
	text := values.Text(e)
	if u.IsField() {
		if u.Owner == "SetArgs" && u.Name == "TTL" && v < 0 {
			c.Report(e, text+" as TTL of SetArgs stores the key without expiry; the field KeepTTL keeps the old one")
		}
		return
	}
	if u.Kind != calls.Command {
		return
	}
	switch {
	case u.Name == "Set" || strings.HasPrefix(u.Name, "SetIF"):
		switch {
		case v == -1 && u.Name == "Set" && !u.Version.HasKeepTTL(): // as 0: no expiry
		case v == -1 && u.Name == "Set":
			c.keepTTL(u, e)
		case v < 0:
			c.Report(e, fmt.Sprintf("%s is negative as %s; the key is stored without expiry", text, wordsOf(u)))
		}
	case u.Name == "SetNX" || u.Name == "SetXX":
		switch {
		case v == -1 && u.Version.HasKeepTTL():
			c.keepTTL(u, e)
		case v < 0:
			c.Report(e, fmt.Sprintf("%s is negative as %s; the server rejects the command", text, wordsOf(u)))
		}
	case u.Name == "SetEx":
		c.Report(e, fmt.Sprintf("%s is not positive as %s; the server rejects the command", text, wordsOf(u)))
	case strings.Contains(u.Name, "Expire"):
		c.Report(e, fmt.Sprintf("%s as %s deletes the key at once; Persist takes its expiry away", text, wordsOf(u)))
	case v < 0 && strings.HasPrefix(u.Name, "B"):
		c.Report(e, fmt.Sprintf("%s is negative as %s; the server rejects the command", text, wordsOf(u)))
	}
}

// keepTTL reports -1 that is not spelled redis.KeepTTL.
func (c *check) keepTTL(u values.Use, e ast.Expr) {
	named := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && strings.EqualFold(id.Name, "KeepTTL") {
			named = true
		}
		return true
	})
	if named {
		return
	}
	f := rule.Finding{Pos: e.Pos(), End: e.End(), Message: fmt.Sprintf("%s as %s keeps the key's old TTL; it does not mean no expiry", values.Text(e), wordsOf(u))}
	if q := c.qualifier(u, e); q != "" && isLiteral(e) {
		f.Fix = &analysis.SuggestedFix{
			Message:   "Replace " + values.Text(e) + " with " + q + "KeepTTL",
			TextEdits: []analysis.TextEdit{{Pos: e.Pos(), End: e.End(), NewText: []byte(q + "KeepTTL")}},
		}
	}
	c.ReportFinding(f)
}

func isLiteral(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		_, ok := e.X.(*ast.BasicLit)
		return ok
	case *ast.CallExpr: // time.Duration(-1): the import of time may become unused
		return false
	}
	return false
}

// qualifier is the name under which the file imports the library, with the dot; "" when it does not or when the name is shadowed.
func (c *check) qualifier(u values.Use, at ast.Node) string {
	for _, f := range c.Files {
		if f.FileStart > at.Pos() || at.Pos() >= f.FileEnd {
			continue
		}
		for _, spec := range f.Imports {
			pn := c.TypesInfo.PkgNameOf(spec)
			if pn == nil {
				continue
			}
			lib, ok := redisapi.LibraryOf(pn.Imported())
			if !ok || lib.Major != u.Version.Major || lib.Dialect != "" || spec.Name != nil && (spec.Name.Name == "." || spec.Name.Name == "_") {
				continue
			}
			if _, obj := c.Pkg.Scope().Innermost(at.Pos()).LookupParent(pn.Name(), at.Pos()); obj == pn {
				return pn.Name() + "."
			}
		}
	}
	return ""
}

// remaining reports a remaining time that nothing has compared with zero.
func (c *check) remaining(u values.Use, e ast.Expr) {
	switch {
	case u.IsField() && !(u.Owner == "SetArgs" && u.Name == "TTL"), !u.IsField() && u.Name != "Set":
		return
	}
	call, ok := c.Values.Resolve(e).(*ast.CallExpr)
	if !ok {
		return
	}
	deadline := c.deadlineOf(call)
	if deadline == nil {
		return
	}
	body := c.enclosing(e)
	if body == nil || c.guarded(body, e, deadline) {
		return
	}
	c.Report(e, fmt.Sprintf("%s may be negative as %s; the key is then stored without expiry", values.Text(e), wordsOf(u)))
}

// deadlineOf returns the time of time.Until(t) and t.Sub(time.Now()) when it comes from a caller or a field, else nil.
func (c *check) deadlineOf(call *ast.CallExpr) ast.Expr {
	var t ast.Expr
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	fn, _ := c.TypesInfo.Uses[sel.Sel].(*types.Func)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "time" || len(call.Args) != 1 {
		return nil
	}
	switch fn.Name() {
	case "Until":
		t = call.Args[0]
	case "Sub":
		now, ok := c.Values.Resolve(call.Args[0]).(*ast.CallExpr)
		if !ok || !strings.HasSuffix(strings.TrimSuffix(types.ExprString(now), ".UTC()"), "time.Now()") {
			return nil
		}
		t = sel.X
	default:
		return nil
	}
	v := c.Values.Var(c.Values.Resolve(t))
	if v == nil {
		return nil
	}
	if _, _, ok := c.Values.IsParam(v); ok || v.IsField() {
		return t
	}
	return nil
}

// guarded reports whether the function compares the remaining time or the deadline, or asks a predicate about them, before the use.
func (c *check) guarded(body ast.Node, e, deadline ast.Expr) bool {
	objs := map[types.Object]bool{}
	for _, x := range []ast.Expr{e, deadline} {
		ast.Inspect(x, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v, ok := c.TypesInfo.Uses[id].(*types.Var); ok {
					objs[v] = true
				}
			}
			return true
		})
	}
	mentions := func(n ast.Node) bool {
		found := false
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && objs[c.TypesInfo.Uses[id]] {
				found = true
			}
			return !found
		})
		return found
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if found || n == nil || n.Pos() > e.Pos() {
			return false
		}
		var cond ast.Node
		switch n := n.(type) {
		case *ast.IfStmt:
			cond = n.Cond
			if n.Init != nil && mentions(n.Init) {
				found = true
			}
		case *ast.SwitchStmt:
			found = found || mentions(n.Body)
		case *ast.ForStmt:
			if n.Cond != nil {
				cond = n.Cond
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "max" || id.Name == "min") {
				cond = n
			}
		}
		if cond != nil && mentions(cond) {
			found = true
		}
		return !found
	})
	return found
}

// enclosing returns the function declaration around a node.
func (c *check) enclosing(n ast.Node) ast.Node {
	for _, f := range c.Files {
		if f.FileStart > n.Pos() || n.Pos() >= f.FileEnd {
			continue
		}
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Pos() <= n.Pos() && n.Pos() < fd.End() {
				return fd
			}
		}
	}
	return nil
}
