// Package shardfunc declares the check shardfunc: callbacks of ForEachMaster and its kin that race or ask the wrong client.
package shardfunc

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// The categories of findings.
const (
	OuterClient = "outer-client"
	Race        = "race"
)

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "shardfunc",
		Family: "cluster",
		Title:  "ForEachMaster callback that races or uses the outer client",
		Text: `
` + "`ForEachMaster`" + `, ` + "`ForEachSlave`" + ` and ` + "`ForEachShard`" + ` run the callback once per node, each in a goroutine of its own, and give it the client
of that node. A command sent through the cluster client inside the callback goes to a random node again. A captured variable that is written
without a lock is written by several goroutines at once: results are lost, a map write can end the program.`,
		Silent: []string{
			"A lock is taken before the write; atomics, channels and elements of a slice are used.",
			"The command through the cluster client has a key: it goes to the node of the key.",
			"The client inside the callback is that of another cluster or server.",
		},
		Bad: bad, Good: good,
		Harm:     "a node is asked several times and another one never",
		Patterns: []string{"C4"},
		Sources:  []string{"go-redis osscluster.go: (*ClusterClient).ForEachMaster", "go-redis ring.go: (*Ring).ForEachShard", "https://go.dev/ref/mem"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, each := range g.Ops {
			if each.Kind != calls.ForEach {
				continue
			}
			for _, body := range each.Body() {
				outer(pass, g, each, body)
				for _, w := range g.SharedWrites(body) {
					name := w.Name
					if name == "" {
						name = "a captured variable"
					}
					pass.ReportFinding(rule.Finding{Pos: w.Node.Pos(), End: w.Node.Pos(), Category: Race,
						Message: fmt.Sprintf("%s is written by the callback of %s, which runs in one goroutine per node; writes are lost", name, each.Name())})
				}
			}
		}
	}
	return nil
}

// outer reports commands in the callback that go through the client whose nodes are visited.
func outer(pass *rule.Pass, g *flow.Graph, each *flow.Op, body *flow.Frame) {
	for _, op := range g.Ops {
		if op.Node == nil || !op.Node.Frame.Within(body) || op.Effect != nil {
			continue
		}
		if uses, _ := op.Keys(); len(uses) > 0 {
			continue // a key is routed to its node, whoever asks
		}
		switch {
		case op.IsCommand(), op.Kind == calls.Pipelined, op.Kind == calls.TxPipelined, op.Kind == calls.NewPipeline, op.Kind == calls.NewTxPipeline, op.Kind == calls.Watch:
		default:
			continue
		}
		if !g.Same(op.Target(), each.Recv) {
			continue
		}
		f := rule.Finding{Pos: op.Pos(), End: op.End(), Category: OuterClient,
			Message: fmt.Sprintf("%s inside %s goes through %s, not to the node; each callback asks a random node again", op.Name(), each.Name(), pass.NameOf(op))}
		if p := body.ParamName(1); p != "" && p != "_" && op.Call != nil && op.Call.Recv != nil && op.Node.Frame == body && op.Kind != calls.ScriptRun {
			f.Fix = &analysis.SuggestedFix{Message: "Use the client of the node",
				TextEdits: []analysis.TextEdit{{Pos: op.Call.Recv.Pos(), End: op.Call.Recv.End(), NewText: []byte(p)}}}
		}
		pass.ReportFinding(f)
	}
}
