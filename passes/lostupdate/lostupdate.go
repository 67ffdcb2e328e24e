// Package lostupdate declares the check lostupdate: keys that are read and written back without anything atomic in between.
package lostupdate

import (
	_ "embed"
	"fmt"
	"go/types"
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

// CheckThenAct is the category of the finding that a read decides a write of the same key.
const CheckThenAct = "check-then-act"

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "lostupdate",
		Family: "atomicity",
		Title:  "value read, changed and written back without atomicity",
		Text: `
Between ` + "`Get`" + ` and ` + "`Set`" + ` any other client can write the key. Its update is overwritten by a value that was computed without
it: of two deposits at the same time one is lost. It is the same when the read decides: two callers that both see stock 1, or both
see no entry, both go on. ` + "`MULTI`" + `/` + "`EXEC`" + ` and pipelines do not help, because the read has happened before.

What helps, in this order:

* one command that does it on the server: ` + "`IncrBy`, `HIncrBy`, `SetNX`, `SAdd`" + ` and its reply, ` + "`ZAddArgs` with `GT`" + `;
* ` + "`Watch`" + ` with the read inside and the write in ` + "`tx.TxPipelined`" + `, and a bounded number of attempts;
* a script, for a key that many clients write at once:

      var take = redis.NewScript(` + "`" + `
      if tonumber(redis.call('GET', KEYS[1]) or '0') < tonumber(ARGV[1]) then return 0 end
      redis.call('DECRBY', KEYS[1], ARGV[1])
      return 1` + "`" + `)

A finding of the second form has the category ` + "`check-then-act`" + `.`,
		Silent: []string{
			"The written value does not depend on what was read, or it is written back unchanged: a cache that is filled on a miss, a session that is refreshed.",
			"The value comes from a database or another loader, or the decision only saves a write of what is already there.",
			"A lock is held from the read to the write: a mutex of the process, a lock library, a tested SETNX, a helper with Lock, Acquire or Obtain in its name.",
			"Read and write are inside Watch (the checks on transactions speak there), or the keys, fields or clients are not certainly the same.",
			"The reply of the writing command is tested, too: Decr and a look at what is left.",
			"The code is in a test file.",
		},
		Bad: bad, Good: good,
		Harm:     "of two updates at the same time one is lost",
		Patterns: []string{"R1", "R2"},
		Sources: []string{
			"https://redis.io/docs/latest/develop/using-commands/transactions/ (optimistic locking using check-and-set)",
			"https://redis.io/docs/latest/commands/incrby/", "go-redis string_commands.go, hash_commands.go",
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
		c := checker{pass: pass, g: g, accesses: race.Accesses(g), told: map[*flow.Op]bool{}}
		c.each(c.derived)
		c.each(c.decided)
	}
	return nil
}

type checker struct {
	pass     *rule.Pass
	g        *flow.Graph
	accesses []flow.Access
	told     map[*flow.Op]bool // reads and writes of findings: one finding each
}

// each calls f for each write and each read of the same data before it that nothing protects.
func (c *checker) each(f func(r, w flow.Access) bool) {
	for _, w := range c.accesses {
		switch w.Kind {
		case flow.Replace, flow.Step, flow.Insert:
		default:
			continue
		}
		for _, r := range c.accesses {
			if r.Kind > flow.ReadCount || c.told[r.Op] || c.told[w.Op] || r.Op == w.Op || r.Op.SameCall(w.Op) || !c.g.SameData(r, w) {
				continue
			}
			if !c.g.Reaches(r.Op.Node, w.Op.Node) || r.Op.InWatch() != nil || w.Op.InWatch() != nil || !c.sent(r, w) {
				continue
			}
			if f(r, w) {
				c.told[r.Op], c.told[w.Op] = true, true
			}
		}
	}
}

