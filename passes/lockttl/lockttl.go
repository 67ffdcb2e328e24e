// Package lockttl declares the check lockttl: locks that never expire.
package lockttl

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
		Name:   "lockttl",
		Family: "atomicity",
		Title:  "lock that never expires",
		Text: `
` + "`SetNX`" + ` with an expiration of 0 takes a lock for ever. When its holder crashes, is killed or loses the connection before it deletes the
key, nobody gets the lock again until somebody deletes it by hand. 0 does not mean "at once", and ` + "`redis.KeepTTL`" + ` keeps nothing: a new
key has no TTL. The same holds for ` + "`SetArgs`" + ` with Mode NX and no TTL.

Pass a TTL that is longer than the work takes, prolong it while the work lasts, and release the lock by a script that compares the owner.`,
		Silent: []string{
			"The TTL is a variable, or the key gets one by Expire (expirerace speaks there).",
			"The key is a permanent marker or flag: it is never deleted, or only after a failure, and nothing is called a lock.",
			"The reply is not looked at.",
			"The code is in a test file.",
		},
		Bad: bad, Good: good,
		Harm:     "the lock is held for ever after its holder has died",
		Patterns: []string{"R6"},
		Sources: []string{
			"https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/", "go-redis string_commands.go: SetNX",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, l := range race.Locks(pass) {
		if l.Access.Op.Expiry() != flow.ExpiryNone || !l.Named && len(l.Releases) == 0 || pass.Flow.Covered(l.Graph) {
			continue
		}
		if !l.Graph.Tested(l.Access.Op) && !l.Graph.Returned(l.Access.Op) || later(l) {
			continue
		}
		p, _ := l.Graph.Places(l.Access.Op, l.Access.Op)
		race.Report(pass, p, "", fmt.Sprintf("lock %s taken by %s never expires; when its holder dies nobody gets it again, pass an expiration", race.Key(l.Access, p), p.Name))
	}
	return nil
}

// later reports whether another command gives the key a TTL.
func later(l *race.Lock) bool {
	return slices.ContainsFunc(l.Graph.Ops, func(op *flow.Op) bool {
		ks, _ := op.Keys()
		return (op.Expiry() == flow.ExpiryLater || op.Expiry() == flow.ExpirySet) && op != l.Access.Op &&
			slices.ContainsFunc(ks, func(k flow.KeyUse) bool { return l.Graph.SameKey(k.Key, l.Access.Keys[0]) })
	})
}
