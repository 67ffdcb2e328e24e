package flow

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Fortune is what becomes of a queued command.
type Fortune uint8

// The fortunes.
const (
	SentOrUnknown Fortune = iota
	NeverSent             // no execution of its pipeline can follow
	SometimesLost         // a way to a successful return has no execution, and nothing ties that way to what was queued
)

// Fortune tells what becomes of the command that q queues. Only a pipeline that is made here and that nobody else gets has a known one.
func (g *Graph) Fortune(q *Op) Fortune {
	pipes := q.Pipes()
	if len(pipes) == 0 || len(pipes) != len(q.Receivers()) {
		return SentOrUnknown
	}
	for _, p := range pipes {
		if p.Kind != ObjPipe || p.Opaque || len(g.Escapes(p)) > 0 || p.Op.Node == nil {
			return SentOrUnknown
		}
		if g.home(p).Kind == Called || p.Op.Node.Frame.Fn.Synthetic == "range-over-func yield" { // what its caller does with an error is not the pipeline's end: the function is judged alone
			return SentOrUnknown
		}
		if a := q.Node.Frame.Enclosing(Async); a != nil && !p.Op.Node.Frame.Within(a) {
			return SentOrUnknown
		}
	}
	// A goroutine or callback that executes may do so at any time from its start.
	starts := map[*Node]bool{}
	for _, n := range g.Nodes {
		if g.Sends(n, pipes) {
			if _, async := n.Op.Deferred(); async { // go pipe.Exec(ctx)
				starts[g.byInstr[siteKey{n.Frame, n.Op.instr}]] = true
			}
			for f := n.Frame; f != nil && f.Parent != nil; f = f.Parent {
				if f.Kind == Async || f.Kind == Callback {
					starts[g.byInstr[siteKey{f.Parent, f.Site}]] = true
				}
			}
		}
	}
	ends := func(n *Node) bool { return g.Sends(n, pipes) || g.Drops(n, pipes) || starts[n] }
	if g.Search(q.Node, ends, nil) == nil {
		if g.Search(q.Node, g.mayEndWell, nil) != nil {
			return NeverSent
		}
		return SentOrUnknown
	}
	if g.escapesPath(q, ends) {
		return SometimesLost
	}
	return SentOrUnknown
}

// home is the innermost function that a pipeline is made and used in.
func (g *Graph) home(p *Object) *Frame {
	home := lexicalParent(p.Op.Node.Frame)
	for _, op := range g.Ops {
		if !uses(op, p) {
			continue
		}
		for f := lexicalParent(op.Node.Frame); !f.Within(home) && home.Parent != nil; {
			home = lexicalParent(home.Parent)
		}
	}
	return home
}

// mayEndWell reports a return that is not certainly a failure.
func (g *Graph) mayEndWell(n *Node) bool {
	return n.last() && g.Return(n) != ReturnFailure
}

// endsWell reports a return that certainly tells success: a nil error, true, or nothing at all.
func (g *Graph) endsWell(n *Node) bool {
	if !n.last() || g.Return(n) != ReturnSuccess {
		return false
	}
	if _, hasErr := n.errResult(); hasErr {
		return true
	}
	ret := n.instr.(*ssa.Return)
	if len(ret.Results) == 0 {
		return true
	}
	c, ok := ret.Results[len(ret.Results)-1].(*ssa.Const)
	return ok && isBool(c.Type()) && c.Value != nil && constant.BoolVal(c.Value)
}

// escapesPath reports whether a successful return can be reached from q without passing an end. Where a branch decides between the
// execution and the way around it, the way around counts only if the branch has nothing to do with what was queued.
func (g *Graph) escapesPath(q *Op, ends func(*Node) bool) bool {
	seen := map[*Node]bool{}
	work := append([]*Node(nil), q.Node.Succs...)
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		if ends(n) {
			continue
		}
		if g.endsWell(n) {
			return true
		}
		if n.Kind != Branch || len(n.Succs) != 2 {
			work = append(work, n.Succs...)
			continue
		}
		var can [2]bool
		for i, s := range n.Succs {
			can[i] = g.search([]*Node{s}, ends, nil) != nil
		}
		for i, s := range n.Succs {
			if can[i] || !can[1-i] || g.independent(q, n, i, ends) {
				work = append(work, s)
			}
		}
	}
	return false
}

// independent reports whether the way i out of a branch can be gone although the command is queued: the command is queued on every way to
// the branch, and the branch asks for something else; or the branch ends a loop that flushes only now and then.
func (g *Graph) independent(q *Op, n *Node, i int, ends func(*Node) bool) bool {
	cond := g.Cond(n)
	if g.asksQueue(cond, 0) || g.errorWay(cond, i) {
		return false
	}
	if g.Always(n, func(x *Node) bool { return x == q.Node }) {
		return true
	}
	for _, l := range g.Loops(q.Node) {
		if l.Frame == n.Frame && l.Contains(n) && !l.Contains(n.Succs[i]) && g.flushesNowAndThen(l, q, ends) {
			return true
		}
	}
	return false
}