// sent reports whether the reply of a read that is queued in a pipeline has arrived before the write: otherwise it is queuedread's.
func (c *checker) sent(r, w flow.Access) bool {
	if !r.Op.Queued() {
		return true
	}
	isW := func(n *flow.Node) bool { return n == w.Op.Node }
	exec := func(n *flow.Node) bool {
		return n.Op != nil && (n.Kind == flow.Flush || n.Op.Kind == calls.Exec)
	}
	return c.g.Search(r.Op.Node, isW, exec) == nil
}

// derived reports a value that is computed from what was read.
func (c *checker) derived(r, w flow.Access) bool {
	if r.Kind != flow.ReadValue || w.Kind == flow.Step {
		return false
	}
	var how flow.Change
	float := false
	for _, v := range w.Values {
		ch := c.g.Origin(v, w.Op.Node).Replies[r.Op]
		if ch.Changed() {
			float = float || isFloat(v.Concrete())
		}
		how |= ch
	}
	if !how.Changed() || w.Kind == flow.Insert && !c.rewritten(r, w) || c.protected(r, w) {
		return false
	}
	rp, wp := c.g.Places(r.Op, w.Op)
	race.Report(c.pass, wp, "", fmt.Sprintf("%s is read by %s and written back by %s; an update in between is lost, %s",
		race.Key(w, wp), rp.Name, wp.Name, instead(w, how, float)), rule.Finding{Fix: fixOf(c.pass, r, w, wp)})
	return true
}

// rewritten reports an insert that replaces what was read: a new score of a member, or a collection that was deleted before.
func (c *checker) rewritten(r, w flow.Access) bool {
	if r.Op.Name() == "ZScore" && w.Op.Name() == "ZAdd" {
		return true
	}
	return slices.ContainsFunc(c.accesses, func(d flow.Access) bool {
		return d.Kind == flow.Remove && d.Whole && c.g.SameData(r, d) && c.g.Reaches(r.Op.Node, d.Op.Node) && c.g.Reaches(d.Op.Node, w.Op.Node)
	})
}

// instead names the atomic way that fits.
func instead(w flow.Access, how flow.Change, float bool) string {
	name := w.Op.Name()
	if name == "ZAdd" {
		return "use ZIncrBy"
	}
	switch how &^ flow.Same {
	case flow.Added, flow.Subtracted:
		switch {
		case w.Op.Name()[0] == 'H' && float:
			return "use HIncrByFloat"
		case w.Op.Name()[0] == 'H':
			return "use HIncrBy"
		case float:
			return "use IncrByFloat"
		case how&flow.Subtracted != 0:
			return "use DecrBy"
		}
		return "use IncrBy"
	case flow.Joined:
		if name[0] != 'H' {
			return "use Append or Watch"
		}
	}
	return "use Watch or a script"
}

