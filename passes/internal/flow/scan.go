package flow

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Page is what one SCAN answers: a page of elements and the cursor of the next one, each as the values that hold it.
type Page struct {
	Op             *Op
	Items, Cursors []Value
	Reads          int // places where the page is read
	g              *Graph
}

// PageOf returns the page of a SCAN. known is false when an iterator goes on from the command, or when somebody who is not seen has it.
func (g *Graph) PageOf(op *Op) (page *Page, known bool) {
	cmd := op.Cmd()
	if cmd == nil || len(g.Escapes(cmd)) > 0 {
		return nil, false
	}
	p := &Page{Op: op, g: g}
	for _, r := range g.Ops {
		if r.Kind != calls.Read && r.Kind != calls.Iterator || !slices.Contains(r.Cmds(), cmd) {
			continue
		}
		if r.Kind == calls.Iterator || r.Effect != nil || len(r.Cmds()) > 1 {
			return nil, false
		}
		if name := r.Name(); name != "Val" && name != "Result" {
			continue
		}
		p.Reads++
		if v := r.Result(0); !v.IsZero() {
			p.Items = append(p.Items, v)
		}
		if v := r.Result(1); !v.IsZero() && len(*v.v.Referrers()) > 0 {
			p.Cursors = append(p.Cursors, v)
		}
	}
	return p, true
}

// Loop is the innermost loop around the SCAN with a way out that depends on the page or its cursor: the loop over the pages. Nil for none.
func (p *Page) Loop() *Loop {
	t := p.g.Depend(append(slices.Clone(p.Items), p.Cursors...), nil)
	for _, l := range p.g.Loops(p.Op.Node) {
		for _, n := range l.exits() {
			if t.vals[p.g.Cond(n)] {
				return l
			}
		}
	}
	return nil
}

// EndsOnEmpty reports whether a loop ends when a page is empty (or smaller than something) although its cursor is not 0.
func (p *Page) EndsOnEmpty(l *Loop) bool {
	for _, n := range l.exits() {
		if n.Frame != l.Frame {
			continue
		}
		i := n.instr.(*ssa.If)
		out := 0
		if l.blocks[i.Block().Succs[0]] {
			out = 1
		}
		small, ok := p.smallWhen(p.g.Cond(n))
		if ok && small == (out == 0) && p.reachedBefore0(n) {
			return true
		}
	}
	return false
}

// smallWhen understands a comparison of the length of the page: the outcome with which the page is small.
func (p *Page) smallWhen(c Value) (small, ok bool) {
	b, isOp := c.v.(*ssa.BinOp)
	if !isOp {
		return false, false
	}
	isLen := func(v ssa.Value) bool {
		if x, ok := v.(*ssa.Convert); ok {
			v = x.X
		}
		call, ok := v.(*ssa.Call)
		if !ok {
			return false
		}
		bi, ok := call.Call.Value.(*ssa.Builtin)
		return ok && bi.Name() == "len" && p.isItem(Value{v: call.Call.Args[0], f: c.f})
	}
	zero := func(v ssa.Value) bool {
		k, ok := v.(*ssa.Const)
		return ok && k.Value != nil && k.Value.Kind() == constant.Int && k.Int64() == 0
	}
	op, other := b.Op, b.Y
	switch {
	case isLen(b.X):
	case isLen(b.Y):
		other = b.X
		op = map[token.Token]token.Token{token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ, token.EQL: token.EQL, token.NEQ: token.NEQ}[op]
	default:
		return false, false
	}
	switch op {
	case token.EQL:
		return true, zero(other)
	case token.NEQ:
		return false, zero(other)
	case token.LSS, token.LEQ:
		return true, true
	case token.GTR:
		return false, zero(other)
	}
	return false, false
}

func (p *Page) isItem(v Value) bool {
	if slices.Contains(p.Items, v) {
		return true
	}
	if phi, ok := v.v.(*ssa.Phi); ok {
		return slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool { return slices.Contains(p.Items, Value{v: e, f: v.f}) })
	}
	return false
}

