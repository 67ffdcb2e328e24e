// Package txstale declares the check txstale: transactions that write what was read before their Watch.
package txstale

import (
	_ "embed"
	"fmt"

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
		Name:   "txstale",
		Family: "transactions",
		Title:  "transaction that writes a value read before its Watch",
		Text: `
The watch begins when ` + "`Watch`" + ` sends WATCH. What was read before that may already be old: a change between the read and the WATCH is not
noticed, EXEC succeeds, and the transaction writes a value computed from the old one. The read that decides belongs inside the function,
through ` + "`tx`" + `.`,
		Silent: []string{
			"The same key is read again inside the function.",
			"The key of the early read is neither watched nor written by the transaction: configuration, another record.",
			"The early read comes from another client.",
			"The read stands before a loop that retries: txretry speaks.",
		},
		Bad: bad, Good: good,
		Harm:     "a change between the read and WATCH is overwritten, and EXEC succeeds",
		Patterns: []string{"W5"},
		Sources:  []string{"go-redis tx.go: (*Client).Watch", "https://redis.io/docs/latest/commands/watch/"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		retries := g.Retries()
		for _, t := range g.Txns() {
			if t.Watch == nil {
				continue
			}
			for _, s := range g.StaleWrites(t.Watch) {
				if beforeRetry(retries, s, t.Watch) {
					continue
				}
				what := "writes a value from"
				if s.Decides {
					what = "is decided by"
				}
				pass.ReportOp(s.Write, "", fmt.Sprintf("%s %s %s before Watch; a change in between is lost, and EXEC succeeds", s.Write.Name(), what, s.Read.Name()))
			}
		}
	}
	return nil
}

// beforeRetry reports a read from before a loop of attempts.
func beforeRetry(retries []*flow.Retry, s flow.StaleWrite, watch *flow.Op) bool {
	for _, r := range retries {
		if r.Op == watch && r.Loop != nil && !r.Loop.Contains(s.Read.Node) {
			return true
		}
	}
	return false
}
