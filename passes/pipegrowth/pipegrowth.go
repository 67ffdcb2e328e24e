// Package pipegrowth declares the check pipegrowth: pipelines that a loop over data of unknown size fills.
package pipegrowth

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
		Name:   "pipegrowth",
		Family: "pipelines",
		Title:  "pipeline filled without a limit",
		Text: `
A pipeline holds all its commands in memory, the server holds all their replies, and nothing is sent before the execution. A loop over data
of unknown size (a file, rows of a database, a channel, a scan) fills it until the memory is used up. Execute every few hundred commands:
` + "`if pipe.Len() >= 500`" + `.`,
		Silent: []string{
			"The loop executes, or asks for the length of the pipeline.",
			"The loop runs over a slice, an array or a map: its size is in memory already.",
			"Each turn makes a pipeline of its own.",
		},
		Bad: bad, Good: good,
		Harm:     "nothing is sent before the end of the data, and all of it is in memory",
		Patterns: []string{"P13"},
		Sources: []string{
			"go-redis pipeline.go: (*Pipeline).BatchProcess", "https://redis.io/docs/latest/develop/using-commands/pipelining/",
		},
		Severity: rule.Note,
		Default:  false,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		reported := map[*flow.Object]bool{}
		for _, op := range g.Ops {
			pipes := op.Pipes()
			if !op.Queued() || len(pipes) != 1 || reported[pipes[0]] || !g.Grows(op, pipes[0]) {
				continue
			}
			reported[pipes[0]] = true
			pass.ReportOp(op, "", fmt.Sprintf("%s grows without a limit: the loop over data of unknown size never executes it", pass.NameOf(op)))
		}
	}
	return nil
}