// zeroWhen understands a comparison of the cursor with 0: the outcome with which it is 0.
func (p *Page) zeroWhen(c Value) (zero, ok bool) {
	switch b := c.v.(type) {
	case *ssa.UnOp:
		if b.Op == token.NOT {
			z, ok := p.zeroWhen(Value{v: b.X, f: c.f})
			return !z, ok
		}
	case *ssa.BinOp:
		for _, o := range [][2]ssa.Value{{b.X, b.Y}, {b.Y, b.X}} {
			k, isConst := o[1].(*ssa.Const)
			if !isConst || k.Value == nil || k.Value.Kind() != constant.Int || k.Int64() != 0 || !p.isCursor(Value{v: o[0], f: c.f}) {
				continue
			}
			switch b.Op {
			case token.EQL, token.LEQ:
				return true, true
			case token.NEQ, token.GTR:
				return false, true
			}
		}
	}
	return false, false
}

func (p *Page) isCursor(v Value) bool {
	name := p.g.valueName(v, 0)
	return slices.ContainsFunc(p.Cursors, func(c Value) bool { return c == v || p.g.valueName(c, 0) == name })
}

// reachedBefore0 reports whether a node can follow the SCAN while the cursor is not 0.
func (p *Page) reachedBefore0(n *Node) bool {
	seen := map[*Node]bool{}
	work := slices.Clone(p.Op.Node.Succs)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] || x == p.Op.Node {
			continue
		}
		seen[x] = true
		if x == n {
			return true
		}
		if x.Kind == Branch {
			if zero, ok := p.zeroWhen(p.g.Cond(x)); ok {
				work = append(work, x.Succs[side(!zero)])
				continue
			}
		}
		work = append(work, x.Succs...)
	}
	return false
}

// LosesLast reports whether a loop ends at cursor 0 without looking at the page that came with it: every use of the page is on the other
// side of the test.
func (p *Page) LosesLast(l *Loop) bool {
	for _, n := range l.exits() {
		if n.Frame != l.Frame || n.Frame != p.Op.Node.Frame {
			continue
		}
		zero, ok := p.zeroWhen(p.g.Cond(n))
		if !ok {
			continue
		}
		b := n.instr.(*ssa.If).Block()
		end, more := b.Succs[side(zero)], b.Succs[side(!zero)]
		if l.blocks[end] || len(more.Preds) != 1 {
			continue
		}
		uses, lost := 0, true
		for _, item := range p.Items {
			for _, ref := range *item.v.Referrers() {
				if _, debug := ref.(*ssa.DebugRef); debug {
					continue
				}
				uses++
				lost = lost && more.Dominates(ref.Block())
			}
		}
		if uses > 0 && lost {
			return true
		}
	}
	return false
}

// Ended are the nodes at which an iterator has given its last element: the way out of a condition on Next.
func (g *Graph) Ended(next *Op) []*Node {
	v := next.Result(0)
	var out []*Node
	for _, n := range g.Nodes {
		if n.Kind != Branch || v.IsZero() {
			continue
		}
		if c := g.Cond(n); c == v {
			out = append(out, n.Succs[1])
		} else if u, ok := c.v.(*ssa.UnOp); ok && u.Op == token.NOT && (Value{v: u.X, f: c.f}) == v {
			out = append(out, n.Succs[0])
		}
	}
	if len(out) == 0 {
		return next.Node.Succs
	}
	return out
}

// Between reports whether a function receives from a channel at a position between two others: it may wait for something.
func (g *Graph) Between(f *Frame, from, to token.Pos) bool {
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			wait := false
			switch in := in.(type) {
			case *ssa.Select:
				wait = true
			case *ssa.UnOp:
				wait = in.Op == token.ARROW
			}
			if wait && from < in.Pos() && in.Pos() < to {
				return true
			}
		}
	}
	return false
}

// CallsByName reports a node that calls a function of one of the names, of any package or type.
func (n *Node) CallsByName(names ...string) bool {
	c, ok := n.instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if cc := c.Common(); cc.IsInvoke() {
		return slices.Contains(names, cc.Method.Name())
	} else if f := cc.StaticCallee(); f != nil {
		return slices.Contains(names, f.Name())
	}
	return false
}
