// Package nevernil declares the check nevernil: redis.Nil tested on a command that never returns it.
package nevernil

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"strings"

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
		Name:   "nevernil",
		Family: "replies",
		Title:  "redis.Nil tested on a command that never returns it",
		Text: `
Only commands with a null reply return ` + "`redis.Nil`" + ` for a missing key: GET, HGET, LPOP, ZSCORE and the like. HGETALL, MGET, SMEMBERS,
LRANGE, EXISTS, TTL, SETNX and many others answer with an empty collection, 0 or false and a nil error. The branch for "not found" is
dead, and the empty value is used as if it had been found.`,
		Silent: []string{
			"The error may come from several commands and one of them can return redis.Nil.",
			"The error comes from Exec, from a script, from Do, or in part from elsewhere.",
			"The test stands in a helper that others call with other errors.",
		},
		Bad: bad, Good: good,
		Harm:     "the error is nil for a missing key, and the empty value passes for a found one",
		Patterns: []string{"N1"},
		Sources: []string{
			"go-redis command.go: (*MapStringStringCmd).readReply, (*BoolCmd).readReply, (*SliceCmd).readReply",
			"https://redis.io/docs/latest/develop/reference/protocol-spec/",
		},
		Severity: rule.Warning,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	verdicts := map[token.Pos]*verdict{}
	var order []token.Pos
	for _, g := range pass.Flow.Graphs() {
		for _, t := range g.ErrTests() {
			if t.Sentinel != flow.Miss || !t.Pos.IsValid() {
				continue
			}
			v := verdicts[t.Pos]
			if v == nil {
				v = &verdict{}
				verdicts[t.Pos] = v
				order = append(order, t.Pos)
			}
			v.add(g, t)
		}
	}
	for _, pos := range order {
		if v := verdicts[pos]; v.certain && v.cmd != nil {
			report(pass, pos, v.cmd)
		}
	}
	return nil
}

// verdict collects what all activations of one comparison say: a helper is laid out once for each of its callers.
type verdict struct {
	seen, certain bool
	cmd           *flow.Op
}

func (v *verdict) add(g *flow.Graph, t flow.ErrTest) {
	cmd := never(g, t)
	if !v.seen {
		v.seen, v.certain, v.cmd = true, cmd != nil, cmd
		return
	}
	v.certain = v.certain && cmd != nil
}

// never returns a command that the error comes from when no command it may come from can return redis.Nil.
func never(g *flow.Graph, t flow.ErrTest) *flow.Op {
	o := g.ErrOriginOf(t.Err)
	if !o.Complete || o.Param || o.Wrapped || len(o.Ops) == 0 {
		return nil
	}
	var first *flow.Op
	for _, op := range o.Ops {
		cmds := []*flow.Op{op}
		if op.Kind == calls.Read {
			cmds = nil
			for _, c := range op.Cmds() {
				if c.Kind == flow.ObjConst {
					continue
				}
				if c.Kind != flow.ObjCmd {
					return nil
				}
				cmds = append(cmds, c.Op)
			}
			if len(cmds) == 0 {
				return nil
			}
		}
		for _, c := range cmds {
			if c.Method == nil || c.Method.Nil != redisapi.NilNever || c.Lib.Path != t.Lib.Path {
				return nil
			}
			if first == nil {
				first = c
			}
		}
	}
	return first
}

func report(pass *rule.Pass, pos token.Pos, cmd *flow.Op) {
	node := pass.ComparisonAt(pos)
	if node == nil {
		return
	}
	f := rule.Finding{Pos: node.Pos(), End: node.End(), Fix: removal(pass, node),
		Message: fmt.Sprintf("redis.Nil is tested on the error of %s, which never returns it; a missing key gives %s", cmd.Name(), empty(cmd))}
	pass.ReportFinding(f)
}

// empty is what the command gives for a missing key.
func empty(cmd *flow.Op) string {
	switch res := cmd.Method.Result; {
	case strings.HasPrefix(res, "Map"):
		return "an empty map"
	case res == "SliceCmd":
		return "nil elements"
	case strings.Contains(res, "Slice"), res == "ScanCmd", strings.HasPrefix(res, "Geo"), strings.HasPrefix(res, "XMessage"), strings.HasPrefix(res, "Z"):
		return "an empty list"
	case res == "BoolCmd":
		return "false"
	case res == "IntCmd", res == "FloatCmd":
		return "0 or a negative number"
	case res == "DurationCmd":
		return "a negative duration"
	default:
		return "an empty value"
	}
}

// removal deletes a pure && err != redis.Nil: what is left means the same.
func removal(pass *rule.Pass, node ast.Node) *analysis.SuggestedFix {
	and, ok := pass.ParentOf(node).(*ast.BinaryExpr)
	if !ok || and.Op != token.LAND || ast.Unparen(and.Y) != node {
		return nil
	}
	switch n := node.(type) {
	case *ast.BinaryExpr:
		if n.Op != token.NEQ {
			return nil
		}
	case *ast.UnaryExpr:
		if n.Op != token.NOT {
			return nil
		}
	default:
		return nil
	}
	return &analysis.SuggestedFix{Message: "Remove the test for redis.Nil", TextEdits: []analysis.TextEdit{{Pos: and.X.End(), End: and.Y.End()}}}
}
