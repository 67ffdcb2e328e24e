// Package ttlcompare declares the check ttlcompare: a remaining time compared in the wrong unit.
package ttlcompare

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
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
		Name:   "ttlcompare",
		Family: "replies",
		Title:  "TTL or PTTL compared in the wrong unit",
		Text: `
` + "`TTL`" + ` and ` + "`PTTL`" + ` return a time.Duration. A key without expiry gives ` + "`time.Duration(-1)`" + `, a missing key ` + "`time.Duration(-2)`" + `: minus
one and two *nanoseconds*. A comparison with ` + "`-1*time.Second`" + ` is never true, nor is one of ` + "`d.Seconds()`" + ` with -1, and a bare number such
as 60 is 60 nanoseconds. (Version 6 of the client did return -1 and -2 seconds; there it is the other way round.)`,
		Silent: []string{"The value does not certainly come from TTL, PTTL, ExpireTime or PExpireTime.", "The comparison is with 0, or with a duration that has a unit."},
		Bad:    bad, Good: good,
		Harm:     "the branch for keys without expiry is never taken",
		Patterns: []string{"V13"},
		Sources:  []string{"https://redis.io/docs/latest/commands/ttl/", "go-redis command.go: (*DurationCmd).readReply"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	c := &check{pass}
	nodes := []ast.Node{(*ast.BinaryExpr)(nil), (*ast.SwitchStmt)(nil)}
	pass.Calls.Inspector.Preorder(nodes, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			switch n.Op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
				c.compare(n.X, n.Y, n, n.Op)
				c.compare(n.Y, n.X, n, n.Op)
			}
		case *ast.SwitchStmt:
			if n.Tag == nil {
				return
			}
			for _, s := range n.Body.List {
				for _, e := range s.(*ast.CaseClause).List {
					c.compare(n.Tag, e, e, token.EQL)
				}
			}
		}
	})
	return nil
}

type check struct{ *rule.Pass }

// compare reports a comparison of x, if it is a remaining time, with the constant y.
func (c *check) compare(x, y ast.Expr, at ast.Node, op token.Token) {
	v := c.TypesInfo.Types[y].Value
	if v == nil {
		return
	}
	v = constant.ToInt(v)
	n, ok := constant.Int64Val(v)
	if !ok || v.Kind() != constant.Int {
		return
	}
	if part, call := c.converted(x, 0); call != nil {
		if n == -1 || n == -2 {
			c.ReportFinding(rule.Finding{Pos: at.Pos(), End: at.End(), Message: fmt.Sprintf(
				"%s is never %d; %s gives -1 and -2 nanoseconds, compare the duration itself", values.Text(part), n, call.Method)})
		}
		return
	}
	call := c.read(x, 0)
	if call == nil {
		return
	}
	d := time.Duration(n)
	if call.Version().TTLSentinelIsSeconds() {
		if n == -1 || n == -2 {
			c.ReportFinding(rule.Finding{Pos: at.Pos(), End: at.End(), Message: fmt.Sprintf(
				"%s is never %d; before v7 %s gives -1 and -2 seconds", values.Text(x), n, call.Method)})
		}
		return
	}
	switch {
	case d == -time.Second || d == -2*time.Second || d == -time.Millisecond || d == -2*time.Millisecond:
		sentinel := "-1"
		if d == -2*time.Second || d == -2*time.Millisecond {
			sentinel = "-2"
		}
		f := rule.Finding{Pos: at.Pos(), End: at.End(), Message: fmt.Sprintf(
			"%s is never %s; %s gives -1 (no expiry) and -2 (no key) as nanoseconds", values.Text(x), values.Text(y), call.Method)}
		if op == token.EQL || op == token.NEQ {
			f.Fix = &analysis.SuggestedFix{
				Message:   "Replace " + values.Text(y) + " with " + sentinel,
				TextEdits: []analysis.TextEdit{{Pos: y.Pos(), End: y.End(), NewText: []byte(sentinel)}},
			}
		}
		c.ReportFinding(f)
	case d > 0 && d < time.Millisecond && !c.Values.Duration(y).HasUnit:
		c.ReportFinding(rule.Finding{Pos: at.Pos(), End: at.End(), Message: fmt.Sprintf(
			"%s compares the remaining time with %s nanoseconds; multiply by time.Second", values.Text(at.(ast.Expr)), v)})
	}
}