// errorWay reports whether going way i out of a test means that an error was met.
func (g *Graph) errorWay(cond Value, i int) bool {
	t, ok := g.ErrTest(cond)
	return ok && (t.Sentinel != NoError || t.NonNilWhen(i == 0))
}

// asksQueue reports whether a condition is about the length of a pipeline or of a container.
func (g *Graph) asksQueue(v Value, depth int) bool {
	if v.v == nil || depth > 6 {
		return depth > 6
	}
	at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
	switch x := v.v.(type) {
	case *ssa.UnOp:
		return x.Op == token.NOT && g.asksQueue(at(x.X), depth+1)
	case *ssa.BinOp:
		return g.asksQueue(at(x.X), depth+1) || g.asksQueue(at(x.Y), depth+1)
	case *ssa.Call:
		op := g.opAt[siteKey{v.f, x}]
		return op != nil && op.Kind == calls.Other && op.Name() == "Len"
	case *ssa.Convert:
		return g.asksQueue(at(x.X), depth+1)
	}
	return false
}

// flushesNowAndThen reports whether every execution inside a loop depends on a counter or on the length of the pipeline and nothing else: the
// rest of the last turns is left behind. A test for the last element is something else.
func (g *Graph) flushesNowAndThen(l *Loop, q *Op, ends func(*Node) bool) bool {
	found := false
	for _, e := range g.Nodes {
		if !ends(e) || !l.Contains(e) {
			continue
		}
		found = true
		guarded := false
		for _, b := range g.Nodes {
			if b.Kind != Branch || b.Frame != l.Frame || !l.Contains(b) || b.instr.Block() == l.header || !g.Controls(b, e) {
				continue
			}
			nextTurn := func(x *Node) bool { return x.Kind == Branch && x.Frame == l.Frame && x.instr.Block() == l.header }
			if g.Search(b, func(x *Node) bool { return x == e }, nextTurn) == nil {
				continue // it decides on the next turn only
			}
			if !g.counts(g.Cond(b)) {
				return false
			}
			guarded = true
		}
		if !guarded {
			return false
		}
	}
	return found
}

// counts reports a comparison of a number with a constant: n%100 == 0, n >= 500, pipe.Len() > max.
func (g *Graph) counts(v Value) bool {
	x, ok := v.v.(*ssa.BinOp)
	if !ok {
		return false
	}
	switch x.Op {
	case token.EQL, token.NEQ, token.GEQ, token.GTR, token.LSS, token.LEQ:
	default:
		return false
	}
	if b, ok := x.X.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
		return false
	}
	if _, ok := x.Y.(*ssa.Const); ok {
		return !containsLen(x.X, 0)
	}
	// A limit in a variable: only where the length of the pipeline is compared with it.
	c, ok := x.X.(*ssa.Call)
	return ok && g.asksQueue(Value{v: c, f: v.f}, 0) && (x.Op == token.GEQ || x.Op == token.GTR)
}

// containsLen reports arithmetic with the length of a container: i == len(xs)-1.
func containsLen(v ssa.Value, depth int) bool {
	if depth > 4 {
		return true
	}
	switch x := v.(type) {
	case *ssa.Call:
		b, ok := x.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "len"
	case *ssa.BinOp:
		return containsLen(x.X, depth+1) || containsLen(x.Y, depth+1)
	}
	return false
}

// VainDiscard reports whether a Discard comes after the execution on every way, on a condition, and nothing is queued afterwards: as if it
// could take back what was sent.
func (g *Graph) VainDiscard(d *Op) bool {
	pipes := d.Pipes()
	if len(pipes) == 0 || len(pipes) != len(d.Receivers()) || d.Node.Frame.Enclosing(Deferred) != nil {
		return false
	}
	if deferred, async := d.Deferred(); deferred || async {
		return false
	}
	queues := func(n *Node) bool {
		return n.Op != nil && n.Op.Node == n && n.Op.Queued() && overlap(n.Op.Pipes(), pipes)
	}
	sends := func(n *Node) bool { return g.Sends(n, pipes) }
	before := func(n *Node) bool { return queues(n) || n == g.Root.Entry }
	if g.Back(d.Node, before, sends) != nil || g.Search(d.Node, queues, nil) != nil {
		return false
	}
	for _, b := range g.Nodes {
		if b.Kind == Branch && g.Controls(b, d.Node) && g.Back(b, sends, queues) != nil {
			return true
		}
	}
	return false
}
