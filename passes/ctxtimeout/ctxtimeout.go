// Package ctxtimeout declares the check ctxtimeout: deadlines that a client does not look at.
package ctxtimeout

import (
	_ "embed"
	"fmt"
	"slices"

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
		Name:   "ctxtimeout",
		Family: "hazards",
		Title:  "deadline that the client ignores",
		Text: `
Version 9 reads and writes without the context unless ` + "`ContextTimeoutEnabled`" + ` is set: the deadline of a context only bounds the wait for a
connection. A command with a deadline of 50 milliseconds takes as long as ReadTimeout allows, and its retries again. Version 8 looked at
deadlines.

Off by default: some programs want the deadline for the pool only.`,
		Silent: []string{
			"The options are not written out where the client is made.",
			"No command with a deadline is seen to go through the client.",
			"The library is older than version 9.",
		},
		Bad: bad, Good: good,
		Harm:     "an answer after the deadline, and no error",
		Patterns: []string{"T1"},
		Sources:  []string{"go-redis options.go: ContextTimeoutEnabled", "go-redis redis.go: (*baseClient).context"},
		Severity: rule.Warning,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	timed := map[string]string{} // places of clients -> a command with a deadline
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if deadline(op) {
				for _, o := range g.Objects(op.Client()) {
					if home := g.Home(o); home != "" && timed[home] == "" {
						timed[home] = op.Name()
					}
				}
			}
		}
	}
	for _, g := range pass.Flow.Graphs() {
		for _, r := range g.Resources(calls.NewClient) {
			if _, absent := g.Option(r.Op.Arg(0), "ContextTimeoutEnabled"); !absent || !redisapi.VersionOfFunc(r.Op.Fn).IgnoresDeadline() || r.Op.Call == nil {
				continue
			}
			command := ""
			for _, op := range g.Ops {
				if deadline(op) && slices.Contains(g.Objects(op.Client()), r.Obj) {
					command = op.Name()
					break
				}
			}
			for _, home := range r.Homes() {
				if command == "" {
					command = timed[home]
				}
			}
			if command != "" {
				pass.ReportOp(r.Op, "", fmt.Sprintf("client ignores the deadline of %s: ContextTimeoutEnabled is not set", command))
			}
		}
	}
	return nil
}

func deadline(op *flow.Op) bool {
	return op.Call != nil && (op.IsCommand() || op.Kind == calls.Exec || op.Kind == calls.Pipelined || op.Kind == calls.TxPipelined) && !op.Queued() && op.HasDeadline()
}
