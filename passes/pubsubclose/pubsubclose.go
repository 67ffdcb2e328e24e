// Package pubsubclose declares the check pubsubclose: subscriptions that nobody closes.
package pubsubclose

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
		Name:   "pubsubclose",
		Family: "resources",
		Title:  "PubSub that is never closed",
		Text: `
Every PubSub has a connection of its own, outside the pool, and two goroutines as soon as ` + "`Channel`" + ` is called. Only ` + "`Close`" + `
ends them: cancelling the context that was given to ` + "`Subscribe`" + ` does nothing, and ` + "`Unsubscribe`" + ` keeps the connection. The usual
leak is an early return between ` + "`Subscribe`" + ` and ` + "`Close`" + `: each failed attempt costs the server a client.

A PubSub that is not kept, as in ` + "`rdb.Subscribe(ctx, name).Channel()`" + `, can never be closed.`,
		Silent: []string{
			"The PubSub is returned, stored, sent over a channel or handed to code that is not seen.",
			"A goroutine, a deferred call, t.Cleanup, context.AfterFunc or another callback closes it.",
			"The function never returns, as a subscriber that lives as long as the program.",
			"The path ends the program: log.Fatal, os.Exit, a panic, the end of main.",
		},
		Bad: bad, Good: good,
		Harm:     "the server keeps a client connection for every call",
		Patterns: []string{"X1"},
		Sources:  []string{"go-redis pubsub.go: (*PubSub).Close, (*PubSub).Channel", "https://redis.io/docs/latest/develop/pubsub/"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, r := range g.Resources(calls.Subscribe) {
			check(pass, g, r)
		}
	}
	return nil
}

const harm = "its connection stays open"

func check(pass *rule.Pass, g *flow.Graph, r *flow.Resource) {
	answer, at := r.Closed()
	switch {
	case answer == flow.Pending:
		if g.EndsProcess(r.Owner) && at != r.Op.Node {
			return
		}
	case r.Chained() && !r.Escapes() && !g.InMain(): // no way to close it, even if the loop ever ended
		at = r.Op.Node
	default:
		return
	}
	pass.ReportUnclosed(r, at, "PubSub", harm)
}