// converted is d.Seconds(), int(d.Seconds()), d / time.Second and the like of a remaining time d.
func (c *check) converted(e ast.Expr, depth int) (ast.Expr, *values.Replies) {
	e = c.Values.Resolve(e)
	if depth > 4 {
		return nil, nil
	}
	switch x := e.(type) {
	case *ast.CallExpr:
		if c.TypesInfo.Types[x.Fun].IsType() && len(x.Args) == 1 {
			return c.converted(x.Args[0], depth+1)
		}
		sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr)
		if !ok || len(x.Args) != 0 || !values.IsDuration(c.TypesInfo.TypeOf(sel.X)) {
			return nil, nil
		}
		switch sel.Sel.Name {
		case "Seconds", "Milliseconds", "Microseconds", "Minutes", "Hours":
			if call := c.read(sel.X, 0); call != nil && !call.Version().TTLSentinelIsSeconds() {
				return e, call
			}
		}
	case *ast.BinaryExpr:
		if x.Op == token.QUO {
			if d := c.Values.Duration(x.Y); d.Class == values.ClassConst && d.Value >= time.Microsecond {
				if call := c.read(x.X, 0); call != nil && !call.Version().TTLSentinelIsSeconds() {
					return e, call
				}
			}
		}
	}
	return nil, nil
}

// read returns the TTL call that a duration certainly comes from, or nil.
func (c *check) read(e ast.Expr, depth int) *values.Replies {
	e = ast.Unparen(e)
	if depth > 6 || e == nil {
		return nil
	}
	switch x := e.(type) {
	case *ast.CallExpr:
		if r := c.Calls.Of(x); r != nil {
			if r.Kind == calls.Read && (r.Name() == "Val" || r.Name() == "Result") {
				return c.command(r.Recv, depth+1)
			}
			return nil
		}
		if r := c.Values.Reply(x); r != nil {
			return remaining(r)
		}
		fn, rets := c.Values.Callee(x)
		if fn == nil || len(rets) == 0 {
			return nil
		}
		var found *values.Replies
		for _, r := range rets {
			if r == nil {
				return nil
			}
			if v := c.TypesInfo.Types[r].Value; v != nil && values.IsZero(v) {
				continue
			}
			if found = c.read(r, depth+1); found == nil {
				return nil
			}
		}
		return found
	case *ast.Ident, *ast.SelectorExpr:
		v := c.Values.Var(x)
		if v == nil || v.IsField() {
			return nil
		}
		defs, complete := c.Values.Defs(v)
		if !complete {
			return nil
		}
		var found *values.Replies
		for _, d := range defs {
			if d.Zero {
				continue
			}
			if d.Expr == nil || d.Index != 0 {
				return nil
			}
			if found = c.read(d.Expr, depth+1); found == nil {
				return nil
			}
		}
		return found
	}
	return nil
}

// command returns the TTL command behind a command value.
func (c *check) command(e ast.Expr, depth int) *values.Replies {
	if e == nil || depth > 6 {
		return nil
	}
	call := c.Calls.Of(c.Values.Resolve(e))
	if call == nil || call.Kind != calls.Command || call.Role == redisapi.RoleCmd || !isDurationCmd(c.TypesInfo.TypeOf(e)) {
		return nil
	}
	return remaining(&values.Replies{Method: call.Name(), Major: call.Lib.Major})
}

// remaining is r when it is the reply of a command that tells how long a key has to live, nil otherwise.
func remaining(r *values.Replies) *values.Replies {
	if r != nil {
		switch r.Method {
		case "TTL", "PTTL", "ExpireTime", "PExpireTime":
			return r
		}
	}
	return nil
}

func isDurationCmd(t types.Type) bool {
	return t != nil && strings.HasSuffix(t.String(), ".DurationCmd")
}
