// Package blockingclient declares the check blockingclient: blocking commands that take the connections of everybody.
package blockingclient

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
		Name:   "blockingclient",
		Family: "hazards",
		Title:  "blocking commands on the shared client",
		Text: `
A blocking command holds a connection of the pool while it waits. Goroutines that are started in a loop hold as many; when the pool is
empty, the rest of the program fails with "connection pool timeout". Workers that block want a client of their own, with a PoolSize that
fits their number.

Off by default: whether the client is shared is often not to be seen.`,
		Silent: []string{
			"The client is made in the same function.",
			"The client is a field or package variable that the package uses for nothing else.",
			"The command does not wait: a negative Block.",
		},
		Bad: bad, Good: good,
		Harm:     "everybody else waits for a connection",
		Patterns: []string{"X8"},
		Sources:  []string{"go-redis internal/pool/pool.go: waitTurn"},
		Severity: rule.Note,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	shared := map[string]bool{} // places of clients that are used for commands that do not block
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if op.Kind == calls.Command && !op.Method.Blocking {
				for _, o := range op.Receivers() {
					shared[g.Home(o)] = true
				}
			}
		}
	}
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if op.Kind == calls.Command && op.Method.Blocking && op.Call != nil && !op.Queued() && waits(g, op) && started(g, op) && foreign(g, op, shared) {
				pass.ReportOp(op, "", fmt.Sprintf("%s holds a connection of %s in each goroutine of a loop; others find the pool empty", op.Name(), pass.NameOf(op)))
			}
		}
	}
	return nil
}

// waits reports whether the command really blocks.
func waits(g *flow.Graph, op *flow.Op) bool {
	if block, ok := g.FieldValue(op.Arg(0), "Block"); ok {
		if d, known := g.ConstInt(block); known && d < 0 {
			return false
		}
	}
	return true
}

// started reports an operation in a goroutine of which a loop starts many.
func started(g *flow.Graph, op *flow.Op) bool {
	if _, async := op.Deferred(); async {
		return len(g.Loops(op.Node)) > 0
	}
	n := g.Started(op.Node.Frame.Enclosing(flow.Async))
	return n != nil && len(g.Loops(n)) > 0
}

// foreign reports whether the client comes from outside, and is not known to serve blocking commands only.
func foreign(g *flow.Graph, op *flow.Op, shared map[string]bool) bool {
	if !g.Foreign(op.Recv) {
		return false
	}
	for _, o := range g.Objects(op.Recv) {
		if home := g.Home(o); home != "" && !shared[home] {
			return false
		}
	}
	return true
}
