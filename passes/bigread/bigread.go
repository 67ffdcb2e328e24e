// Package bigread declares the check bigread: commands that read a collection of unknown size in one answer.
package bigread

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/keys"
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
		Name:   "bigread",
		Family: "hazards",
		Title:  "collection of unknown size read at once",
		Text: `
SMEMBERS, HGETALL, LRANGE 0 -1 and the like make one answer of everything a key holds. The server serves nobody else while it does, and
the answer has to fit in memory on both sides. Inside MULTI all of the transaction waits for it. SSCAN, HSCAN and ZSCAN read in pages, and
a range can have an end.

Off by default: that a collection is small cannot be seen.`,
		Silent: []string{
			"The size of the same key is asked for in the same function: SCARD, HLEN, LLEN, ZCARD.",
			"The list is trimmed in the same function.",
		},
		Bad: bad, Good: good,
		Harm:     "one answer with all elements",
		Patterns: []string{"H3"},
		Sources:  []string{"https://redis.io/docs/latest/commands/smembers/", "https://redis.io/docs/latest/commands/hgetall/"},
		Severity: rule.Note,
		Since:    "v0.1.0",
	}, run)
}

// instead says what reads in pages.
var instead = map[string]string{
	"SMembers": "SScan", "SMembersMap": "SScan", "HGetAll": "HScan", "HKeys": "HScan", "HVals": "HScan", "Sort": "a limit",
	"LRange": "a range with an end", "ZRange": "ZScan", "ZRangeWithScores": "ZScan", "ZRevRange": "ZScan", "ZRevRangeWithScores": "ZScan",
	"XRange": "XRangeN", "XRevRange": "XRevRangeN",
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if op.Kind != calls.Command || op.Call == nil || instead[op.Name()] == "" || !whole(g, op) || bounded(g, op) {
				continue
			}
			consequence := instead[op.Name()] + " reads a part"
			if slices.ContainsFunc(op.Pipes(), (*flow.Object).IsTx) {
				consequence = "the whole transaction waits for it"
			}
			pass.ReportOp(op, "", fmt.Sprintf("%s reads a collection of unknown size at once; %s", op.Name(), consequence))
		}
	}
	return nil
}

// whole reports whether the command reads all of its key.
func whole(g *flow.Graph, op *flow.Op) bool {
	switch op.Name() {
	case "LRange", "ZRange", "ZRangeWithScores", "ZRevRange", "ZRevRangeWithScores":
		from, ok := g.ConstInt(op.Arg(1))
		to, known := g.ConstInt(op.Arg(2))
		return ok && known && from == 0 && to == -1
	case "XRange", "XRevRange":
		from, _ := g.ConstString(op.Arg(1))
		to, _ := g.ConstString(op.Arg(2))
		return from == "-" && to == "+" || from == "+" && to == "-"
	case "Sort":
		_, absent := g.Option(op.Arg(1), "Count")
		return absent
	}
	return true
}

// bounded reports whether the function knows the size of the collection or cuts it.
func bounded(g *flow.Graph, op *flow.Op) bool {
	mine, _ := op.Keys()
	for _, other := range g.Ops {
		switch other.Name() {
		case "SCard", "HLen", "LLen", "ZCard", "XLen", "LTrim", "ZRemRangeByRank", "XTrimMaxLen":
			theirs, _ := other.Keys()
			if len(mine) > 0 && len(theirs) > 0 && keys.Same(mine[0].Key, theirs[0].Key) {
				return true
			}
		}
	}
	return false
}
