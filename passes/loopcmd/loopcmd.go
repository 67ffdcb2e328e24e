// Package loopcmd declares the check loopcmd: one round trip for each element of a list.
package loopcmd

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
		Name:   "loopcmd",
		Family: "hazards",
		Title:  "one round trip per turn of a loop",
		Text: `
A command in a loop over a list costs a round trip for each element: a hundred keys over a network of a millisecond take a tenth of a
second. A pipeline sends them all at once, and many commands take several keys: MGET, DEL, HMGET, SADD.

Off by default: whether it matters depends on the length of the list.`,
		Silent: []string{
			"The command depends on an earlier answer, or an answer ends the loop.",
			"The loop runs over a page of a scan or a short list that is written out, waits, or starts a goroutine for each element.",
			"The command is queued, or blocks.",
		},
		Bad: bad, Good: good,
		Harm:     "as many round trips as elements",
		Patterns: []string{"H4"},
		Sources:  []string{"https://redis.io/docs/latest/develop/using-commands/pipelining/"},
		Severity: rule.Note,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if op.Kind == calls.Command && op.Call != nil && !op.Queued() && !op.Method.Blocking {
				check(pass, g, op)
			}
		}
	}
	return nil
}

func check(pass *rule.Pass, g *flow.Graph, op *flow.Op) {
	ls := g.Loops(op.Node)
	uses, _ := op.Keys()
	if len(ls) == 0 || len(uses) == 0 || ls[0].Frame != op.Node.Frame || !ls[0].Ranges() || ls[0].CallsByName("Sleep", "Wait", "After", "Take") {
		return
	}
	key := uses[0].Val
	if ls[0].Invariant(key) {
		return
	}
	own := g.ReplyTaint(op)
	if own.Has(key) || own.Decides(op.Node) {
		return
	}
	for _, other := range g.Ops { // a page of a scan; a command that depends on another one of the same turn
		if other != op && other.Kind == calls.Command && other.Call != nil {
			t := g.ReplyTaint(other)
			if ls[0].Contains(other.Node) && (t.Decides(op.Node) || t.Has(key)) || other.Method.Result == "ScanCmd" && t.Has(key) {
				return
			}
		}
	}
	pass.ReportOp(op, "", fmt.Sprintf("%s is sent once per turn of the loop; a pipeline needs one round trip", op.Name()))
}
