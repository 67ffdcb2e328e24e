// Package retrywrite declares the check retrywrite: writes that a retry repeats although they may have been applied.
package retrywrite

import (
	_ "embed"
	"fmt"
	"time"

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
		Name:   "retrywrite",
		Family: "hazards",
		Title:  "retry repeats a write that adds up",
		Text: `
After a timeout or a lost connection nobody knows whether the server has applied the command. Doing it again is right for SET and SADD, and
counts twice for INCR, LPUSH, XADD. A retry of a whole pipeline or transaction repeats all of it.

The client repeats commands by itself, too, three times by default: with a short ReadTimeout and a busy server one INCR was applied four
times. ` + "`MaxRetries: -1`" + ` turns that off.

Off by default: many programs accept it.`,
		Silent: []string{
			"The error is compared with anything but nil before the write is repeated: TxFailedErr says that nothing was applied.",
			"All writes of the batch have the same effect when they are done twice.",
			"The loop goes on after a success, too: it is no retry.",
		},
		Bad: bad, Good: good,
		Harm:     "one vote counts twice when its answer gets lost",
		Patterns: []string{"T2"},
		Sources:  []string{"go-redis redis.go: (*baseClient).process", "go-redis error.go: shouldRetry"},
		Severity: rule.Warning,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, b := range g.Batches() {
			if b.Op.Effect == nil && !watched(b.Op) && g.RepeatedOnError(b.Op) {
				for _, q := range b.Queued {
					if adds(q) {
						report(pass, b.Op, q)
						break
					}
				}
			}
		}
		for _, op := range g.Ops {
			if adds(op) && op.Call != nil && !op.Queued() && !watched(op) && g.RepeatedOnError(op) {
				report(pass, op, op)
			}
		}
		for _, r := range g.Resources(calls.NewClient) {
			if r.Op.Effect == nil {
				impatient(pass, g, r)
			}
		}
	}
	return nil
}

func report(pass *rule.Pass, op, write *flow.Op) {
	pass.ReportOp(op, "", fmt.Sprintf("%s is repeated after any error; it may have been applied, and %s adds up", op.Name(), write.Name()))
}

// adds reports a write whose repetition changes the outcome.
func adds(op *flow.Op) bool {
	return op.Kind == calls.Command && op.Method != nil && op.Method.Access == redisapi.AccessWrite && !op.Method.Idempotent && !op.Method.Blocking
}

// watched reports an operation of a Watch: a conflict means that nothing was applied, and the check txretry looks at its retries.
func watched(op *flow.Op) bool {
	return op.Role() == redisapi.RoleTx || op.Node.Frame.Enclosing(flow.Watched) != nil
}

// impatient reports the writes of a client that gives up early and tries again.
func impatient(pass *rule.Pass, g *flow.Graph, r *flow.Resource) {
	timeout, _ := g.Option(r.Op.Arg(0), "ReadTimeout")
	d, ok := g.ConstInt(timeout)
	if !ok || d <= 0 || time.Duration(d) >= 500*time.Millisecond {
		return
	}
	tries, absent := g.Option(r.Op.Arg(0), "MaxRetries")
	if n, known := g.ConstInt(tries); !absent && (!known || n < 0) {
		return
	}
	for _, op := range r.Uses() {
		if adds(op) && op.Call != nil {
			pass.ReportOp(op, "", fmt.Sprintf("client gives up after %s and sends %s again; it may be applied several times", time.Duration(d), op.Name()))
		}
	}
}
