// Package txtwice declares the check txtwice: a second transaction in one Watch function, and one that makes itself fail.
package txtwice

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/fix"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// SelfAbort is the category of a write that makes its own transaction fail.
const SelfAbort = "self-abort"

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "txtwice",
		Family: "transactions",
		Title:  "second transaction in one Watch function",
		Text: `
EXEC ends the watch of all keys, whether it commits or not. A second transaction in the same Watch function runs unguarded: a change by
another client is overwritten, and Watch returns nil. The usual cause is reading with ` + "`tx.TxPipelined`" + ` first: several reads in one round
trip belong in ` + "`tx.Pipelined`" + `, which sends no EXEC.

The opposite happens when the function writes a watched key directly (` + "`tx.SetNX`" + `) before its transaction: that write counts as a change
of the watched key, EXEC is refused every time, and a retry loop spins for ever (category ` + "`self-abort`" + `).`,
		Silent: []string{
			"tx.Watch stands between the two.",
			"What the second transaction writes depends on no read and on no watched key.",
			"The direct write is followed by a return.",
		},
		Bad: bad, Good: good,
		Harm:     "a change between the two transactions is overwritten, and Watch returns nil",
		Patterns: []string{"W7", "W9"},
		Sources:  []string{"go-redis tx.go: (*Tx).TxPipeline", "https://redis.io/docs/latest/commands/exec/", "https://redis.io/docs/latest/commands/watch/"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, t := range g.Txns() {
			execs := t.Execs()
			second(pass, g, t, execs)
			for _, op := range t.Ops {
				if t.AbortsItself(op) {
					report(pass, op, SelfAbort, fmt.Sprintf("%s changes a watched key before the transaction; EXEC is refused every time", call(op)), nil)
				}
			}
		}
	}
	return nil
}

func second(pass *rule.Pass, g *flow.Graph, t *flow.Txn, execs []*flow.Batch) {
	for _, a := range execs {
		if a.Complete && len(a.Queued) == 0 {
			continue // nothing is sent
		}
		for _, b := range execs {
			if !g.Reaches(a.Node, b.Node) || t.Rewatches(a.Node, b.Node) || !matters(t, b) || !inside(g, t, a, b) {
				continue
			}
			if onlyReads(a) {
				report(pass, a.Op, "", fmt.Sprintf("%s ends the watch although it only reads; the transaction after it is unguarded", call(a.Op)), toPipelined(g, t, a))
				continue
			}
			if b.Node == a.Node {
				report(pass, b.Op, "", fmt.Sprintf("%s runs again in a loop; EXEC ends the watch, from the second turn on it is unguarded", call(b.Op)), nil)
				continue
			}
			report(pass, b.Op, "", fmt.Sprintf("%s is the second transaction of this Watch; EXEC has ended the watch, it is unguarded", call(b.Op)), nil)
		}
	}
}

// inside reports whether the second execution follows the first in one run of the function: a loop around Watch starts a new one.
func inside(g *flow.Graph, t *flow.Txn, a, b *flow.Batch) bool {
	return g.Search(a.Node, func(n *flow.Node) bool { return n == b.Node }, func(n *flow.Node) bool { return !t.Contains(n) }) != nil
}

// matters reports whether an execution writes something that had to be guarded: a watched key, or what a read decides.
func matters(t *flow.Txn, b *flow.Batch) bool {
	reads := t.Reads()
	for _, q := range b.Queued {
		if !q.Writes() {
			continue
		}
		uses, _ := q.Keys()
		for _, u := range uses {
			if t.Watches(u.Key) {
				return true
			}
		}
		if t.DependsOn(q, reads) != nil {
			return true
		}
	}
	return false
}

func onlyReads(b *flow.Batch) bool {
	for _, q := range b.Queued {
		if !q.Reads() {
			return false
		}
	}
	return b.Complete && len(b.Queued) > 0
}

// toPipelined makes a plain pipeline of a transaction that only reads.
func toPipelined(g *flow.Graph, t *flow.Txn, b *flow.Batch) *analysis.SuggestedFix {
	if b.Op.Call == nil || b.Op.Kind != calls.TxPipelined || redisapi.Newest(b.Op.Lib.Major).TxPipelineTransactional() {
		return nil
	}
	return fix.ReplaceCall("Replace TxPipelined with Pipelined", b.Op.Call.Expr, "Pipelined")
}

func report(pass *rule.Pass, op *flow.Op, category, message string, f *analysis.SuggestedFix) {
	pos, end := op.Pos(), op.End()
	if e := op.Expr(); e != nil {
		pos, end = e.Pos(), e.End()
	}
	pass.ReportFinding(rule.Finding{Pos: pos, End: end, Category: category, Message: message, Fix: f})
}

func call(op *flow.Op) string {
	if e := op.Expr(); e != nil {
		return rule.Expr(e.Fun)
	}
	return op.Name()
}
