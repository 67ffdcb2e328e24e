// Package watchkeys declares the check watchkeys: reads that decide a transaction without being watched.
package watchkeys

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

// NotWatched is the category of a key that is read and missing in the list of Watch.
const NotWatched = "not-watched"

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "watchkeys",
		Family: "transactions",
		Title:  "key that decides a transaction is not watched",
		Text: `
Only the keys given to ` + "`Watch`" + ` (or to ` + "`tx.Watch`" + `) guard the transaction. ` + "`Watch(ctx, fn)`" + ` without a key is accepted by a client of one
server and protects nothing; a cluster client and a Ring refuse it at every call. A second key that is read in the function and decides what
is written, but is not in the list, may change without making EXEC fail (category ` + "`not-watched`" + `).`,
		Silent: []string{
			"The list of keys, or the key that is read, is not known completely.",
			"The value that is read decides nothing that the transaction writes.",
			"The key is watched by tx.Watch inside the function.",
			"The key that is read looks like configuration.",
		},
		Bad: bad, Good: good,
		Harm:     "a change of the key between read and EXEC is overwritten",
		Patterns: []string{"W6"},
		Sources:  []string{"go-redis tx.go: (*Client).Watch", "go-redis osscluster.go: (*ClusterClient).Watch", "https://redis.io/docs/latest/commands/watch/"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, t := range g.Txns() {
			if t.Watch == nil {
				continue
			}
			watched, complete := t.Keys()
			if !complete {
				continue
			}
			name := call(t.Watch)
			if len(watched) == 0 {
				if role := t.Watch.Role(); role == redisapi.RoleCluster || role == redisapi.RoleRing {
					report(pass, t.Watch, "", fmt.Sprintf("%s without keys always fails on this client", name))
				} else if r, w := decided(t, t.Reads()); w != nil && t.Known() {
					report(pass, t.Watch, "", fmt.Sprintf("%s without keys guards nothing; %s decides what %s writes", name, r.Name(), w.Name()))
				}
				continue
			}
			for _, r := range t.Reads() {
				if !unwatched(r, watched) {
					continue
				}
				if _, w := decided(t, []*flow.Op{r}); w != nil {
					report(pass, r, NotWatched, fmt.Sprintf("key of %s is not watched but decides what %s writes; a change of it goes unnoticed", call(r), w.Name()))
				}
			}
		}
	}
	return nil
}

func report(pass *rule.Pass, op *flow.Op, category, message string) {
	pos, end := op.Pos(), op.End()
	if e := op.Expr(); e != nil {
		pos, end = e.Pos(), e.End()
		if op.Kind == calls.Watch { // the function is long
			end = e.Lparen
		}
	}
	pass.ReportFinding(rule.Finding{Pos: pos, End: end, Category: category, Message: message})
}

func call(op *flow.Op) string {
	if e := op.Expr(); e != nil {
		return rule.Expr(e.Fun)
	}
	return op.Name()
}

// decided returns a read and a write of the transaction that it decides.
func decided(t *flow.Txn, reads []*flow.Op) (read, write *flow.Op) {
	for _, w := range t.Ops {
		if !w.IsCommand() || !w.Writes() {
			continue
		}
		if route, _ := t.Route(w); route != flow.RouteMulti {
			continue
		}
		if r := t.DependsOn(w, reads); r != nil {
			return r, w
		}
	}
	return nil, nil
}

// unwatched reports whether all keys of a read are known and none of them is, or may be, a watched one.
func unwatched(r *flow.Op, watched []flow.KeyUse) bool {
	uses, complete := r.Keys()
	if !complete || len(uses) == 0 {
		return false
	}
	for _, u := range uses {
		if settings(u.Key) {
			return false
		}
		for _, w := range watched {
			if keys.Same(u.Key, w.Key) || !keys.Different(u.Key, w.Key) && !(plain(u.Key) && plain(w.Key)) {
				return false
			}
		}
	}
	return true
}

// plain reports a key of constants and parameters only: two such keys that are spelled differently are two keys.
func plain(k keys.Key) bool {
	if !k.Known() {
		return false
	}
	for _, p := range k.Parts {
		if p.Sym != "" && p.Class == keys.Any {
			return false
		}
	}
	return true
}

// settings reports keys that hold what hardly changes.
func settings(k keys.Key) bool {
	s := strings.ToLower(k.String())
	for _, w := range []string{"config", "setting", "option", "feature", "flag", "schema", "version", "limit", "quota", "price", "rate", "policy"} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
