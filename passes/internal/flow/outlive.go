package flow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// How a transaction outlives its Watch function.
type How uint8

// The ways.
const (
	UsedAfter How = iota // a command or execution after Watch has returned
	UsedAsync            // a command or execution in a goroutine that nobody waits for
	Kept                 // stored in a field, package variable or channel of others
)

// Outlive is a place where a transaction, or a pipeline made from it, outlives its function.
type Outlive struct {
	Node *Node
	How  How
}

// Outlives finds the places where the transaction outlives its function; at most one of each kind.
func (t *Txn) Outlives() []Outlive {
	g := t.g
	var out []Outlive
	found := map[How]bool{}
	add := func(n *Node, h How) {
		if n != nil && !found[h] {
			found[h] = true
			out = append(out, Outlive{n, h})
		}
	}
	mine := func(o *Object) bool {
		if o == t.Tx {
			return true
		}
		return o.Kind == ObjPipe && o.Op != nil && o.Op.Node != nil && t.Contains(o.Op.Node) && g.One(o.Op.Recv) == t.Tx
	}
	for _, op := range g.Ops {
		if op.Effect != nil || op.Kind == calls.Read {
			continue
		}
		if op.Queued() {
			continue // fails when it is sent
		}
		used := len(op.Receivers()) > 0
		for _, r := range op.Receivers() {
			used = used && (mine(r) || isNilConst(r))
		}
		if !used || op.Node == nil {
			continue
		}
		switch {
		case t.Contains(op.Node):
			_, async := op.Deferred()
			start := op.Node
			if a := op.Node.Frame.Enclosing(Async); a != nil && t.containsFrame(a.Parent) {
				async = true
				if s := g.byInstr[siteKey{a.Parent, a.Site}]; s != nil {
					start = s
				}
			}
			if async && !t.waits(start) {
				add(op.Node, UsedAsync)
			}
		case t.Watch != nil && g.Reaches(t.Watch.After(), op.Node) && !g.Reaches(op.Node, t.Watch.Node):
			add(op.Node, UsedAfter)
		}
	}
	for _, f := range g.frames {
		if !t.containsFrame(f) {
			continue
		}
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				st, ok := in.(*ssa.Store)
				if !ok {
					continue
				}
				os := g.Objects(Value{v: st.Val, f: f})
				if len(os) != 1 || !mine(os[0]) {
					continue
				}
				for _, place := range g.Objects(Value{v: st.Addr, f: f}) {
					if !place.Local() && place.Kind != ObjUnknown && place.Root().Kind != ObjUnknown && !t.resets(place) && !t.inAsync(f) {
						add(g.byInstr[siteKey{f, in}], Kept)
					}
				}
			}
		}
	}
	return out
}

func isNilConst(o *Object) bool {
	if o.Kind != ObjConst {
		return false
	}
	c, ok := o.Val.v.(*ssa.Const)
	return ok && c.IsNil()
}

func (t *Txn) containsFrame(f *Frame) bool {
	for _, b := range t.Body {
		if f.Within(b) {
			return true
		}
	}
	return false
}

func (t *Txn) inAsync(f *Frame) bool {
	a := f.Enclosing(Async)
	return a != nil && t.containsFrame(a.Parent)
}

// resets reports whether something else is stored in the same place inside the function: the owner takes the transaction back.
func (t *Txn) resets(place *Object) bool {
	for _, rec := range t.g.stores[place] {
		if c, ok := rec.val.v.(*ssa.Const); ok && c.IsNil() {
			return true
		}
	}
	for _, f := range t.Body { // a deferred literal that does nothing else is not laid out
		for _, lit := range f.Fn.AnonFuncs {
			if clears(lit, place.Field) {
				return true
			}
		}
	}
	return false
}

func clears(f *ssa.Function, field string) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			c, isConst := st.Val.(*ssa.Const)
			fa, isField := st.Addr.(*ssa.FieldAddr)
			if isConst && c.IsNil() && isField && derefStruct(fa.X.Type()).Field(fa.Field).Name() == field {
				return true
			}
		}
	}
	return false
}

// waits reports whether the function may wait for what it started: a call of Wait, a receive, a select, or a lock after it.
func (t *Txn) waits(start *Node) bool {
	g := t.g
	return g.Search(start, func(n *Node) bool {
		if !t.Contains(n) || t.inAsync(n.Frame) {
			return false
		}
		if c, ok := n.instr.(ssa.CallInstruction); ok {
			name := ""
			if c.Common().IsInvoke() {
				name = c.Common().Method.Name()
			} else if f := c.Common().StaticCallee(); f != nil {
				name = f.Name()
			}
			if name == "Wait" || name == "WaitAll" || name == "Join" {
				return true
			}
		}
		if n.block == nil {
			return false
		}
		for _, in := range n.block.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				return true
			case *ssa.UnOp:
				if in.Op.String() == "<-" {
					return true
				}
			case *ssa.Next:
				return true
			}
		}
		return false
	}, nil) != nil
}
