// Package lockrelease declares the check lockrelease: locks that are deleted without a check of their owner.
package lockrelease

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/race"
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
		Name:   "lockrelease",
		Family: "atomicity",
		Title:  "lock deleted without a check of its owner",
		Text: `
A lock with a TTL ends by itself. When its holder is late (a slow query, a pause of the process), somebody else has taken the lock by then,
and the late holder's ` + "`Del`" + ` deletes the lock of the next one: two holders at once, and a third one soon. Reading the key first and
deleting it when the value is one's own only makes the window smaller, because these are two commands.

Store a value that nobody else has, and compare and delete in one step:

    var release = redis.NewScript(` + "`" + `
    if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
    return 0` + "`" + `)`,
		Silent: []string{
			"The lock never expires: then only its holder can delete it, and lockttl speaks.",
			"The key is only deleted after a failure, to allow another try.",
			"The key is deleted because the lock was not obtained.",
			"The reply of SetNX is not looked at, or nothing is called a lock in a pair of functions.",
		},
		Bad: bad, Good: good,
		Harm:     "a late holder deletes the lock of the next holder",
		Patterns: []string{"R7"},
		Sources: []string{
			"https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/", "https://redis.io/docs/latest/commands/set/ (patterns)",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, l := range race.Locks(pass) {
		if !expires(l) || !held(l) {
			continue
		}
		for _, r := range l.Releases {
			report(pass, r)
		}
	}
	// A release without its lock in sight: compared and deleted.
	for _, g := range pass.Flow.Graphs() {
		if race.Skip(pass, g) || !race.GivesBack(g.Name()) && !race.IsLockName(g.Name()) && !race.IsLockName(g.Receiver()) {
			continue
		}
		for _, d := range race.Accesses(g) {
			if d.Kind == flow.Remove && d.Whole && d.Op.InWatch() == nil && compared(g, d) != nil {
				report(pass, race.Release{Graph: g, Access: d})
			}
		}
	}
	return nil
}

// expires reports whether the lock can end by itself.
func expires(l *race.Lock) bool {
	if l.Access.Op.Expiry() == flow.ExpirySet {
		return true
	}
	return slices.ContainsFunc(l.Graph.Ops, func(op *flow.Op) bool {
		if op.Expiry() != flow.ExpiryLater {
			return false
		}
		ks, _ := op.Keys()
		return slices.ContainsFunc(ks, func(k flow.KeyUse) bool { return l.Graph.SameKey(k.Key, l.Access.Keys[0]) })
	})
}

// held reports whether the function looks at the reply: somebody who does not get the lock goes another way.
func held(l *race.Lock) bool { return l.Graph.Tested(l.Access.Op) || l.Graph.Returned(l.Access.Op) }

// compared returns the read whose reply is compared with a value before the key is deleted, or nil.
func compared(g *flow.Graph, d flow.Access) *flow.Op {
	for _, r := range race.Accesses(g) {
		if r.Kind != flow.ReadValue || !g.SameData(r, d) {
			continue
		}
		for _, x := range g.Decisions(r.Op, d.Op.Node) {
			if !x.Absent && !x.Present && x.Equals(g) {
				return r.Op
			}
		}
	}
	return nil
}

func report(pass *rule.Pass, r race.Release) {
	g, d := r.Graph, r.Access
	if get := compared(g, d); get != nil {
		gp, p := g.Places(get, d.Op)
		race.Report(pass, p, "", fmt.Sprintf("lock %s is compared by %s and deleted by %s in two commands; it can be another holder's by then, use a script", race.Key(d, p), gp.Name, p.Name))
		return
	}
	p, _ := g.Places(d.Op, d.Op)
	race.Report(pass, p, "", fmt.Sprintf("lock %s is deleted by %s whoever holds it; a late holder frees the next one's lock, use a script that compares", race.Key(d, p), p.Name))
}
