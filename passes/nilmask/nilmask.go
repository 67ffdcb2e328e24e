// Package nilmask declares the check nilmask: filters for redis.Nil that hide the failures of other commands.
package nilmask

import (
	_ "embed"
	"fmt"

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
		Name:   "nilmask",
		Family: "pipelines",
		Title:  "redis.Nil filter hides failures of other commands",
		Text: `
` + "`Exec`" + ` returns the error of the first command that failed, in the order of the queue, and redis.Nil is such an error. Where a command
that may miss is queued before another one, ` + "`err != nil && err != redis.Nil`" + ` lets everything pass that comes after the miss: the other
command failed, its error is in the command only, and nobody looks.

Ask each command that matters for its own error after the filter, or queue the command that may miss last.`,
		Silent: []string{
			"Each command that the miss can hide is asked for its error: Err, Result, a loop over the commands, a helper that gets them.",
			"The command that can miss is queued last, or nothing in the batch can miss, or everything can.",
			"The batch has one command.",
			"A miss is turned into an error of its own, or returned.",
			"A command is returned, stored or handed to code that is not seen.",
		},
		Bad: bad, Good: good,
		Harm:     "a command fails, and the function reports success",
		Patterns: []string{"P3b"},
		Sources: []string{
			"go-redis command.go: cmdsFirstErr", "go-redis redis.go: processPipeline, processTxPipeline",
			"https://redis.io/docs/latest/develop/using-commands/pipelining/",
		},
		Severity: rule.Warning,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, b := range g.Batches() {
			masked := b.Masked()
			if len(masked) == 0 || !b.MissPasses() {
				continue
			}
			call := g.CallAt(b.Site(masked[0]))
			if call == nil {
				continue
			}
			pass.ReportFinding(rule.Finding{Pos: call.Pos(), End: call.End(), Message: fmt.Sprintf(
				"redis.Nil filter on the error of %s hides a failure of %s, whose own error is never read", rule.Expr(call.Fun), masked[0].Name())})
		}
	}
	return nil
}