func isFloat(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

// decided reports a write of a key that a read of the same key decides.
func (c *checker) decided(r, w flow.Access) bool {
	how, n := c.decision(r, w)
	if n == nil || c.protected(r, w) {
		return false
	}
	rp, wp := c.g.Places(r.Op, w.Op)
	text := "%s is tested by %s before %s changes it; two callers can both pass the test, %s"
	if how == missing {
		text = "%s is looked up by %s before %s writes it; two callers can both find it missing, %s"
	}
	race.Report(c.pass, wp, CheckThenAct, fmt.Sprintf(text, race.Key(w, wp), rp.Name, wp.Name, claim(r, w, how)))
	return true
}

type decisionKind uint8

const (
	compared decisionKind = iota // the reply is compared with a value
	missing                      // the write happens when nothing is there
)

// decision returns how the reply of r decides whether w happens, with the branch, or nil.
func (c *checker) decision(r, w flow.Access) (decisionKind, *flow.Node) {
	for _, d := range c.g.Decisions(r.Op, w.Op.Node) {
		switch {
		case d.Present:
			continue
		case d.Absent && w.Kind == flow.Step, d.Absent && r.Kind == flow.ReadValue && c.g.Kept(r.Op):
			continue // a counter starts by itself; a cache is filled
		case d.Absent && !c.matters(d, w):
			continue
		case r.Kind == flow.ReadExists && !d.Absent:
			continue
		case d.Unless(c.g, w.Op, w.Values):
			continue
		case !r.Whole && len(r.Members) > 1, len(r.Keys) > 1:
			continue // which of the values decides is not known
		case r.Whole && !w.Whole && !d.Absent && r.Kind == flow.ReadValue && !d.LooksUp(c.g, w.Members):
			continue // another field of the hash decides
		}
		if c.loaded(r, w) || c.undoes(w) || c.g.Tested(w.Op) && w.Kind != flow.Replace {
			continue
		}
		if d.Absent {
			return missing, d.Branch
		}
		return compared, d.Branch
	}
	return 0, nil
}

// matters reports whether it makes a difference that two callers both write: they write different things, or the branch decides more than
// the write.
func (c *checker) matters(d flow.Decision, w flow.Access) bool {
	if d.More(c.g, w.Op) {
		return true
	}
	if w.Kind == flow.Insert && w.Member.Known() {
		return false
	}
	return slices.ContainsFunc(w.Values, func(v flow.Value) bool { _, ok := c.g.Key(v).Const(); return !ok })
}

// loaded reports a value that comes from a loader, or is computed anew and kept for a time: the write fills a cache. An amount that was read
// before is taken off again.
func (c *checker) loaded(r, w flow.Access) bool {
	for _, v := range w.Values {
		o := c.g.Origin(v, w.Op.Node)
		if o.Loaded || o.Computed && w.Kind == flow.Replace && w.Op.Expiry() == flow.ExpirySet || w.Kind == flow.Step && o.Replies[r.Op] != 0 {
			return true
		}
	}
	return false
}

// undoes reports a write that the reply of an atomic command on the same data decides: stock that is given back.
func (c *checker) undoes(w flow.Access) bool {
	return slices.ContainsFunc(c.accesses, func(a flow.Access) bool {
		return (a.Kind == flow.Step || a.Kind == flow.Insert) && a.Op != w.Op && c.g.SameData(a, w) && len(c.g.Decisions(a.Op, w.Op.Node)) > 0
	})
}

// claim names the atomic way to take something that is free.
func claim(r, w flow.Access, how decisionKind) string {
	name := w.Op.Name()
	switch {
	case name == "SAdd":
		return "use the reply of SAdd"
	case name == "SetBit":
		return "use the reply of SetBit"
	case how == missing && name == "ZAdd":
		return "use ZAddNX"
	case how == missing && (name == "HSet" || name == "HMSet"):
		return "use HSetNX"
	case how == missing && w.Kind == flow.Replace:
		return "use SetNX"
	}
	return "use Watch or a script"
}

// guarded reports an operation that a function of another package does under Watch.
func guarded(op *flow.Op) bool { return op.Effect != nil && op.Effect.Guarded }

// protected reports whether something keeps others away from the read to the write.
func (c *checker) protected(r, w flow.Access) bool {
	if c.g.Locked(r.Op.Node, w.Op.Node) || guarded(r.Op) && guarded(w.Op) {
		return true
	}
	for _, op := range c.g.Ops {
		if op == r.Op || op == w.Op || !c.g.Reaches(op.Node, w.Op.Node) || c.g.Reaches(w.Op.Node, op.Node) && !c.g.Reaches(op.Node, r.Op.Node) {
			continue
		}
		a, ok := op.Access()
		switch {
		case !ok && op.Kind != calls.ScriptRun && op.Name() != "Eval" && op.Name() != "EvalSha":
			continue
		case ok && a.Kind != flow.Claim && op.Name() != "SAdd" && op.Name() != "Incr":
			continue
		case ok && slices.ContainsFunc(a.Keys, func(k keys.Key) bool {
			return slices.ContainsFunc(w.Keys, func(l keys.Key) bool { return keys.Same(k, l) })
		}):
			continue // the same key is no lock for itself
		}
		if len(c.g.Decisions(op, w.Op.Node)) > 0 {
			return true
		}
	}
	return false
}
