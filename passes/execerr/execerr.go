// Package execerr declares the check execerr: errors of Exec, Pipelined and TxPipelined that nobody looks at.
package execerr

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"

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
		Name:   "execerr",
		Family: "pipelines",
		Title:  "error of Exec, Pipelined or TxPipelined dropped",
		Text: `
` + "`Exec`" + `, ` + "`Pipelined`" + ` and ` + "`TxPipelined`" + ` return the error of the first command that failed, and the errors that concern the whole
batch: a broken connection, EXECABORT, CROSSSLOT, a transaction that lost its race. Queued commands have no other way to tell. Where
the error is dropped and no command of the batch is asked for its own, a batch that was never applied looks like one that was.

The call as a statement, after ` + "`go`" + ` or ` + "`defer`" + `, and an error that is assigned and never read count as dropped.`,
		Silent: []string{
			"A command of the batch is asked for its error after the execution: Err, Result, a loop over the returned commands, a helper that gets them.",
			"`_, _ = pipe.Exec(ctx)` is a decision of the author, unless the value of a command is used afterwards.",
			"A command of the batch is returned, stored or handed to code that is not seen.",
			"Inside a Watch function: the check txerr speaks.",
		},
		Bad: bad, Good: good,
		Harm:     "a batch that failed is taken for done",
		Patterns: []string{"P4"},
		Sources: []string{
			"go-redis pipeline.go: (*Pipeline).Exec, (*Pipeline).Pipelined", "go-redis command.go: cmdsFirstErr",
			"https://redis.io/docs/latest/develop/using-commands/pipelining/",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

// run judges every execution in every function that it is laid out in: a helper that executes and drops the error is right when one of
// its callers asks the commands.
func run(pass *rule.Pass) error {
	found := map[token.Pos]rule.Finding{}
	fine := map[token.Pos]bool{}
	for _, g := range pass.Flow.Graphs() {
		for _, b := range g.Batches() {
			loss, lost := g.Lost(b.Op)
			if !lost || inWatch(g, b.Op) {
				continue
			}
			pos := loss.Call.Pos()
			if b.CheckedAny() {
				fine[pos] = true
				continue
			}
			message := fmt.Sprintf("error of %s is dropped; a batch that failed goes unnoticed", callee(loss.Call))
			if loss.Fate == flow.FateBlank {
				v := valueUsed(b)
				if v == "" {
					continue
				}
				message = fmt.Sprintf("error of %s is dropped, but the value of %s is used; it is zero when the batch failed", callee(loss.Call), v)
			}
			found[pos] = rule.Finding{Pos: pos, End: loss.Call.End(), Message: message}
		}
	}
	for pos, f := range found {
		if !fine[pos] {
			pass.ReportFinding(f)
		}
	}
	return nil
}

// callee is the call as a message names it: pipe.Exec.
func callee(c *ast.CallExpr) string { return rule.Expr(c.Fun) }

// valueUsed names a command of the batch whose value is used after the execution.
func valueUsed(b *flow.Batch) string {
	for _, q := range b.Queued {
		for _, r := range b.Reads(q) {
			if r.ReadsValue() {
				return q.Name()
			}
		}
	}
	return ""
}

// inWatch reports an execution that belongs to a transaction under Watch.
func inWatch(g *flow.Graph, op *flow.Op) bool {
	client := op.Recv
	for _, p := range op.Pipes() {
		if p.Kind == flow.ObjPipe && p.Op != op {
			client = p.Op.Recv
		}
	}
	if op.Role() == redisapi.RoleTx {
		return true
	}
	for _, c := range g.Objects(client) {
		if c.Role() == redisapi.RoleTx {
			return true
		}
	}
	w := op.Node.Frame.Enclosing(flow.Watched)
	return w != nil && w.Op != nil && w.Op.Kind == calls.Watch && g.Overlap(w.Op.Recv, client)
}
