// Package pipeshare declares the check pipeshare: pipelines and transactions used by several goroutines.
package pipeshare

import (
	_ "embed"
	"fmt"

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
		Name:   "pipeshare",
		Family: "pipelines",
		Title:  "pipeline or transaction used by several goroutines",
		Text: `
A pipeline has no lock since v9: queueing is an append, and two goroutines that append at the same time lose each other's commands, without an
error. When one goroutine executes while another one queues, commands of both are mixed up. A Tx is one connection with one state: what
several goroutines do on it is mixed up as well.

Each goroutine gets a pipeline of its own, or the goroutines hand over what is to be queued.`,
		Silent: []string{
			"One goroutine only uses it, and its owner waits before it goes on: WaitGroup, errgroup, a channel.",
			"A lock is taken in the goroutine.",
			"Each turn of the loop makes a pipeline of its own.",
			"In v6 to v8, where queueing is locked, goroutines only queue.",
		},
		Bad: bad, Good: good,
		Harm:     "queued commands are lost, and Exec returns no error",
		Patterns: []string{"P8"},
		Sources: []string{
			"go-redis pipeline.go: (*Pipeline).BatchProcess", "https://redis.io/docs/latest/develop/using-commands/pipelining/",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		reported := map[*flow.Object]bool{}
		for _, op := range g.Ops {
			if !candidate(op) {
				continue
			}
			for _, o := range op.Receivers() {
				if role := o.Role(); reported[o] || role != redisapi.RolePipeline && role != redisapi.RoleTx {
					continue
				}
				shared, many := g.Shared(op, o)
				if !shared || redisapi.Newest(op.Lib.Major).PipelineHasMutex() && o.Role() == redisapi.RolePipeline && onlyQueues(g, o) {
					continue
				}
				reported[o] = true
				report(pass, op, o, many)
			}
		}
	}
	return nil
}

// candidate reports an operation that changes a pipeline or uses the connection of a transaction.
func candidate(op *flow.Op) bool {
	switch op.Kind {
	case calls.Command, calls.Do, calls.Process, calls.ScriptRun, calls.Exec, calls.Discard, calls.Pipelined, calls.TxPipelined, calls.NewPipeline, calls.NewTxPipeline:
	default:
		return false
	}
	role := op.Role()
	return (role == redisapi.RolePipeline || role == redisapi.RoleTx) && op.Node.Frame.Enclosing(flow.Async) != nil
}

// onlyQueues reports whether no goroutine executes: before v9 queueing was locked.
func onlyQueues(g *flow.Graph, o *flow.Object) bool {
	for _, op := range g.Ops {
		if op.Kind != calls.Exec || op.Node.Frame.Enclosing(flow.Async) == nil {
			continue
		}
		for _, x := range op.Receivers() {
			if x == o {
				return false
			}
		}
	}
	return true
}

func report(pass *rule.Pass, op *flow.Op, o *flow.Object, many bool) {
	what, harm := "pipeline", "commands are lost without an error"
	if o.Role() == redisapi.RoleTx {
		what, harm = "transaction", "its one connection mixes them up"
	}
	how := "while another goroutine uses it"
	if many {
		how = "by several goroutines at once"
	}
	pass.ReportOp(op, "", fmt.Sprintf("%s %s is used %s; %s", what, pass.NameOf(op), how, harm))
}
