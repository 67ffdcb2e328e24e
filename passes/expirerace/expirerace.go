// Package expirerace declares the check expirerace: keys that get their expiry in a second command.
package expirerace

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/keys"
	"github.com/redisvet/redisvet/passes/internal/race"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// Pipeline is the category of the finding that both commands are in one pipeline that is no transaction.
const Pipeline = "pipeline"

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "expirerace",
		Family: "atomicity",
		Title:  "expiry set by a second command",
		Text: `
` + "`Incr`" + ` and then ` + "`Expire`" + ` are two commands. When the process ends, the connection breaks or the context is cancelled in between,
the key stays without a TTL. A counter that is meant to live for a minute only grows from then on, and its user is locked out for ever;
with the usual ` + "`if n == 1`" + ` no later call repairs it. A lock stays locked, a session is never cleaned up.

` + "`Set`, `SetNX` and `SetEx`" + ` take the TTL themselves. For the others put both commands into one ` + "`TxPipelined`" + `: create the counter
with ` + "`SetNX(ctx, key, 0, ttl)`" + ` and increment it, or increment it and use ` + "`ExpireNX`" + ` (Redis 7). A script does it, too. A plain pipeline
is not atomic: a connection that breaks in the middle leaves the first command alone. That form has the category ` + "`pipeline`" + `.`,
		Silent: []string{
			"Both commands are in one MULTI/EXEC or in a script.",
			"The first command, or one before it on the same key, gives a TTL: Expire only prolongs it.",
			"The key was read before and is known to exist: its expiry is refreshed.",
			"The missing TTL is looked for and repaired: Expire stands under a test of TTL.",
			"Work is done between a plain write and Expire: the key lives as long as the work.",
			"The code is in a test file, or inside Watch (the checks on transactions speak there).",
		},
		Bad: bad, Good: good,
		Harm:     "the key has no TTL after a crash between the two commands",
		Patterns: []string{"R4", "R5"},
		Sources: []string{
			"https://redis.io/docs/latest/commands/incr/ (pattern: rate limiter)", "https://redis.io/docs/latest/commands/set/",
			"https://redis.io/docs/latest/commands/expire/",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		if race.Skip(pass, g) {
			continue
		}
		for _, e := range g.Ops {
			if e.Expiry() != flow.ExpiryLater || e.InWatch() != nil {
				continue
			}
			if w := first(g, e); w != nil {
				report(pass, g, w, e)
			}
		}
	}
	return nil
}

// refresh names functions that prolong what is there.
var refresh = regexp.MustCompile(`(?i:touch|refresh|renew|extend|prolong|keep_?alive|heartbeat|slide|bump)`)

// first returns the command that leaves the key without expiry until e, the last one before it, or nil.
func first(g *flow.Graph, e *flow.Op) *flow.Op {
	var found *flow.Op
	for _, w := range g.Ops {
		kind := w.Expiry()
		if w == e || !w.IsCommand() || w.SameCall(e) || !sameKey(g, w, e) || !g.Reaches(w.Node, e.Node) {
			continue
		}
		switch {
		case kind == flow.ExpirySet, kind == flow.ExpiryLater && !g.Reaches(e.Node, w.Node):
			return nil // Expire prolongs
		case kind != flow.ExpiryNone && kind != flow.ExpiryKept, w.InWatch() != nil:
			continue
		case oneTx(w, e), known(g, w), repaired(g, e):
			continue
		}
		if a, ok := w.Access(); ok && a.Kind != flow.Step && a.Kind != flow.Claim {
			if kind == flow.ExpiryKept && refresh.MatchString(g.Root.Fn.Name()) || works(g, w, e) {
				continue
			}
		}
		if found == nil || g.Reaches(found.Node, w.Node) {
			found = w
		}
	}
	return found
}

func sameKey(g *flow.Graph, a, b *flow.Op) bool {
	ks, _ := a.Keys()
	ls, _ := b.Keys()
	for _, k := range ks {
		for _, l := range ls {
			if keys.Same(k.Key, l.Key) && g.SameClient(a, b) {
				return true
			}
		}
	}
	return false
}

// oneTx reports whether both commands are queued in one MULTI/EXEC.
func oneTx(a, b *flow.Op) bool {
	if a.Effect != nil && b.Effect != nil && a.Effect.Tx && b.Effect.Tx {
		return true // one helper has both in its transaction
	}
	return slices.ContainsFunc(a.Pipes(), func(p *flow.Object) bool {
		return (p.IsTx() || p.Kind != flow.ObjPipe || p.Opaque) && slices.Contains(b.Pipes(), p)
	})
}

// onePipe reports whether both commands are queued in one pipeline.
func onePipe(a, b *flow.Op) bool {
	return slices.ContainsFunc(a.Pipes(), func(p *flow.Object) bool { return slices.Contains(b.Pipes(), p) })
}

// known reports whether the key is known to exist when w runs: a read before has found it.
func known(g *flow.Graph, w *flow.Op) bool {
	for _, r := range race.Accesses(g) {
		if r.Kind > flow.ReadCount || !sameKey(g, r.Op, w) || !g.Reaches(r.Op.Node, w.Node) {
			continue
		}
		for _, d := range g.Decisions(r.Op, w.Node) {
			if d.Present {
				return true
			}
		}
	}
	return false
}

// repaired reports whether e stands under a test of the key's TTL, or of its existence after the write.
func repaired(g *flow.Graph, e *flow.Op) bool {
	return slices.ContainsFunc(g.Ops, func(t *flow.Op) bool {
		switch t.Name() {
		case "TTL", "PTTL", "ExpireTime", "PExpireTime":
			return t.IsCommand() && sameKey(g, t, e) && len(g.Decisions(t, e.Node)) > 0
		}
		return false
	})
}

// works reports whether other code that takes a context runs on every way from w to e.
func works(g *flow.Graph, w, e *flow.Op) bool {
	isE := func(n *flow.Node) bool { return n == e.Node }
	return g.Search(w.Node, isE, g.Works) == nil
}

func report(pass *rule.Pass, g *flow.Graph, w, e *flow.Op) {
	a, ok := e.Access()
	if !ok {
		ks, _ := e.Keys()
		a = flow.Access{Op: e}
		for _, k := range ks {
			a.Keys = append(a.Keys, k.Key)
		}
	}
	wp, ep := g.Places(w, e)
	key := race.Key(a, ep)
	if onePipe(w, e) {
		race.Report(pass, ep, Pipeline, fmt.Sprintf("%s gets its expiry by %s after %s in a plain pipeline; a failure in between leaves it for ever, use TxPipelined", key, ep.Name, wp.Name))
		return
	}
	text := "%s gets its expiry by %s only after %s; a crash in between leaves it for ever, use TxPipelined or a script"
	if a, ok := w.Access(); ok && (a.Kind == flow.Replace && a.Whole || a.Kind == flow.Claim && a.Whole) && w.Kind == calls.Command {
		text = "%s gets its expiry by %s only after %s; a crash in between leaves it for ever, pass the expiry to " + w.Name()
	}
	race.Report(pass, ep, "", fmt.Sprintf(text, key, ep.Name, wp.Name), rule.Finding{Fix: fixOf(pass, w, e)})
}
