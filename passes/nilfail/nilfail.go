// Package nilfail declares the check nilfail: a miss of one command that makes the whole batch look failed.
package nilfail

import (
	_ "embed"
	"fmt"
	"go/token"

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
		Name:   "nilfail",
		Family: "pipelines",
		Title:  "miss of one command makes the whole batch look failed",
		Text: `
` + "`Exec`" + ` returns the error of the first command that failed, and redis.Nil is such an error: one GET of a missing key makes it look as if the
batch had failed, although everything was executed. The other results are thrown away, a write is repeated, and a function under ` + "`Watch`" + `
reports an error after its transaction was committed.

Let redis.Nil pass, and ask each command for its own error.`,
		Silent: []string{
			"The error is compared with redis.Nil anywhere: here, in a helper, in a caller of the same package, or in code that is not seen and knows the library.",
			"The error is only logged.",
			"The key was written before, so that it exists.",
			"The batch has one command.",
			"Scripts and raw commands: what they reply is not known.",
		},
		Bad: bad, Good: good,
		Harm:     "Exec returns redis.Nil although every command of the batch was executed",
		Patterns: []string{"P3a"},
		Sources: []string{
			"go-redis command.go: cmdsFirstErr", "go-redis redis.go: processPipeline, processTxPipeline", "go-redis tx.go: (*Client).Watch",
			"https://redis.io/docs/latest/commands/get/",
		},
		Severity: rule.Warning,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

// run judges an execution in every function that it is laid out in: one caller that tests for redis.Nil makes a helper right.
func run(pass *rule.Pass) error {
	found := map[token.Pos]rule.Finding{}
	fine := map[token.Pos]bool{}
	for _, g := range pass.Flow.Graphs() {
		for _, b := range g.Batches() {
			m := missing(g, b)
			if m == nil {
				continue
			}
			call := g.CallAt(b.Site(m))
			if call == nil {
				continue
			}
			switch {
			case b.MayTestMiss():
				fine[call.Pos()] = true
			case b.MissFails():
				found[call.Pos()] = rule.Finding{Pos: call.Pos(), End: call.End(), Message: fmt.Sprintf(
					"%s returns redis.Nil when %s finds nothing; the whole batch then counts as failed", rule.Expr(call.Fun), m.Name())}
			}
		}
	}
	for pos, f := range found {
		if !fine[pos] {
			pass.ReportFinding(f)
		}
	}
	return nil
}

// missing is a command of the batch that can miss, when it is not alone.
func missing(g *flow.Graph, b *flow.Batch) *flow.Op {
	if len(b.Queued) == 0 || len(b.Queued) == 1 && !repeats(g, b) {
		return nil
	}
	for _, q := range b.Queued {
		if b.Missable(q) && !q.May {
			return q
		}
	}
	return nil
}

// repeats reports whether the only queueing operation queues several commands: it stands in a loop that the execution is not in.
func repeats(g *flow.Graph, b *flow.Batch) bool {
	q := b.Queued[0]
	for _, l := range g.Loops(q.Node) {
		if !l.Contains(b.Node) {
			return true
		}
	}
	return false
}
