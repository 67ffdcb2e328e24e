// Package writeignored declares the check writeignored: writes whose result nobody looks at.
package writeignored

import (
	_ "embed"
	"fmt"
	"go/ast"

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
		Name:   "writeignored",
		Family: "replies",
		Title:  "result of a write ignored",
		Text: `
A write that stands alone, as ` + "`rdb.Set(ctx, key, value, 0)`" + `, drops its error. Linters that look for dropped errors do not see it, because
the result is a command, not an error.

Off by default: many caches write and forget on purpose. ` + "`_ = rdb.Set(...)`" + ` says so.`,
		Silent: []string{
			"The command is only queued, or may be: the receiver is a parameter that can hold a pipeline.",
			"The result is assigned to a blank.",
		},
		Bad: bad, Good: good,
		Harm:     "a vote that was not stored goes unnoticed",
		Patterns: []string{"V8"},
		Sources:  []string{"go-redis command.go: (*baseCmd).Err"},
		Severity: rule.Note,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	queued := map[*calls.Call]bool{} // or not known
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if op.Call == nil || !op.IsCommand() {
				continue
			}
			if r := op.Role(); r == redisapi.RolePipeline || r == redisapi.RoleCmdable && (len(op.Receivers()) != 1 || op.Receivers()[0].Root() == op.Receivers()[0]) {
				queued[op.Call] = true
			}
		}
	}
	pass.Calls.Inspector.Preorder([]ast.Node{(*ast.ExprStmt)(nil), (*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)}, func(n ast.Node) {
		var e ast.Expr
		switch n := n.(type) {
		case *ast.ExprStmt:
			e = n.X
		case *ast.GoStmt:
			e = n.Call
		case *ast.DeferStmt:
			e = n.Call
		}
		c := pass.Calls.Of(e)
		if c != nil && c.Kind == calls.Read { // rdb.Set(...).Err() as a statement
			c = pass.Calls.Of(c.Recv)
		}
		if c != nil && c.Kind == calls.Command && c.Method.Access == redisapi.AccessWrite && c.Role != redisapi.RolePipeline && !queued[c] {
			pass.Report(c.Expr, fmt.Sprintf("error of %s is dropped; a write that fails goes unnoticed", c.Name()))
		}
	})
	return nil
}
