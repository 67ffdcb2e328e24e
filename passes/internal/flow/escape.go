package flow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Escapes returns the nodes at which an object reaches code that is not seen: an argument of an opaque call, a store into memory that
// others can reach, a channel, a result of the root function, a closure that is kept. What happens to it from there on is unknown.
func (g *Graph) Escapes(o *Object) []*Node {
	if g.escapes == nil {
		g.findEscapes()
	}
	return g.escapes[o]
}

// EscapedBefore reports whether the object may have escaped on a path that reaches n.
func (g *Graph) EscapedBefore(o *Object, n *Node) bool {
	for _, e := range g.Escapes(o) {
		if e == n || g.Reaches(e, n) {
			return true
		}
	}
	return false
}

func (g *Graph) findEscapes() {
	g.escapes = map[*Object][]*Node{}
	mark := func(v Value, n *Node) {
		for _, o := range g.deep(v) {
			g.escapes[o] = append(g.escapes[o], n)
		}
	}
	for _, f := range g.frames {
		if f.Kind == Stub {
			continue
		}
		at := func(x ssa.Value) Value { return Value{v: x, f: f} }
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				n := g.byInstr[siteKey{f, in}]
				if n == nil {
					n = f.Entry
				}
				switch in := in.(type) {
				case *ssa.Store:
					for _, p := range g.Objects(at(in.Addr)) {
						if !p.Local() {
							mark(at(in.Val), n)
						}
					}
				case *ssa.MapUpdate:
					for _, p := range g.Objects(at(in.Map)) {
						if !p.Local() {
							mark(at(in.Value), n)
						}
					}
				case *ssa.Send:
					mark(at(in.X), n)
				case *ssa.Return:
					if f.Kind == Root || f.Kind == Callback || f.Kind == Async {
						for _, r := range in.Results {
							mark(g.result(at(r)), n)
						}
					}
				case *ssa.MakeClosure:
					fn := in.Fn.(*ssa.Function)
					if !g.used[fn] && wrapped(fn) == nil {
						for _, bnd := range in.Bindings {
							mark(at(bnd), n)
						}
					}
					if wrapped(fn) != nil && escapesAsValue(in) {
						mark(at(in.Bindings[0]), n)
					}
				case ssa.CallInstruction:
					key := siteKey{f, in}
					if op := g.opAt[key]; op != nil {
						// The library keeps what it is given only in Process.
						if op.Kind == calls.Process {
							mark(op.Arg(0), n)
						}
						continue
					}
					c := in.Common()
					if bi, ok := c.Value.(*ssa.Builtin); ok {
						_ = bi
						continue
					}
					frs := g.inlined[key]
					if st := g.sites[key]; st != nil {
						for _, i := range st.sum.Escapes {
							if i < len(st.args) {
								mark(st.args[i], n)
							}
						}
						continue
					}
					if len(frs) > 0 && frs[0].Kind != Callback && frs[0].Kind != Async {
						continue
					}
					if len(frs) > 0 && frs[0].Kind == Async && frs[0].Fn == c.StaticCallee() {
						continue // go f(x): the body is laid out
					}
					for _, a := range c.Args {
						mark(at(a), n)
					}
					if !c.IsInvoke() && c.StaticCallee() == nil {
						continue
					}
					if c.IsInvoke() {
						mark(at(c.Value), n)
					}
				}
			}
		}
	}
}

// escapesAsValue reports whether a method value is used for anything but a call.
func escapesAsValue(mc *ssa.MakeClosure) bool {
	for _, r := range *mc.Referrers() {
		if c, ok := r.(ssa.CallInstruction); ok && c.Common().Value == ssa.Value(mc) {
			continue
		}
		return true
	}
	return false
}

// deep is what a value is and what can be reached from it: the contents of local structs, slices and maps, and of captured variables.
func (g *Graph) deep(v Value) []*Object {
	seen := map[*Object]bool{}
	var out []*Object
	var walk func(o *Object, depth int)
	walk = func(o *Object, depth int) {
		if o == nil || seen[o] || depth > 4 || o.Kind == ObjConst || o.Kind == ObjFunc && depth > 0 {
			return
		}
		seen[o] = true
		out = append(out, o)
		if o.Kind == ObjFunc {
			if mc, ok := o.Val.v.(*ssa.MakeClosure); ok && !g.used[mc.Fn.(*ssa.Function)] {
				for _, b := range mc.Bindings {
					for _, c := range g.Objects(Value{v: b, f: o.Val.f}) {
						walk(c, depth+1)
					}
				}
			}
			return
		}
		if !o.Local() {
			return
		}
		for _, rec := range g.stores[o] {
			for _, c := range g.Objects(rec.val) {
				walk(c, depth+1)
			}
		}
		for _, k := range g.children(o) {
			for _, rec := range g.stores[k] {
				for _, c := range g.Objects(rec.val) {
					walk(c, depth+1)
				}
			}
		}
		if o.Kind == ObjSlice {
			r := resolver{g: g, seen: map[Value]bool{}, out: map[*Object]bool{}}
			r.contents(g.elem(o), 0)
			for _, c := range r.list {
				walk(c, depth+1)
			}
		}
	}
	for _, o := range g.Objects(v) {
		walk(o, 0)
	}
	return out
}
