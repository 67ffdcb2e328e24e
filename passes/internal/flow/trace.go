package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Change is a set of the ways in which data was changed on its way.
type Change uint8

// The ways. Same means that the data also arrives as it was: copied, converted, encoded and decoded.
const (
	Same       Change = 1 << iota
	Added             // n + x
	Subtracted        // n - x
	Joined            // text + x
	Altered           // anything else
)

// Changed reports whether the data arrives changed.
func (c Change) Changed() bool { return c&^Same != 0 }

// Origin says where a value comes from, as seen on the paths that lead to its use.
type Origin struct {
	// Replies are the commands whose replies the value depends on.
	Replies map[*Op]Change
	// Loaded is true when the value may come from code that knows more than its arguments: a database, a request, a function value.
	Loaded bool
	// Computed is true when the value may be the result of a function of the program that makes nothing up (an id, a token) and has nothing
	// of a reply.
	Computed bool
	// Outside is true when the value may come from a parameter, a field or a package variable.
	Outside bool
}

func (o *Origin) merge(p Origin) {
	for op, c := range p.Replies {
		if o.Replies == nil {
			o.Replies = map[*Op]Change{}
		}
		o.Replies[op] |= c
	}
	o.Loaded = o.Loaded || p.Loaded
	o.Computed = o.Computed || p.Computed
	o.Outside = o.Outside || p.Outside
}

// changed is the origin after a change of the data.
func (o Origin) changed(c Change) Origin {
	out := Origin{Loaded: o.Loaded, Computed: o.Computed, Outside: o.Outside}
	for op, old := range o.Replies {
		if out.Replies == nil {
			out.Replies = map[*Op]Change{}
		}
		out.Replies[op] = old&^Same | c
	}
	return out
}

// Origin follows a value backwards from its use at a node: through arithmetic, conversions, encodings, structs, maps and helpers, and
// through memory along the paths that lead to the use. What was overwritten in between does not count.
func (g *Graph) Origin(v Value, at *Node) Origin {
	t := &tracer{g: g, busy: map[traceKey]bool{}, done: map[traceKey]Origin{}}
	return t.content(v, at)
}

type traceKey struct {
	v  Value
	o  *Object
	at *Node
}

type tracer struct {
	g     *Graph
	busy  map[traceKey]bool
	done  map[traceKey]Origin
	depth int
	steps int
	cut   bool // a cycle or the bound cut a question short: what was computed meanwhile is not kept
}

const maxTrace = 4000 // values and places of one question

// content is the origin of a value and of what it points to.
func (t *tracer) content(v Value, at *Node) Origin {
	out := t.value(v, at)
	if v.v == nil || at == nil || !pointsTo(v) {
		return out
	}
	for _, o := range t.g.Objects(v) {
		switch o.Kind {
		case ObjConst, ObjFunc, ObjCmd, ObjPipe, ObjTx, ObjResult, ObjSlice:
			continue
		case ObjParam, ObjGlobal:
			out.Outside = true
		}
		inner := t.place(o, at, false)
		if len(inner.Replies) == 0 && len(out.Replies) > 0 && t.touched(o, at) {
			out = out.changed(Altered)
		}
		out.merge(inner)
	}
	return out
}

func pointsTo(v Value) bool {
	for {
		mi, ok := v.v.(*ssa.MakeInterface)
		if !ok {
			break
		}
		v.v = mi.X
	}
	switch v.v.Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Interface:
		return true
	}
	return false
}

func (t *tracer) value(v Value, at *Node) Origin {
	if v.o != nil {
		return Origin{Outside: true}
	}
	if v.v == nil {
		return Origin{}
	}
	key := traceKey{v: v}
	if pointsTo(v) {
		key.at = at
	}
	if o, ok := t.done[key]; ok {
		return o
	}
	t.steps++
	if t.busy[key] || t.steps > maxTrace {
		t.cut = true
		return Origin{}
	}
	t.busy[key] = true
	outer := t.cut
	t.cut = false
	o := t.step(v, at)
	delete(t.busy, key)
	if !t.cut || len(t.busy) == 0 {
		t.done[key] = o
	}
	t.cut = t.cut || outer
	return o
}

