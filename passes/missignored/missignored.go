// Package missignored declares the check missignored: values that decide although nobody asked whether they could be read.
package missignored

import (
	_ "embed"
	"fmt"

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
		Name:   "missignored",
		Family: "replies",
		Title:  "any error taken for a miss",
		Text: `
` + "`Val`" + ` of a command that failed is "", 0 or false: with the server down EXISTS says that nothing exists and SETNX that somebody else was
first. A program that decides by it, without a look at the error, decides wrongly during every outage. The same goes for a test such as
` + "`if err != nil { return notFound }`" + ` after GET: only redis.Nil is a miss.

Off by default: for a cache, an outage may well be treated as a miss.`,
		Silent: []string{
			"The error of the command is read, too.",
			"The error is compared with redis.Nil, returned, logged or passed on.",
			"The command was queued: the error of Exec tells.",
		},
		Bad: bad, Good: good,
		Harm:     "with the server down the answer is that nothing is there",
		Patterns: []string{"N4"},
		Sources:  []string{"go-redis command.go: Val, Err"},
		Severity: rule.Warning,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if op.Kind == calls.Read && op.Call != nil {
				check(pass, g, op)
			}
		}
	}
	return nil
}

func check(pass *rule.Pass, g *flow.Graph, read *flow.Op) {
	cmds := read.Cmds()
	if len(cmds) != 1 || cmds[0].Kind != flow.ObjCmd || cmds[0].Op.Queued() || cmds[0].Op.Method == nil || len(g.Escapes(cmds[0])) > 0 {
		return
	}
	cmd := cmds[0].Op
	if read.Name() == "Val" {
		if len(g.ErrorsOf(cmd)) == 0 && !asked(g, cmds[0]) && g.Depend([]flow.Value{read.Result(0)}, nil).DecidesAnything() {
			pass.ReportOp(read, "", fmt.Sprintf("value of %s decides, and its error is never read; an outage looks like a miss", cmd.Name()))
		}
		return
	}
	if cmd.Method.Nil != redisapi.NilMay || read.Err().IsZero() {
		return
	}
	uses := g.ErrUses(read.Err())
	for _, u := range uses {
		if u.Kind != flow.UseTest || u.Test.Sentinel != flow.NoError {
			return
		}
	}
	if len(uses) > 0 {
		pass.ReportOp(read, "", fmt.Sprintf("every error of %s is taken for a miss; compare it with redis.Nil", cmd.Name()))
	}
}

// asked reports whether the error of a command is read at all.
func asked(g *flow.Graph, cmd *flow.Object) bool {
	for _, op := range g.Ops {
		if op.Kind == calls.Read && op.Name() != "Val" {
			for _, c := range op.Cmds() {
				if c == cmd {
					return true
				}
			}
		}
	}
	return false
}
