// Package nestedtx declares the check nestedtx: pipelines and transactions begun on a pipeline.
package nestedtx

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
		Name:   "nestedtx",
		Family: "pipelines",
		Title:  "pipeline or transaction begun on a pipeline",
		Text: `
A pipeline cannot hold another one. ` + "`Pipeline`" + ` and ` + "`TxPipeline`" + ` of a Pipeliner return the same pipeline; ` + "`Pipelined`" + ` and
` + "`TxPipelined`" + ` queue into it and execute it at once, with everything that it already held. No MULTI is sent, so the commands are no
transaction; the outer execution later finds only what was queued afterwards. Inside a ` + "`TxPipelined`" + ` each part becomes a transaction of
its own.

When the inner function fails, what it had queued stays in the pipeline and goes out with the next execution.`,
		Silent: []string{
			"The receiver is a client or a Tx, also behind an interface or a wrapper.",
			"A fresh TxPipeline, or a fresh pipeline with nothing else queued in it, is filled by a function: it does what it says.",
		},
		Bad: bad, Good: good,
		Harm:     "no MULTI reaches the server, and the outer queue is executed early",
		Patterns: []string{"P9", "P15"},
		Sources: []string{
			"go-redis pipeline.go: (*Pipeline).Pipelined, (*Pipeline).TxPipelined, (*Pipeline).TxPipeline",
			"https://redis.io/docs/latest/develop/using-commands/transactions/",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			switch op.Kind {
			case calls.Pipelined, calls.TxPipelined, calls.NewPipeline, calls.NewTxPipeline:
				if op.Role() == redisapi.RolePipeline && nested(g, op) {
					report(pass, g, op)
				}
			}
		}
	}
	return nil
}

// nested reports whether a pipeline is begun on one that is not fresh, or a transaction on one that is none.
func nested(g *flow.Graph, op *flow.Op) bool {
	pipes := op.Pipes()
	if len(pipes) == 0 || len(pipes) != len(op.Receivers()) {
		return false
	}
	wantsTx := op.Kind == calls.TxPipelined || op.Kind == calls.NewTxPipeline
	for _, p := range pipes {
		fresh := p.Kind == flow.ObjPipe && !p.Opaque && (p.Op.Kind == calls.NewPipeline || p.Op.Kind == calls.NewTxPipeline) &&
			(!wantsTx || p.IsTx()) && !holds(g, op, p)
		if fresh {
			return false
		}
	}
	return true
}

// holds reports whether anything is queued in a pipeline besides what op itself queues.
func holds(g *flow.Graph, op *flow.Op, p *flow.Object) bool {
	for _, q := range g.Ops {
		if !q.IsCommand() || !q.Queued() || within(q, op) {
			continue
		}
		for _, o := range q.Pipes() {
			if o == p && (g.Reaches(q.Node, op.Node) || wrapsClosure(op)) {
				return true
			}
		}
	}
	return g.EscapedBefore(p, op.Node)
}

func within(q, op *flow.Op) bool {
	for _, f := range op.Body() {
		if q.Node.Frame.Within(f) {
			return true
		}
	}
	return false
}

// wrapsClosure reports the forms with a function: what it leaves behind when it fails meets what is queued later.
func wrapsClosure(op *flow.Op) bool {
	return op.Kind == calls.Pipelined || op.Kind == calls.TxPipelined
}

func report(pass *rule.Pass, g *flow.Graph, op *flow.Op) {
	at := g.Culprit(op)
	name := pass.NameOf(op)
	var message string
	switch op.Kind {
	case calls.TxPipelined:
		message = fmt.Sprintf("%s.TxPipelined makes no transaction: a pipeline cannot hold one, and its queue is executed at once", name)
	case calls.NewTxPipeline:
		message = fmt.Sprintf("%s.TxPipeline makes no transaction: it is the pipeline itself", name)
	case calls.Pipelined:
		message = fmt.Sprintf("%s.Pipelined executes the queue of the pipeline at once; what it held is sent too early", name)
	default:
		message = fmt.Sprintf("%s.Pipeline is the pipeline itself; executing it sends what it held too early", name)
	}
	if at == op.Node && op.Effect == nil {
		pass.ReportOp(op, "", message)
		return
	}
	if call := g.CallAt(at); call != nil {
		pass.ReportFinding(rule.Finding{Pos: call.Pos(), End: call.End(), Category: "helper", Message: fmt.Sprintf(
			"%s is given a pipeline and calls %s on it: that is no transaction of its own, and the queue is executed at once", rule.Expr(call.Fun), op.Name())})
	}
}