func (t *tracer) step(v Value, at *Node) (out Origin) {
	in := func(x ssa.Value) Origin { return t.value(Value{v: x, f: v.f}, at) }
	switch x := v.v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.MakeClosure, *ssa.Builtin, *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
	case *ssa.Global, *ssa.FreeVar:
		out.Outside = true
	case *ssa.Parameter:
		for i, p := range v.f.Fn.Params {
			if p == x && i < len(v.f.params) && !v.f.params[i].IsZero() {
				return t.content(v.f.params[i], t.entered(v.f, at))
			}
		}
		out.Outside = true
	case *ssa.BinOp:
		out = in(x.X)
		y := in(x.Y)
		switch {
		case x.Op == token.ADD && isString(x.Type()):
			out, y = out.changed(Joined), y.changed(Altered)
		case x.Op == token.ADD:
			out, y = out.changed(Added), y.changed(Added)
		case x.Op == token.SUB:
			out, y = out.changed(Subtracted), y.changed(Altered)
		default:
			out, y = out.changed(Altered), y.changed(Altered)
		}
		out.merge(y)
	case *ssa.UnOp:
		switch x.Op {
		case token.MUL:
			return t.load(v, x, at)
		case token.ARROW:
			return Origin{Loaded: true}
		}
		return in(x.X).changed(Altered)
	case *ssa.Convert:
		return in(x.X)
	case *ssa.ChangeType:
		return in(x.X)
	case *ssa.ChangeInterface:
		return in(x.X)
	case *ssa.MakeInterface:
		return in(x.X)
	case *ssa.MultiConvert:
		return in(x.X)
	case *ssa.SliceToArrayPointer:
		return in(x.X)
	case *ssa.TypeAssert:
		return in(x.X)
	case *ssa.Slice:
		if es, ok := t.g.Elems(v); ok {
			for _, e := range es {
				if !e.IsZero() && e != v {
					out.merge(t.content(e, at))
				}
			}
			return out
		}
		out = in(x.X)
		if x.Low != nil || x.High != nil {
			out = out.changed(Altered)
		}
	case *ssa.Field:
		return in(x.X)
	case *ssa.FieldAddr:
		return in(x.X)
	case *ssa.IndexAddr:
		return in(x.X)
	case *ssa.Index:
		out = in(x.X)
		out.merge(in(x.Index).changed(Altered))
	case *ssa.Lookup:
		out = in(x.X)
		out.merge(t.within(Value{v: x.X, f: v.f}, at))
		out.merge(in(x.Index).changed(Altered))
	case *ssa.Next:
		if r, ok := x.Iter.(*ssa.Range); ok {
			out = in(r.X)
			out.merge(t.within(Value{v: r.X, f: v.f}, at))
		}
	case *ssa.Phi:
		return t.phi(v, x, at)
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return t.call(v.f, c, x.Index, at)
		}
		return in(x.Tuple)
	case *ssa.Call:
		return t.call(v.f, x, 0, at)
	case *ssa.Select:
		return Origin{Loaded: true}
	}
	return out
}

// within is what is known of the elements of a map or slice.
func (t *tracer) within(v Value, at *Node) (out Origin) {
	if at == nil {
		return out
	}
	for _, o := range t.g.Objects(v) {
		switch o.Kind {
		case ObjCell, ObjField, ObjElem, ObjUnknown:
			out.merge(t.place(o, at, true))
		}
	}
	return out
}

// entered is the node from which a frame was entered: what its parameters point to is looked at from inside, when the use is inside.
func (t *tracer) entered(f *Frame, at *Node) *Node {
	if at != nil {
		return at
	}
	return f.Entry
}

// phi merges. Constants that a reply or a loaded value selects depend on it: next := "on"; if current == "on" { next = "off" }.
func (t *tracer) phi(v Value, x *ssa.Phi, at *Node) (out Origin) {
	consts := map[string]bool{}
	for _, e := range x.Edges {
		out.merge(t.value(Value{v: e, f: v.f}, at))
		if c, ok := e.(*ssa.Const); ok && c.Value != nil {
			consts[c.Value.ExactString()] = true
		} else if p, ok := e.(*ssa.Phi); !ok || p != x {
			consts["?"] = true
		}
	}
	if len(consts) < 2 || consts["?"] {
		return out
	}
	seen := map[*ssa.BasicBlock]bool{}
	for _, p := range x.Block().Preds {
		for d := p; d != nil && !seen[d]; d = d.Idom() {
			seen[d] = true
			if i, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok {
				sel := t.value(Value{v: i.Cond, f: v.f}, nil)
				out.Loaded = out.Loaded || sel.Loaded
				for op := range sel.Replies {
					out.merge(Origin{Replies: map[*Op]Change{op: Altered}})
				}
			}
			if d == x.Block().Idom() {
				break
			}
		}
	}
	return out
}

