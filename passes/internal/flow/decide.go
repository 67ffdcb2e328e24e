package flow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/keys"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Decision is a branch by which the reply of a command decides whether a node runs.
type Decision struct {
	Branch *Node
	// Absent tells that the node only runs when the reply says that nothing is there, Present that it only runs when something is. With
	// neither, the reply is compared with a value.
	Absent, Present bool

	cond Value
}

// Decisions returns the branches by which the reply of an operation, or the error that stands for a miss, decides if n runs.
func (g *Graph) Decisions(op *Op, n *Node) []Decision {
	var out []Decision
	misses := g.missTests(op)
	for _, b := range g.Nodes {
		if b.Kind != Branch || !g.Controls(b, n) || !g.Reaches(op.Node, b) {
			continue
		}
		cond := g.Cond(b)
		if overAll(cond) {
			continue
		}
		d := Decision{Branch: b, cond: cond}
		side, known, empty := -1, false, false
		if t, ok := misses[b]; ok {
			isN, isB := func(x *Node) bool { return x == n }, func(x *Node) bool { return x == b }
			if t.Sentinel == Miss && g.search(op.Node.Succs, isN, isB) != nil {
				continue // it tells a miss from a failure: without an error n runs, too
			}
			miss := t.Sentinel == Miss == t.Equal // the condition holds for a miss
			if t.Sentinel == NoError {
				miss = !t.Equal
			}
			side, known, empty = 1, true, true
			if miss {
				side = 0
			}
		} else {
			if g.Origin(cond, b).Replies[op] == 0 {
				continue
			}
			var v constant.Value
			if v, known = g.absent(cond, op, 0); known && v.Kind() == constant.Bool {
				side = 1
				if constant.BoolVal(v) {
					side = 0
				}
			}
			empty = side >= 0 && g.testsEmpty(cond, op, 0)
		}
		if empty && side >= 0 && len(b.Succs) == 2 {
			isN, isB := func(x *Node) bool { return x == n }, func(x *Node) bool { return x == b }
			here := g.search([]*Node{b.Succs[side]}, isN, isB) != nil
			there := g.search([]*Node{b.Succs[1-side]}, isN, isB) != nil
			d.Absent, d.Present = here && !there, there && !here
			if !d.Absent && !d.Present {
				continue
			}
		}
		out = append(out, d)
	}
	return out
}

// overAll reports the condition of a loop over a reply: it decides how often, not whether.
func overAll(cond Value) bool {
	switch x := cond.v.(type) {
	case *ssa.Extract:
		_, ok := x.Tuple.(*ssa.Next)
		return ok
	case *ssa.BinOp:
		c, ok := x.Y.(*ssa.Call)
		if !ok || x.Op != token.LSS {
			return false
		}
		b, ok := c.Call.Value.(*ssa.Builtin)
		if !ok || b.Name() != "len" {
			return false
		}
		switch i := x.X.(type) {
		case *ssa.Phi:
			return true
		case *ssa.BinOp:
			_, phi := i.X.(*ssa.Phi)
			return phi
		}
	}
	return false
}

// missTests are the branches that test the error of an operation for a miss, or for any error.
func (g *Graph) missTests(op *Op) map[*Node]ErrTest {
	out := map[*Node]ErrTest{}
	if op.Method != nil && op.Method.Nil == redisapi.NilNever {
		return out // its error says nothing about what is there
	}
	add := func(v Value) {
		if v.v == nil {
			return
		}
		for _, u := range g.ErrUses(v) {
			if u.Kind == UseTest && u.Node != nil && (u.Test.Sentinel == Miss || u.Test.Sentinel == NoError) {
				out[u.Node] = u.Test
			}
		}
	}
	if op.Effect != nil {
		add(g.errOf(op))
		return out
	}
	cmd := op.Cmd()
	for _, r := range g.Ops {
		if r.Kind == calls.Read && r.Effect == nil && slices.Contains(r.Cmds(), cmd) {
			add(r.Err())
		}
	}
	return out
}

// Unless reports whether the decision only leaves out a write of what is already there: if current == value { return }. A constant that
// stands for a state does not count when more than the write depends on it.
func (d Decision) Unless(g *Graph, op *Op, values []Value) bool {
	same := func(x ssa.Value) bool {
		k := g.Key(Value{v: x, f: d.cond.f})
		if _, ok := k.Const(); ok && (!isString(x.Type()) || d.More(g, op)) {
			return false
		}
		for _, v := range values {
			if keys.Same(k, g.Key(v)) || g.Same(Value{v: x, f: d.cond.f}, v) {
				return true
			}
		}
		return false
	}
	v := d.cond.v
	for {
		u, ok := v.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			break
		}
		v = u.X
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		return (x.Op == token.EQL || x.Op == token.NEQ) && (same(x.X) || same(x.Y))
	case *ssa.Call:
		if strings.Contains(calledName(&x.Call), "Equal") || calledName(&x.Call) == "Compare" {
			return slices.ContainsFunc(x.Call.Args, same)
		}
	}
	return false
}

