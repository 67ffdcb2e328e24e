// Package txwrite declares the check txwrite: writes inside a Watch function that the watch does not guard.
package txwrite

import (
	_ "embed"
	"go/ast"

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
		Name:   "txwrite",
		Family: "transactions",
		Title:  "write inside a Watch function that is not in its transaction",
		Text: `
Only what is queued in ` + "`tx.TxPipelined`" + ` (or ` + "`tx.TxPipeline`" + ` and ` + "`Exec`" + `) is refused when a watched key has changed. ` + "`tx.Set`" + `,
` + "`tx.Pipelined`" + ` and anything sent through the client itself take effect at once and overwrite what another client wrote in between; Watch
returns nil. Up to version 6 ` + "`tx.Pipelined`" + ` was a transaction; code that was ported from it lost its protection without a word.`,
		Silent: []string{
			"The write goes to another client.",
			"The write has nothing to do with the watch: a key that is not watched and a value that no read inside decides, through tx.",
			"It comes after the transaction was executed, or after tx.Unwatch.",
			"The command decides by itself, in one step: SetNX.",
			"Nothing is watched: Watch without keys is a way to keep one connection.",
		},
		Bad: bad, Good: good,
		Harm:     "another client's write between read and write is overwritten and Watch returns nil",
		Patterns: []string{"W2"},
		Sources: []string{
			"go-redis tx.go: (*Tx).Process, (*Tx).Pipelined, (*Tx).TxPipelined", "https://redis.io/docs/latest/develop/using-commands/transactions/",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, t := range g.Txns() {
			if keys, complete := t.Keys(); complete && len(keys) == 0 {
				continue
			}
			reads := t.Reads()
			for _, op := range t.Ops {
				if !op.IsCommand() || !op.Writes() || op.Node.Frame.Enclosing(flow.Async) != nil {
					continue
				}
				switch route, pipe := t.Route(op); route {
				case flow.RouteTx:
					if related(t, op, reads) && !committed(g, t, op) && !t.AbortsItself(op) {
						pass.ReportTx(t, op, "%s is sent at once, outside MULTI; it overwrites a change of the watched key", nil)
					}
				case flow.RoutePipe:
					if (t.Watch != nil || related(t, op, reads)) && !committed(g, t, op) && !t.AbortsItself(op) {
						pass.ReportTx(t, pipe.Op, "%s is no transaction; its "+op.Name()+" overwrites a change of the watched key", toTx(g, t, pipe))
					}
				case flow.RouteClient:
					pass.ReportTx(t, op, "%s inside Watch is no part of the transaction; it takes effect even when that fails", nil)
				case flow.RouteClientPipe:
					pass.ReportTx(t, pipe.Op, "%s inside Watch runs on another connection; the watch does not guard its "+op.Name(), receiver(pass, t, pipe))
				}
			}
		}
	}
	return nil
}

// related reports whether a write through the transaction's connection matters to the watch: a key that is or may be watched, or a write
// that a read inside decides.
func related(t *flow.Txn, op *flow.Op, reads []*flow.Op) bool {
	switch op.Name() {
	case "SetNX", "HSetNX", "RenameNX", "MSetNX", "PFAdd":
		return false // decides by itself, in one step
	}
	if t.Unwatched(op.Node) {
		return false
	}
	uses, _ := op.Keys()
	for _, u := range uses {
		if u.Write && t.Watches(u.Key) {
			return true
		}
	}
	return t.DependsOn(op, reads) != nil
}

// committed reports whether the write always comes after the transaction.
func committed(g *flow.Graph, t *flow.Txn, op *flow.Op) bool {
	execs := t.Execs()
	return len(execs) > 0 && g.Always(op.Node, func(n *flow.Node) bool {
		for _, b := range execs {
			if b.Node == n {
				return true
			}
		}
		return false
	})
}

// toTx renames Pipelined to TxPipelined and Pipeline to TxPipeline where only writes are queued.
func toTx(g *flow.Graph, t *flow.Txn, pipe *flow.Object) *analysis.SuggestedFix {
	if pipe.Opaque || len(g.Escapes(pipe)) > 0 || pipe.Op.Call == nil {
		return nil
	}
	for _, op := range g.Ops {
		if !op.IsCommand() || op.Writes() {
			continue
		}
		for _, p := range op.Pipes() {
			if p == pipe {
				return nil
			}
		}
	}
	name := map[calls.Kind]string{calls.Pipelined: "TxPipelined", calls.NewPipeline: "TxPipeline"}[pipe.Op.Kind]
	if name == "" {
		return nil
	}
	return fix.ReplaceCall("Replace "+pipe.Op.Name()+" with "+name, pipe.Op.Call.Expr, name)
}

// receiver puts the transaction in the place of the client: rdb.TxPipelined becomes tx.TxPipelined.
func receiver(pass *rule.Pass, t *flow.Txn, pipe *flow.Object) *analysis.SuggestedFix {
	name := t.TxName(pipe.Op)
	if name == "" || pipe.Op.Call == nil || pipe.Op.Kind != calls.TxPipelined && pipe.Op.Kind != calls.NewTxPipeline {
		return nil
	}
	if _, embedded := ast.Unparen(pipe.Op.Call.Expr.Fun).(*ast.SelectorExpr); !embedded || pipe.Op.Call.Recv == nil {
		return nil
	}
	return fix.Replace(pass.Pass, "Use "+name+" in place of the client", pipe.Op.Call.Recv, name)
}