// load is what an address holds where it is read.
func (t *tracer) load(v Value, x *ssa.UnOp, at *Node) (out Origin) {
	addr := Value{v: x.X, f: v.f}
	here := t.g.here[siteKey{v.f, x}]
	if here == nil {
		return t.loose(v.f, x.X, 0)
	}
	if ia, ok := x.X.(*ssa.IndexAddr); ok { // an element of a reply: items[0]
		out = t.value(Value{v: ia.X, f: v.f}, here)
		out.merge(t.value(Value{v: ia.Index, f: v.f}, here).changed(Altered))
	}
	if fa, ok := x.X.(*ssa.FieldAddr); ok { // a field behind a pointer that something returned
		switch fa.X.(type) {
		case *ssa.Call, *ssa.Extract, *ssa.Phi, *ssa.UnOp, *ssa.Parameter:
			out = t.value(Value{v: fa.X, f: v.f}, here)
		}
	}
	places := t.g.Objects(addr)
	if len(places) == 0 {
		out.Outside = true
	}
	for _, p := range places {
		switch p.Kind {
		case ObjConst:
			continue
		case ObjParam, ObjGlobal:
			out.Outside = true
		}
		if !p.Local() && p.Kind != ObjUnknown {
			out.Outside = true
		}
		switch root := p.Root(); {
		case root.Kind == ObjUnknown && root.Val.v != nil:
			out.merge(t.value(root.Val, here))
		case root.Kind == ObjResult && root.Op != nil && root.Op.Kind == calls.Read:
			out.merge(t.replies(root.Op))
		}
		out.merge(t.place(p, here, true))
	}
	return out
}

// loose is load in a function that is not laid out: everything ever stored counts.
func (t *tracer) loose(f *Frame, addr ssa.Value, depth int) (out Origin) {
	if depth > 3 {
		return out
	}
	in := func(x ssa.Value) { out.merge(t.value(Value{v: x, f: f}, nil)) }
	switch a := addr.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
	case *ssa.FieldAddr:
		return t.loose(f, a.X, depth+1)
	case *ssa.IndexAddr:
		in(a.X)
		return out
	default:
		in(addr)
		out.merge(Origin{Outside: true})
		return out
	}
	if addr.Referrers() == nil {
		return out
	}
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == addr {
				in(r.Val)
			}
		case *ssa.FieldAddr:
			for _, rr := range *r.Referrers() {
				if st, ok := rr.(*ssa.Store); ok && st.Addr == r {
					in(st.Val)
				}
			}
		case *ssa.MapUpdate:
			in(r.Value)
		case *ssa.MakeInterface:
			for _, rr := range *r.Referrers() {
				if c, ok := rr.(ssa.CallInstruction); ok {
					for _, a := range c.Common().Args {
						if a != r {
							in(a)
						}
					}
				}
			}
		case ssa.CallInstruction:
			for _, a := range r.Common().Args {
				if a != addr {
					in(a)
				}
			}
		}
	}
	return out
}

// place is what a place holds at a node: the definitions that reach it, walking backwards until each path meets one that replaces all.
// With first, the node itself has already run.
func (t *tracer) place(p *Object, at *Node, first bool) Origin {
	key := traceKey{o: p, at: at}
	if o, ok := t.done[key]; ok {
		return o
	}
	t.steps++
	if t.busy[key] || t.steps > maxTrace {
		t.cut = true
		return Origin{}
	}
	t.busy[key] = true
	outer := t.cut
	t.cut = false
	var whole, parts Origin
	partly := false
	seen := map[*Node]bool{}
	work := append([]*Node(nil), at.Preds...)
	if first {
		work = []*Node{at}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		d := t.defines(p, n)
		switch d.kind {
		case defWhole:
			whole.merge(d.from)
			continue
		case defPart:
			parts.merge(d.from)
			partly = true
		}
		work = append(work, n.Preds...)
	}
	if partly {
		whole, parts = whole.changed(Altered), parts.changed(Altered)
	}
	whole.merge(parts)
	delete(t.busy, key)
	if !t.cut || len(t.busy) == 0 {
		t.done[key] = whole
	}
	t.cut = t.cut || outer
	return whole
}

// touched reports whether a part of what a value holds was changed on the way to its use.
func (t *tracer) touched(p *Object, at *Node) bool {
	return t.g.Back(at, func(n *Node) bool { return t.defines(p, n).kind == defPart }, func(n *Node) bool { return t.defines(p, n).kind == defWhole }) != nil
}