// LooksUp reports whether the decision reads a member of the reply, for a reply that is a whole hash.
func (d Decision) LooksUp(g *Graph, members []keys.Key) bool {
	var walk func(v ssa.Value, depth int) bool
	walk = func(v ssa.Value, depth int) bool {
		if depth > 5 {
			return false
		}
		switch x := v.(type) {
		case *ssa.Lookup:
			k := g.Key(Value{v: x.Index, f: d.cond.f})
			return slices.ContainsFunc(members, func(m keys.Key) bool { return keys.Same(k, m) })
		case *ssa.BinOp:
			return walk(x.X, depth+1) || walk(x.Y, depth+1)
		case *ssa.UnOp:
			return walk(x.X, depth+1)
		case *ssa.Extract:
			return walk(x.Tuple, depth+1)
		case *ssa.Convert:
			return walk(x.X, depth+1)
		case *ssa.Call:
			return slices.ContainsFunc(x.Call.Args, func(a ssa.Value) bool { return walk(a, depth+1) })
		}
		return false
	}
	return walk(d.cond.v, 0)
}

// More reports whether the branch decides more than an operation: another effect, another call, or what the function returns.
func (d Decision) More(g *Graph, op *Op) bool {
	b := d.Branch
	isB := func(x *Node) bool { return x == b }
	reach := func(start *Node) map[*Node]bool {
		out := map[*Node]bool{}
		g.search([]*Node{start}, func(x *Node) bool { out[x] = true; return false }, isB)
		return out
	}
	if len(b.Succs) != 2 {
		return true
	}
	one, two := reach(b.Succs[0]), reach(b.Succs[1])
	for _, n := range g.Nodes {
		if one[n] == two[n] || n.Op == op {
			continue
		}
		switch n.Kind {
		case ReturnNode:
			if g.Return(n) != ReturnFailure && (n.Frame.Fn.Signature.Results().Len() > 1 || n.Frame.Fn.Signature.Results().Len() == 1 && !isError(n.Frame.Fn.Signature.Results().At(0).Type())) {
				return true
			}
			if g.Return(n) == ReturnFailure && !one[op.Node] == one[n] { // the other side fails
				return true
			}
		case CallNode:
			if n.Op != nil {
				if n.Op.Kind == calls.Read || n.Op.Kind == calls.Exec {
					continue
				}
				return true
			}
			if c, ok := n.instr.(ssa.CallInstruction); ok {
				if f := c.Common().StaticCallee(); f != nil && (quiet(f) || std(f)) || isBuiltin(c.Common()) {
					continue
				}
				return true
			}
		}
	}
	return false
}

// Kept reports whether the reply of an operation is used for more than decisions: returned, or given to code that is not seen.
func (g *Graph) Kept(op *Op) bool {
	t := g.ReplyTaint(op)
	for _, n := range t.calls {
		c, ok := n.instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if f := c.Common().StaticCallee(); f != nil {
			if quiet(f) {
				continue
			}
			if o, ok := f.Object().(*types.Func); ok && o.Pkg() != nil && (o.Pkg().Path() == "strings" || o.Pkg().Path() == "strconv") {
				continue
			}
		}
		return true
	}
	for _, n := range g.Nodes {
		ret, ok := n.instr.(*ssa.Return)
		if !ok || n.Frame != g.Root {
			continue
		}
		for _, r := range ret.Results {
			if !isError(r.Type()) && g.Origin(Value{v: r, f: n.Frame}, n).Replies[op]&(Same|Added|Subtracted|Joined) != 0 {
				return true
			}
		}
	}
	return false
}

// Uses tells what a reply is used for.
type Uses struct {
	Kept    bool // it is returned or given to code that is not seen, not only as the name of something to delete
	Decides bool // it decides a branch
}

// Uses tells what the reply of an operation is used for.
func (g *Graph) Uses(op *Op) Uses {
	return Uses{Kept: g.Kept(op) || g.Returned(op), Decides: g.Tested(op)}
}

// Graph is the graph that the operation is part of.
func (o *Op) Graph() *Graph { return o.g }

// Tested reports whether the reply of an operation decides a branch.
func (g *Graph) Tested(op *Op) bool {
	if a, ok := op.Access(); ok && a.Kind == Claim && op.Name() != "SetNX" && op.Name() != "HSetNX" && len(g.missTests(op)) > 0 {
		return true // SET with NX says no by a null reply
	}
	for _, b := range g.Nodes {
		if b.Kind == Branch && g.Reaches(op.Node, b) && g.Origin(g.Cond(b), b).Replies[op] != 0 {
			return true
		}
	}
	return false
}

// Covered reports whether the function of a graph is private and laid out as part of another graph, where its callers are seen.
func (p *Package) Covered(g *Graph) bool {
	if g.Exported() {
		return false
	}
	for _, other := range p.Graphs() {
		if other.Covers(g) {
			return true
		}
	}
	return false
}

// Equals reports whether the decision asks if the reply equals a value that is no constant.
func (d Decision) Equals(g *Graph) bool {
	v := d.cond.v
	for {
		u, ok := v.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			break
		}
		v = u.X
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		_, c1 := x.X.(*ssa.Const)
		_, c2 := x.Y.(*ssa.Const)
		return (x.Op == token.EQL || x.Op == token.NEQ) && !c1 && !c2
	case *ssa.Call:
		return strings.Contains(calledName(&x.Call), "Equal") || strings.Contains(calledName(&x.Call), "Compare")
	}
	return false
}
