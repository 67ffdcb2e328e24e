// Package txclient declares the check txclient: the outer client used inside a Watch function.
package txclient

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/fix"
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
		Name:   "txclient",
		Family: "transactions",
		Title:  "outer client used inside a Watch function",
		Text: `
A Watch function holds one connection of the pool: ` + "`tx`" + `. A command through the client that Watch was called on takes a second one while the
first is held. Under load every connection waits for another: all callers fail with "redis: connection pool timeout". With one connection
that happens at once. The second connection is also outside the watch; with replicas (` + "`ReadOnly`" + `, ` + "`RouteByLatency`" + `, a Ring or a failover
client) it may read an older value than the one that is watched.

A Watch inside a Watch function on the same client takes a second connection, too; more keys are watched by ` + "`tx.Watch(ctx, keys...)`" + `.`,
		Silent: []string{
			"It is another client: another variable or field.",
			"The command runs in a goroutine that the function starts.",
			"A write is a finding of txwrite.",
		},
		Bad: bad, Good: good,
		Harm:     "with a pool of one connection the read fails with a pool timeout",
		Patterns: []string{"W1", "W10"},
		Sources:  []string{"go-redis tx.go: (*Client).newTx", "go-redis internal/pool/pool_sticky.go"},
		Severity: rule.Warning,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, t := range g.Txns() {
			for _, op := range t.Ops {
				if op.Node.Frame.Enclosing(flow.Async) != nil {
					continue
				}
				if _, async := op.Deferred(); async {
					continue
				}
				nested := op.Kind == calls.Watch
				if !nested && (!op.IsCommand() || op.Writes()) {
					continue
				}
				route, pipe := t.Route(op)
				switch {
				case nested && route == flow.RouteClient:
					pass.ReportTx(t, op, "%s inside Watch takes a second connection of the pool; under load all of them wait", nil)
				case route == flow.RouteClient:
					pass.ReportTx(t, op, "%s inside Watch takes a second connection, outside the watch; under load the pool deadlocks", receiver(pass, t, op))
				case route == flow.RouteClientPipe && !writes(g, pipe):
					pass.ReportTx(t, pipe.Op, "%s inside Watch takes a second connection, outside the watch; under load the pool deadlocks", receiver(pass, t, pipe.Op))
				}
			}
		}
	}
	return nil
}

// writes reports whether a pipeline holds a write: then txwrite speaks.
func writes(g *flow.Graph, pipe *flow.Object) bool {
	for _, op := range g.Ops {
		if op.IsCommand() && op.Writes() {
			for _, p := range op.Pipes() {
				if p == pipe {
					return true
				}
			}
		}
	}
	return false
}

// receiver puts the transaction in the place of the client: rdb.Get becomes tx.Get.
func receiver(pass *rule.Pass, t *flow.Txn, op *flow.Op) *analysis.SuggestedFix {
	name := t.TxName(op)
	if name == "" || op.Call == nil || op.Call.Recv == nil || op.Kind == calls.ScriptRun || op.Kind == calls.TxPipelined || op.Kind == calls.NewTxPipeline {
		return nil
	}
	if op.Kind == calls.Command && op.Method != nil && op.Method.Keyspace {
		return nil // a cluster client may do more than one connection can
	}
	if op.Kind == calls.Do { // a Tx has no Do
		return nil
	}
	return fix.Replace(pass.Pass, "Use "+name+" in place of the client", op.Call.Recv, name)
}
