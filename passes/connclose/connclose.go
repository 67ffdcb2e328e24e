// Package connclose declares the check connclose: borrowed connections that nobody gives back.
package connclose

import (
	_ "embed"

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
		Name:   "connclose",
		Family: "resources",
		Title:  "Conn that is never closed",
		Text: `
` + "`Conn`" + ` borrows one connection of the pool, with the first command that is sent through it. ` + "`Close`" + ` gives it back. Without it the
pool has one connection less for ever; when the last is gone, every command of the program waits and fails with "connection pool timeout".`,
		Silent: []string{
			"The Conn is returned, stored, sent over a channel or handed to code that is not seen.",
			"A goroutine, a deferred call, t.Cleanup, context.AfterFunc or another callback closes it.",
			"The path ends the program: log.Fatal, os.Exit, a panic, the end of main.",
		},
		Bad: bad, Good: good,
		Harm:     "the pool runs dry and commands fail with a pool timeout",
		Patterns: []string{"X3"},
		Sources:  []string{"go-redis redis.go: (*Client).Conn", "go-redis internal/pool/pool_sticky.go: (*StickyConnPool).Close"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, r := range g.Resources(calls.NewConn) {
			answer, at := r.Closed()
			if answer == flow.Pending && (at == r.Op.Node || !g.EndsProcess(r.Owner)) {
				pass.ReportUnclosed(r, at, "Conn", "its connection never returns to the pool")
			}
		}
	}
	return nil
}
