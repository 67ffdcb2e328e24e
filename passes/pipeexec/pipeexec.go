// Package pipeexec declares the check pipeexec: queued commands that are never sent.
package pipeexec

import (
	_ "embed"
	"fmt"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
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
		Name:   "pipeexec",
		Family: "pipelines",
		Title:  "queued commands that no execution ever sends",
		Text: `
A pipeline is a list in memory. Commands that are queued on it and not executed vanish with it, and nothing tells: each queued command
has a nil error. That is so when ` + "`Exec`" + ` was forgotten, when a function returns early and reports success, and for what is queued after
the last ` + "`Exec`" + `, such as the rest of a loop that executes every hundred commands.

` + "`Discard`" + ` only empties the list. After ` + "`Exec`" + ` the list is empty and the commands are on the server: nothing is rolled back.`,
		Silent: []string{
			"The pipeline is returned, stored, captured or handed to code that is not seen.",
			"The way without an execution returns an error, or follows from one.",
			"The way without an execution depends on whether anything was queued: a length, a counter, a flag.",
			"Only reads are queued.",
			"Discard empties the pipeline before it is filled again, or is deferred.",
		},
		Bad: bad, Good: good,
		Harm:     "the command is not on the server, and every error is nil",
		Patterns: []string{"P2", "P14", "P15"},
		Sources: []string{
			"go-redis pipeline.go: (*Pipeline).Exec, (*Pipeline).Discard", "https://redis.io/docs/latest/develop/using-commands/pipelining/",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		reported := map[*flow.Object]bool{}
		for _, op := range g.Ops {
			switch {
			case op.Kind == calls.Discard && op.Effect == nil && g.VainDiscard(op):
				pass.ReportOp(op, "discard", fmt.Sprintf("%s.Discard after the execution takes nothing back; the commands have been sent", pass.NameOf(op)))
			case op.Queued() && matters(op):
				unsent(pass, g, op, reported)
			}
		}
	}
	return nil
}

// matters reports whether losing a command loses anything: reads do not count.
func matters(op *flow.Op) bool {
	if op.Kind == calls.ScriptRun {
		return op.Name() == "Eval" || op.Name() == "EvalSha" || op.Name() == "Run"
	}
	return op.Writes() || op.Name() == "Publish" || op.Name() == "SPublish"
}

// unsent reports the first command of a pipeline that is lost.
func unsent(pass *rule.Pass, g *flow.Graph, op *flow.Op, reported map[*flow.Object]bool) {
	pipe := op.Pipes()
	if len(pipe) == 0 || reported[pipe[0]] {
		return
	}
	fortune := g.Fortune(op)
	if fortune == flow.SentOrUnknown {
		return
	}
	reported[pipe[0]] = true
	call := g.CallAt(g.Beside(op.Node, pipe[0].Op.Node.Frame))
	if call == nil {
		return
	}
	name := pass.NameOf(op)
	if op.Call == nil || op.Call.Expr != call {
		name = "the pipeline"
	}
	f := rule.Finding{Pos: call.Pos(), End: call.End(),
		Message: fmt.Sprintf("%s is queued on %s but never sent; no execution follows", op.Name(), name)}
	if fortune == flow.SometimesLost {
		f.Category = "not-on-all-paths"
		f.Message = fmt.Sprintf("%s is queued on %s but not sent on all paths; one returns success without an execution", op.Name(), name)
	}
	pass.ReportFinding(f)
}
