package flow

import (
	"golang.org/x/tools/go/ssa"
)

// recursiveRetry finds a call by which a function around the attempt calls itself after a conflict.
func (g *Graph) recursiveRetry(at *attempt) *Retry {
	if len(at.err) == 0 {
		return nil
	}
	failed := g.Assume(at.after, at.err, Conflict, nil, nil)
	done := g.Assume(at.after, at.err, NoError, nil, nil)
	for _, n := range g.Nodes {
		if !n.Recursive || n.rec == nil || !at.node.Frame.Within(n.rec) || !failed.Reaches(n) || done.Reaches(n) {
			continue
		}
		call, ok := n.instr.(*ssa.Call)
		if !ok {
			continue
		}
		q := &vanity{g: g, errs: at.err, seen: map[Value]bool{}, fixed: func(v Value) bool { return g.fixedArg(n, call, v) }}
		bounded := g.deadline(g.contextArg(n.Frame, &call.Call), func(*Node) bool { return true }, 0) ||
			g.deadline(at.ctx, func(d *Node) bool { return d == nil || !d.Frame.Within(n.rec) }, 0)
		for _, b := range g.Nodes {
			if b.Kind != Branch || bounded {
				continue
			}
			toAttempt := b != at.node && g.decidesWay(b, n.rec.Entry, at.node, nil)
			toCall := failed.Reaches(b) && !failed.Decides(b) && g.decidesWay(b, at.after, n, failed)
			if (toAttempt || toCall) && !q.value(g.Cond(b)) {
				bounded = true
			}
		}
		return &Retry{Op: at.op, Site: n, Func: funcOf(n.rec.Fn), Bounded: bounded}
	}
	return nil
}

// decidesWay reports whether a branch between two nodes has a way that does not lead to the second.
func (g *Graph) decidesWay(b, from, to *Node, a *Assumption) bool {
	isTo := func(n *Node) bool { return n == to }
	if a == nil && !g.Reaches(from, b) || b == to {
		return false
	}
	leads, misses := false, false
	for _, s := range b.Succs {
		if g.search([]*Node{s}, isTo, nil) != nil {
			leads = true
		} else {
			misses = true
		}
	}
	return leads && misses
}

// fixedArg reports whether a parameter of a function that calls itself is handed on unchanged.
func (g *Graph) fixedArg(n *Node, call *ssa.Call, v Value) bool {
	p, ok := v.v.(*ssa.Parameter)
	if !ok {
		return false
	}
	if v.f != n.rec {
		return !v.f.Within(n.rec)
	}
	args := call.Call.Args
	off := len(n.rec.Fn.Params) - len(args)
	for i, q := range n.rec.Fn.Params {
		if q != p {
			continue
		}
		if i-off < 0 || i-off >= len(args) {
			return true // the receiver of an interface call
		}
		return g.Same(Value{v: args[i-off], f: n.Frame}, v)
	}
	return false
}
