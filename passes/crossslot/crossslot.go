// Package crossslot declares the check crossslot: keys of one transaction, Watch or command that lie in different hash slots.
package crossslot

import (
	_ "embed"
	"fmt"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/keys"
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
	r := &runner{}
	c := rule.Declare(rule.Info{
		Name:   "crossslot",
		Family: "cluster",
		Title:  "keys of one transaction or command in different slots",
		Text: `
A Redis Cluster spreads keys over 16384 slots by CRC16. A transaction, a ` + "`Watch`" + `, a script and a command with several keys
work only when all their keys lie in one slot: otherwise the server answers ` + "`CROSSSLOT`" + `, and go-redis refuses ` + "`Watch`" + `. Before
v9.11 a ` + "`ClusterClient`" + ` cut such a ` + "`TxPipeline`" + ` into one transaction per slot without a word, and a ` + "`Ring`" + ` still cuts it into
one per shard: nothing is atomic across them.

Only the part of a key between the first ` + "`{`" + ` and the next ` + "`}`" + ` is hashed, when it is not empty. Keys that belong together get a
common hash tag: ` + "`{item:42}:stock`" + ` and ` + "`{item:42}:sold`" + `.

Constant keys are computed exactly. Keys with unknown parts are different when their texts differ and neither has a hash tag.`,
		Silent: []string{
			"A part of a key that may bring a hash tag is not known: a prefix kept in a field, the result of a function.",
			"Keys of the same form with different unknown parts.",
			"The client is a plain Client (see -crossslot.cluster), or a UniversalClient or interface and the keys are not certainly different.",
			"The code tests the dynamic type of the client, or installs a resolver that splits commands.",
		},
		Bad: bad, Good: good,
		Harm:     "the cluster rejects the transaction with CROSSSLOT",
		Patterns: []string{"C1", "C2"},
		Sources: []string{
			"https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/", "go-redis osscluster.go: processTxPipeline, Watch",
			"go-redis ring.go: generalProcessPipeline, Watch",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
		Options:  []rule.Option{{Name: "cluster", Default: "false", Text: "take every client for a cluster client, also plain Client and UniversalClient"}},
	}, r.run)
	c.Analyzer.Flags.BoolVar(&r.cluster, "cluster", false, "take every client for a cluster client, also plain Client and UniversalClient")
	return c
}

type runner struct{ cluster bool }

func (r *runner) run(pass *rule.Pass) error {
	resolver := splitsCommands(pass)
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			switch {
			case op.IsCommand() && !resolver:
				uses, _ := op.Keys()
				r.pair(pass, g, op, op, within(uses), op.Command())
			case op.Kind == calls.Watch:
				uses, _ := op.Keys()
				if !r.pair(pass, g, op, op, within(uses), "Watch") {
					r.watched(pass, g, op, uses)
				}
			}
			if op.IsCommand() {
				r.transaction(pass, g, op)
			}
		}
	}
	return nil
}

// splitsCommands reports whether the package installs a command resolver, with which a cluster client splits multi-key commands itself.
func splitsCommands(pass *rule.Pass) bool {
	for _, c := range pass.Calls.OfKind(calls.Other) {
		switch c.Name() {
		case "SetCommandInfoResolver", "NewDynamicResolver":
			return true
		}
	}
	return false
}

// two are two keys of a group, with their relation.
type two struct {
	a, b keys.Key
	rel  keys.Relation
}

// within returns the worst pair of keys of one operation.
func within(uses []flow.KeyUse) two {
	worst := two{}
	for i, a := range uses {
		for _, b := range uses[i+1:] {
			worst = worse(worst, a.Key, b.Key)
		}
	}
	return worst
}

func worse(w two, a, b keys.Key) two {
	rel := keys.Slots(a, b)
	if rel == keys.DifferentSlots && w.rel != keys.DifferentSlots || rel == keys.NoCommonTag && w.rel < keys.DifferentSlots {
		return two{a, b, rel}
	}
	return w
}

