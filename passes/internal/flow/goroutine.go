package flow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Shared reports whether the pipeline or transaction that an operation in a goroutine uses is used by another goroutine at the same time: the
// goroutine is started several times, another one uses it too, or its owner goes on using it without waiting. many says that it is the
// goroutine itself that runs several times.
func (g *Graph) Shared(op *Op, o *Object) (shared, many bool) {
	a := op.Node.Frame.Enclosing(Async)
	if a == nil || a.Site == nil || madeWithin(o, a) || g.takesLock(a) {
		return false, false
	}
	start := g.byInstr[siteKey{a.Parent, a.Site}]
	if start == nil {
		return false, false
	}
	if at := madeAt(o); at != nil {
		for _, l := range g.Loops(at) {
			if !l.Contains(start) { // one of several, kept in a slice or map: each goroutine may have its own
				return false, false
			}
		}
	}
	// Started in a loop that does not make a new pipeline each turn and does not wait for each goroutine.
	for _, l := range g.Loops(start) {
		if made := madeAt(o); made != nil && l.Contains(made) {
			break
		}
		if !l.Contains(start) || g.limitedToOne() {
			continue
		}
		again := func(n *Node) bool { return n == start }
		if g.Search(start, again, func(n *Node) bool { return g.waits(n, a) || !l.Contains(n) }) != nil {
			return true, true
		}
	}
	for _, other := range g.Ops {
		if other == op || other.Kind == calls.NewPipeline || other.Kind == calls.NewTxPipeline || !uses(other, o) {
			continue
		}
		b := other.Node.Frame.Enclosing(Async)
		switch {
		case b == a:
			continue
		case b != nil && madeWithin(o, b):
			continue
		case b != nil:
			// Two goroutines: the second is started before somebody waited for the first.
			second := g.byInstr[siteKey{b.Parent, b.Site}]
			if second == nil || g.takesLock(b) {
				continue
			}
			if g.Search(start, func(n *Node) bool { return n == second }, func(n *Node) bool { return n == madeAt(o) || g.waits(n, a) }) != nil ||
				g.Search(second, func(n *Node) bool { return n == start }, func(n *Node) bool { return n == madeAt(o) || g.waits(n, b) }) != nil {
				return true, false
			}
		default:
			if other.Node.Frame.Enclosing(Callback) != nil || g.lockedBefore(other.Node) {
				continue
			}
			owner := func(n *Node) bool { return n == other.Node && n.Frame.Enclosing(Async) != a }
			inOwner := func(n *Node) bool { return n == madeAt(o) || g.waits(n, a) || n.Frame.Enclosing(Async) == a }
			if g.Search(start, owner, inOwner) != nil {
				return true, false
			}
		}
	}
	return false, false
}

// uses reports whether an operation goes through an object.
func uses(op *Op, o *Object) bool {
	if op.Kind == calls.Read || op.Node == nil {
		return false
	}
	for _, x := range op.Receivers() {
		if x == o {
			return true
		}
	}
	return false
}

func madeAt(o *Object) *Node {
	if o.Op != nil {
		return o.Op.Node
	}
	return nil
}

func madeWithin(o *Object, a *Frame) bool {
	if n := madeAt(o); n != nil {
		return n.Frame.Within(a)
	}
	return o.Val.f != nil && o.Val.f.Within(a) && o.Kind != ObjParam && o.Kind != ObjField
}

// waits reports whether a node, outside the goroutine, may wait for its end: a method Wait, a receive, a select, a lock.
func (g *Graph) waits(n *Node, a *Frame) bool {
	if n.Frame.Within(a) {
		return false
	}
	if c, ok := n.instr.(ssa.CallInstruction); ok && n.Op == nil {
		return waitCall(c.Common())
	}
	// Receives and selects have no nodes of their own: the block that a node was laid out for tells.
	if n.block != nil && n.Kind == Plain {
		for _, in := range n.block.Instrs {
			if receives(in) {
				return true
			}
		}
	}
	if n.instr != nil && n.instr.Block() != nil {
		for _, in := range n.instr.Block().Instrs {
			if receives(in) {
				return true
			}
		}
	}
	return false
}

func receives(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Select:
		return true
	case *ssa.UnOp:
		return in.Op.String() == "<-"
	case *ssa.Next:
		return false
	case ssa.CallInstruction:
		return false
	}
	return false
}

func waitCall(c *ssa.CallCommon) bool {
	name := ""
	if c.IsInvoke() {
		name = c.Method.Name()
	} else if f := c.StaticCallee(); f != nil {
		name = f.Name()
	}
	switch name {
	case "Wait", "WaitTimeout", "Join", "StopAndWait", "Lock":
		return true
	}
	return false
}

// takesLock reports whether the goroutine takes a lock: its uses are taken to be guarded.
func (g *Graph) takesLock(a *Frame) bool {
	for _, n := range g.Nodes {
		if n.Frame.Within(a) && g.isLock(n) {
			return true
		}
	}
	return false
}

func (g *Graph) isLock(n *Node) bool {
	c, ok := n.instr.(ssa.CallInstruction)
	if !ok || n.Op != nil {
		return false
	}
	f := c.Common().StaticCallee()
	if f == nil {
		return c.Common().IsInvoke() && c.Common().Method.Name() == "Lock"
	}
	return f.Name() == "Lock" || f.Name() == "Acquire"
}

// lockedBefore reports whether a lock is taken on every way to a node.
func (g *Graph) lockedBefore(n *Node) bool { return g.Always(n, g.isLock) }

// limitedToOne reports errgroup's SetLimit(1): its goroutines run one after the other.
func (g *Graph) limitedToOne() bool {
	for _, n := range g.Nodes {
		c, ok := n.instr.(*ssa.Call)
		if !ok || c.Call.StaticCallee() == nil || c.Call.StaticCallee().Name() != "SetLimit" || len(c.Call.Args) != 2 {
			continue
		}
		if k, ok := c.Call.Args[1].(*ssa.Const); ok && k.Int64() == 1 {
			return true
		}
	}
	return false
}
