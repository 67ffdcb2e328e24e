// Package clusterscan declares the check clusterscan: keyspace-wide commands of a ClusterClient, which reach one node.
package clusterscan

import (
	_ "embed"
	"fmt"
	"strings"

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
	return rule.Declare(rule.Info{
		Name:   "clusterscan",
		Family: "cluster",
		Title:  "keyspace-wide command that reaches one cluster node",
		Text: `
A command without a key has no slot. A ` + "`ClusterClient`" + ` sends it to one node, taken at random: KEYS and SCAN see a part of the keys,
another one at each call; FLUSHALL answers OK and leaves the keys of the other nodes; CONFIG SET changes one node. DBSIZE and the SCRIPT commands
are the exceptions: the client sends them to all nodes. ` + "`ForEachMaster`" + ` runs a function on each master.`,
		Silent: []string{
			"SCAN with a hash tag in MATCH: the client sends it to the node of that slot, since v9.11.",
			"The client of one node inside ForEachMaster, ForEachSlave or ForEachShard.",
			"A UniversalClient or an interface: it may be one server.",
			"The package installs a command resolver, with which the client asks all nodes.",
		},
		Bad: bad, Good: good,
		Harm:     "a part of the keys is seen or deleted, and the command reports success",
		Patterns: []string{"C3"},
		Sources: []string{
			"go-redis osscluster.go: (*ClusterClient).cmdNode", "go-redis osscluster_commands.go", "go-redis generic_commands.go: cmdable.Scan",
			"https://redis.io/docs/latest/commands/scan/",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

// effects are the commands concerned, by the start of the Go name, and what reaching one node means.
var effects = []struct{ prefix, effect string }{
	{"Keys", "it sees the keys of that node only"},
	{"ScanType", "it sees the keys of that node only"},
	{"Scan", "it sees the keys of that node only"},
	{"RandomKey", "it never picks a key of another node"},
	{"FlushAll", "the keys of the other nodes stay"},
	{"FlushDB", "the keys of the other nodes stay"},
	{"FlushDb", "the keys of the other nodes stay"},
	{"ConfigSet", "the other nodes keep their setting"},
	{"ConfigRewrite", "the other nodes do not write theirs"},
	{"ConfigResetStat", "the other nodes keep their counters"},
	{"BgSave", "the other nodes save nothing"},
	{"Save", "the other nodes save nothing"},
	{"BgRewriteAOF", "the other nodes rewrite nothing"},
	{"SlowLogGet", "it sees the log of that node only"},
	{"ClientList", "it sees the connections of that node only"},
	{"ClientKill", "it reaches the connections of that node only"},
	{"Wait", "it waits for the replicas of that node only"},
}

func effectOf(name string) string {
	for _, e := range effects {
		if strings.HasPrefix(name, e.prefix) {
			return e.effect
		}
	}
	return ""
}

func run(pass *rule.Pass) error {
	for _, c := range pass.Calls.OfKind(calls.Other) {
		switch c.Name() {
		case "SetCommandInfoResolver", "NewDynamicResolver":
			return nil
		}
	}
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if op.Kind != calls.Command || op.Method == nil || !op.Method.Keyspace || op.Method.FanOut || op.Node.InForEach() != nil {
				continue
			}
			effect := effectOf(op.Name())
			if effect == "" || op.ClientRole() != redisapi.RoleCluster || routed(pass, g, op) {
				continue
			}
			pass.ReportOp(op, "", fmt.Sprintf("%s of cluster client %s goes to one node at random; %s", op.Name(), pass.NameOf(op), effect))
		}
	}
	return nil
}

// routed reports a Scan whose pattern has a hash tag, or may have one that is not seen, in a version that follows it.
func routed(pass *rule.Pass, g *flow.Graph, op *flow.Op) bool {
	if op.Name() != "Scan" && op.Name() != "ScanType" || !pass.Flow.Version(op.Fn).ScanFollowsTag() {
		return false
	}
	match := g.Key(op.Arg(1))
	if !match.Known() {
		return true
	}
	for _, p := range match.Parts {
		if p.Sym == "" && strings.Contains(p.Lit, "{") || p.Sym != "" && p.Class == keys.Any {
			return true
		}
	}
	return false
}