// transaction compares a command queued in a transaction with the commands queued before it in the same one.
func (r *runner) transaction(pass *rule.Pass, g *flow.Graph, op *flow.Op) {
	pipes := op.Pipes()
	if len(pipes) != 1 || pipes[0].Kind != flow.ObjPipe || !pipes[0].IsTx() {
		return
	}
	uses, _ := op.Keys()
	worst := two{}
	for _, prev := range g.Ops {
		if prev == op || !prev.IsCommand() || len(prev.Pipes()) != 1 || prev.Pipes()[0] != pipes[0] {
			continue
		}
		// The same transaction: nothing is sent in between. In a loop both orders exist; the later in the text is reported.
		if prev.Node.ID > op.Node.ID || g.Search(prev.Node, func(n *flow.Node) bool { return n == op.Node }, func(n *flow.Node) bool { return sends(n, pipes[0]) }) == nil {
			continue
		}
		before, _ := prev.Keys()
		for _, a := range before {
			for _, b := range uses {
				worst = worse(worst, a.Key, b.Key)
			}
		}
	}
	r.pair(pass, g, op, pipes[0].Op, worst, "the transaction")
}

func sends(n *flow.Node, pipe *flow.Object) bool {
	if n.Op == nil || n.Op.Kind != calls.Exec && n.Op.Kind != calls.Discard && n.Kind != flow.Flush {
		return false
	}
	for _, p := range n.Op.Receivers() {
		if p == pipe {
			return true
		}
	}
	return n.Kind == flow.Flush && pipe.Op == n.Op
}

// watched compares the watched keys with those that the transaction of the Watch touches.
func (r *runner) watched(pass *rule.Pass, g *flow.Graph, watch *flow.Op, keysOf []flow.KeyUse) {
	for _, op := range g.Ops {
		if !op.IsCommand() || !through(g, op, watch) {
			continue
		}
		uses, _ := op.Keys()
		worst := two{}
		for _, a := range keysOf {
			for _, b := range uses {
				worst = worse(worst, a.Key, b.Key)
			}
		}
		if r.pair(pass, g, op, watch, worst, "the watched transaction") {
			return
		}
	}
}

// through reports whether a command goes through the transaction of a Watch, directly or by a pipeline made from it.
func through(g *flow.Graph, op, watch *flow.Op) bool {
	v := op.Target()
	for range 3 {
		x := g.One(v)
		switch {
		case x == nil:
			return false
		case x.Kind == flow.ObjTx:
			return x.Op == watch
		case x.Kind == flow.ObjPipe:
			v = x.Op.Target()
		default:
			return false
		}
	}
	return false
}

// pair reports two keys when they are certainly apart for the kind of client that made (the pipeline, the Watch, or the command itself).
func (r *runner) pair(pass *rule.Pass, g *flow.Graph, at, made *flow.Op, p two, what string) bool {
	if p.rel != keys.DifferentSlots && p.rel != keys.NoCommonTag {
		return false
	}
	role := made.ClientRole()
	switch role {
	case redisapi.RoleCluster, redisapi.RoleRing:
	case redisapi.RoleUniversal, redisapi.RoleCmdable:
		if !r.cluster && (p.rel != keys.DifferentSlots || g.Tests(made.Client(), redisapi.RoleCluster) || g.Tests(made.Client(), redisapi.RoleClient)) {
			return false
		}
	case redisapi.RoleClient:
		if !r.cluster {
			return false
		}
	default:
		return false
	}
	a, b := p.a.String(), p.b.String()
	inTx := what == "the transaction"
	var consequence string
	switch {
	case role == redisapi.RoleRing && inTx:
		consequence = "a Ring runs one transaction per shard, which is not atomic"
	case role == redisapi.RoleRing && what == "Watch":
		consequence = "a Ring refuses to watch keys of different shards"
	case role == redisapi.RoleRing:
		consequence = "a Ring sends the command to the shard of the first key"
	case inTx && pass.Flow.Version(made.Fn).TxSplitSilently():
		consequence = "the cluster client splits the transaction silently, which is not atomic"
	case what == "Watch":
		consequence = "a cluster client refuses to watch them together"
	case what == "the watched transaction":
		consequence = "a cluster rejects the watched transaction"
	case inTx:
		consequence = "a cluster rejects the transaction with CROSSSLOT"
	case what == "":
		consequence = "a cluster rejects the script with CROSSSLOT"
	default:
		consequence = fmt.Sprintf("a cluster rejects %s with CROSSSLOT", what)
	}
	pass.ReportOp(at, "", fmt.Sprintf("keys %s and %s lie in different hash slots; %s", a, b, consequence))
	return true
}
