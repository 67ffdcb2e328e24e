// Package getdel declares the check getdel: one-time values that are read and deleted by two commands.
package getdel

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"

	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/race"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// Drain is the category of the finding that what is added to a collection between reading and deleting it is lost.
const Drain = "drain"

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "getdel",
		Family: "atomicity",
		Title:  "one-time value read and deleted by two commands",
		Text: `
Two callers that read the same one-time code before one of them has deleted it both go on with it. ` + "`GetDel`" + ` (Redis 6.2) reads and
deletes at once; ` + "`LPop`, `SPop`, `ZPopMin`" + ` take elements out of collections; a transaction or a script does it for a hash. Where ` + "`Del`" + `
has to be a command of its own, its reply tells the winner: 1 for one caller, 0 for all others.

Reading a whole collection and deleting it afterwards loses the elements that were added in between. ` + "`Rename`" + ` it first, or take the
elements out with a count. That form has the category ` + "`drain`" + `.`,
		Silent: []string{
			"The reply of Del decides, both commands are in one MULTI/EXEC, or a lock is held.",
			"The value is only looked at to see that the entry is broken, stale or old, or only logged.",
			"What was read only names other keys to delete, or is written somewhere else.",
			"The record is deleted after work that can fail was done with it, and nothing is called a code, token or the like: a job that is acknowledged.",
			"The value is compared and deleted as a lock (lockrelease speaks there), or written back (lostupdate speaks there).",
		},
		Bad: bad, Good: good,
		Harm:     "two callers get the same one-time value",
		Patterns: []string{"R3"},
		Sources: []string{
			"https://redis.io/docs/latest/commands/getdel/", "go-redis string_commands.go: GetDel",
		},
		Severity: rule.Warning,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	locks := race.Locks(pass)
	for _, g := range pass.Flow.Graphs() {
		if race.Skip(pass, g) {
			continue
		}
		as := race.Accesses(g)
		for _, d := range as {
			if d.Kind != flow.Remove || d.Op.Name() == "LTrim" || d.Op.InWatch() != nil || released(locks, d.Op) {
				continue
			}
			for _, r := range as {
				if consumes(pass, g, as, r, d) {
					break
				}
			}
		}
	}
	return nil
}

// oneTime names what is good for one use.
var oneTime = regexp.MustCompile(`(?i)otp|code|token|nonce|reset|verif|invit|ticket|once|one_?time|magic|captcha|state|challenge|coupon|voucher|secret|\bpin|redeem|confirm|activation|consume|claim`)

var collections = []string{"LRange", "SMembers", "SMembersMap", "ZRange", "ZRangeWithScores", "HKeys", "HVals"}

// consumes reports a finding when r reads a one-time value and d deletes it.
func consumes(pass *rule.Pass, g *flow.Graph, as []flow.Access, r, d flow.Access) bool {
	if r.Kind > flow.ReadExists || !g.SameData(r, d) || d.Whole != r.Whole || !g.Reaches(r.Op.Node, d.Op.Node) || g.Reaches(d.Op.Node, r.Op.Node) && !looped(g, r, d) {
		return false
	}
	if r.Op.InWatch() != nil || r.Op.SameCall(d.Op) || together(r.Op, d.Op) || g.Tested(d.Op) || g.Returned(d.Op) || g.Locked(r.Op.Node, d.Op.Node) || d.Op.OnFailure(r.Op) {
		return false
	}
	drain := slices.Contains(collections, r.Op.Name())
	rp, dp := g.Places(r.Op, d.Op)
	key := race.Key(d, dp)
	named := oneTime.MatchString(key+" "+d.Keys[0].String()) || oneTime.MatchString(g.Name())
	if !proceeds(g, r, d, named) || rewritten(g, as, r, d) {
		return false
	}
	switch use := g.Uses(r.Op); {
	case r.Kind == flow.ReadExists, !use.Kept && !use.Decides:
		if !named {
			return false
		}
	case !use.Kept && !named:
		return false
	}
	if !drain && !named && works(g, r.Op, d.Op) {
		return false
	}
	if drain {
		race.Report(pass, dp, Drain, fmt.Sprintf("%s is read by %s and then deleted by %s; what is added in between is lost, pop the elements or rename the key first", key, rp.Name, dp.Name))
		return true
	}
	race.Report(pass, dp, "", fmt.Sprintf("%s is read by %s and then deleted by %s; two callers can both get it, %s", key, rp.Name, dp.Name, instead(r, d)),
		rule.Finding{Fix: fixOf(pass, r, d)})
	return true
}

func instead(r, d flow.Access) string {
	if r.Op.Name() == "Get" {
		return "use GetDel"
	}
	return "let the reply of " + d.Op.Name() + " decide"
}

// looped reports whether the two only follow each other because of a loop around both.
func looped(g *flow.Graph, r, d flow.Access) bool {
	for _, l := range g.Loops(r.Op.Node) {
		if l.Contains(d.Op.Node) {
			return true
		}
	}
	return false
}

// together reports whether both are in one MULTI/EXEC.
func together(r, d *flow.Op) bool {
	return slices.ContainsFunc(r.Pipes(), func(p *flow.Object) bool {
		return (p.IsTx() || p.Kind != flow.ObjPipe) && slices.Contains(d.Pipes(), p)
	})
}

// proceeds reports whether the way on which the value is deleted is the one that goes on with it: not a cleanup of what is stale.
func proceeds(g *flow.Graph, r, d flow.Access, named bool) bool {
	for _, x := range g.Decisions(r.Op, d.Op.Node) {
		switch {
		case x.Absent:
			return false
		case x.Present, x.Equals(g):
		default:
			return false // compared with something else: old, broken
		}
	}
	return true
}

// rewritten reports whether the data is written again afterwards: no consumption.
func rewritten(g *flow.Graph, as []flow.Access, r, d flow.Access) bool {
	return slices.ContainsFunc(as, func(w flow.Access) bool {
		switch w.Kind {
		case flow.Replace, flow.Insert, flow.Claim:
		default:
			return false
		}
		if g.SameData(r, w) && g.Reaches(d.Op.Node, w.Op.Node) {
			return true
		}
		return slices.ContainsFunc(w.Values, func(v flow.Value) bool {
			c := g.Origin(v, w.Op.Node).Replies[r.Op]
			return c != 0 && !c.Changed()
		})
	})
}

func released(locks []*race.Lock, op *flow.Op) bool {
	return slices.ContainsFunc(locks, func(l *race.Lock) bool {
		return slices.ContainsFunc(l.Releases, func(r race.Release) bool { return r.Access.Op == op })
	}) || race.GivesBack(op.Graph().Name()) || race.IsLockName(op.Graph().Name()) || race.IsLockName(op.Graph().Receiver())
}

// works reports whether other code runs on every way from the read to the deletion.
func works(g *flow.Graph, r, d *flow.Op) bool {
	isD := func(n *flow.Node) bool { return n == d.Node }
	return g.Search(r.Node, isD, g.Works) == nil
}
