package race

import (
	"regexp"
	"slices"
	"strings"

	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

// Lock is a lock that a function takes: a command that writes a key only when it is not there, with its reply tested.
type Lock struct {
	Graph  *flow.Graph
	Access flow.Access
	// Named is true when the key, the function or its type is called a lock.
	Named bool
	// Releases are the deletions of the same key: later in the function, in a closure it returns, in the other method of a pair.
	Releases []Release
}

// Release is a deletion of a lock.
type Release struct {
	Graph  *flow.Graph
	Access flow.Access
}

var (
	noLock    = regexp.MustCompile(`(?i)unlock\w*|lockout\w*|locked\w*|[bc]lock\w*|leaderboard\w*|releases?\b|please`)
	lockWord  = regexp.MustCompile(`(?i)lock|mutex|lease|leader|semaphore`)
	takeName  = regexp.MustCompile(`(?i)lock|acquire|obtain|campaign|elect`)
	giveName  = regexp.MustCompile(`(?i)unlock|release|resign|free`)
	errorName = regexp.MustCompile(`(?i)fail|rollback|abort|cancel|reset|clear|undo`)
)

// IsLockName reports whether a text names a lock.
func IsLockName(s string) bool { return lockWord.MatchString(noLock.ReplaceAllString(s, "")) }

// GivesBack reports whether a function name says that it releases a lock.
func GivesBack(name string) bool { return giveName.MatchString(name) }

// Locks returns the locks of a package.
func Locks(pass *rule.Pass) []*Lock {
	var locks []*Lock
	var removes []Release
	for _, g := range pass.Flow.Graphs() {
		if len(g.Ops) == 0 || InTest(pass, g.Ops[0].Pos()) {
			continue
		}
		for _, a := range Accesses(g) {
			switch {
			case a.Kind == flow.Remove && a.Whole && (a.Op.Name() == "Del" || a.Op.Name() == "Unlink" || a.Op.Name() == "Do"):
				removes = append(removes, Release{g, a})
			case a.Kind == flow.Claim && a.Whole && len(a.Keys) > 0 && a.Op.InWatch() == nil:
				locks = append(locks, &Lock{Graph: g, Access: a, Named: named(pass, g, a)})
			}
		}
	}
	for _, l := range locks {
		for _, r := range removes {
			if l.pairs(r) {
				l.Releases = append(l.Releases, r)
			}
		}
	}
	return locks
}

func named(pass *rule.Pass, g *flow.Graph, a flow.Access) bool {
	p, _ := g.Places(a.Op, a.Op)
	if IsLockName(Key(a, p)) || IsLockName(a.Keys[0].String()) {
		return true
	}
	name := strings.TrimSuffix(g.Name(), "Context")
	return takeName.MatchString(noLock.ReplaceAllString(name, "")) || IsLockName(g.Receiver())
}

// pairs reports whether r deletes what l has taken.
func (l *Lock) pairs(r Release) bool {
	if l.Graph == r.Graph {
		if !l.Graph.SameData(l.Access, r.Access) || !l.Graph.Reaches(l.Access.Op.Node, r.Access.Op.Node) || r.Access.Op.OnFailure(l.Access.Op) {
			return false
		}
		for _, d := range l.Graph.Decisions(l.Access.Op, r.Access.Op.Node) {
			if d.Absent { // deleted because somebody else has it
				return false
			}
		}
		return true
	}
	same := func(loose bool) bool {
		a := l.Graph.Signature(l.Access.Keys[0], loose)
		return a != "" && slices.ContainsFunc(r.Access.Keys, func(k flow.Key) bool { return r.Graph.Signature(k, loose) == a })
	}
	if slices.Contains(r.Graph.Parents(), l.Graph.FuncName()) {
		return same(false) && !r.Access.Op.OnFailure()
	}
	return l.Graph.Receiver() == r.Graph.Receiver() && l.Named && giveName.MatchString(r.Graph.Name()) && same(true)
}
