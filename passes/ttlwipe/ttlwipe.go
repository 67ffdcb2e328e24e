// Package ttlwipe declares the check ttlwipe: a SET that takes the expiry of its key away.
package ttlwipe

import (
	_ "embed"
	"fmt"
	"strings"

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
		Name:   "ttlwipe",
		Family: "hazards",
		Title:  "SET drops the expiry that its key has",
		Text: `
SET without an expiry, and GETSET, remove the one that the key has: a session that was to end in an hour stays for ever.
` + "`redis.KeepTTL`" + ` as the expiration keeps it (Redis 6). INCR, HSET and the like leave it alone.

Off by default: the check compares keys of the whole package by their form.`,
		Silent: []string{
			"No other place of the package gives keys of this form an expiry.",
			"The same function sets an expiry afterwards, or deletes the key before.",
		},
		Bad: bad, Good: good,
		Harm:     "the session stays for ever",
		Patterns: []string{"V14"},
		Sources:  []string{"https://redis.io/docs/latest/commands/set/", "go-redis string_commands.go: Set"},
		Severity: rule.Note,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	expiring := map[string]bool{} // forms of keys that get an expiry somewhere
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if op.Kind == calls.Command && expires(g, op) {
				if f, ok := keyForm(op); ok {
					expiring[f] = true
				}
			}
		}
	}
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if op.Kind != calls.Command || op.Call == nil || !wipes(g, op) || mended(g, op) {
				continue
			}
			if f, ok := keyForm(op); ok && expiring[f] {
				pass.ReportOp(op, "", fmt.Sprintf("%s takes away the expiry that this key gets elsewhere; redis.KeepTTL keeps it", op.Name()))
			}
		}
	}
	return nil
}

// expires reports a command that gives its key an expiry.
func expires(g *flow.Graph, op *flow.Op) bool {
	switch op.Name() {
	case "Set":
		d, known := g.ConstInt(op.Arg(2))
		return !known || d > 0
	case "SetEx", "SetEX", "PSetEx", "Expire", "PExpire", "ExpireAt", "PExpireAt", "ExpireNX", "ExpireXX", "ExpireGT", "ExpireLT":
		return true
	}
	return false
}

// wipes reports a command that removes the expiry of its key.
func wipes(g *flow.Graph, op *flow.Op) bool {
	switch op.Name() {
	case "Set":
		d, known := g.ConstInt(op.Arg(2))
		return known && d == 0
	case "GetSet":
		return true
	}
	return false
}

// mended reports whether the function gives the key an expiry afterwards, or makes it a new key.
func mended(g *flow.Graph, op *flow.Op) bool {
	for _, other := range g.Ops {
		before, after := g.Reaches(other.Node, op.Node), g.Reaches(op.Node, other.Node)
		if (after && expires(g, other) || before && (other.Name() == "Del" || other.Name() == "Unlink")) && same(other, op) {
			return true
		}
	}
	return false
}

func same(a, b *flow.Op) bool {
	x, _ := a.Keys()
	y, _ := b.Keys()
	return len(x) > 0 && len(y) > 0 && keys.Same(x[0].Key, y[0].Key)
}

// keyForm is the key of a command with its unknown parts left open; false when nothing of it is known.
func keyForm(op *flow.Op) (string, bool) {
	uses, _ := op.Keys()
	if len(uses) != 1 || !uses[0].Key.Known() {
		return "", false
	}
	var b strings.Builder
	letters := 0
	for _, p := range uses[0].Key.Parts {
		if p.Sym == "" {
			b.WriteString(p.Lit)
			letters += len(strings.Trim(p.Lit, ":/._-"))
		} else {
			b.WriteString("\x00")
		}
	}
	return b.String(), letters > 1
}
