package flow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Signature is the signature of the frame's function.
func (f *Frame) Signature() *types.Signature { return f.Fn.Signature }

// Name is the name of the frame's function, "" for a literal.
func (f *Frame) Name() string {
	if f.Fn.Parent() != nil {
		return ""
	}
	return f.Fn.Name()
}

// Returns are the return nodes whose results hold the resource, in the function that makes it and in those that it is returned through.
// What an unseen constructor makes of the resource (NewStore(rdb)) holds it, too.
func (r *Resource) Returns() []*Node {
	var out []*Node
	for _, n := range r.g.Nodes {
		ret, ok := n.instr.(*ssa.Return)
		if !ok || n.Kind != ReturnNode || !r.Op.Node.Frame.Within(n.Frame) || !n.Frame.Within(r.Owner) {
			continue
		}
		if slices.ContainsFunc(ret.Results, func(v ssa.Value) bool { return r.heldBy(r.g.result(Value{v: v, f: n.Frame}), 0) }) {
			out = append(out, n)
		}
	}
	return out
}

func (r *Resource) heldBy(v Value, depth int) bool {
	if depth > 6 || v.v == nil || isError(v.v.Type()) {
		return false
	}
	if slices.Contains(r.g.deep(v), r.Obj) {
		return true
	}
	at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
	switch x := v.v.(type) {
	case *ssa.MakeInterface:
		return r.heldBy(at(x.X), depth+1)
	case *ssa.Phi:
		return slices.ContainsFunc(x.Edges, func(e ssa.Value) bool { return r.heldBy(at(e), depth+1) })
	case *ssa.Extract:
		return r.heldBy(at(x.Tuple), depth+1)
	case *ssa.Call:
		f := x.Call.StaticCallee()
		if f == nil || len(r.g.inlined[siteKey{v.f, x}]) > 0 || r.g.opAt[siteKey{v.f, x}] != nil || !constructs(f.Name()) {
			return false
		}
		return slices.ContainsFunc(x.Call.Args, func(a ssa.Value) bool { return slices.Contains(r.g.deep(at(a)), r.Obj) })
	}
	return false
}

func constructs(name string) bool {
	for _, p := range []string{"New", "Must", "Make", "Create", "Open", "Wrap"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// ClosesBefore is the Close that every way from the creation to a node passes, nil when there is a way without one.
func (r *Resource) ClosesBefore(n *Node) *Op {
	is := func(x *Node) bool { return x == n }
	if !r.g.Reaches(r.Op.Node, n) || r.search(r.Op.Node.Succs, r.known(), is, r.closes) != nil {
		return nil
	}
	for _, op := range r.Closes() {
		if r.g.Reaches(op.Node, n) {
			return op
		}
	}
	return nil
}

// StoredThenClosed is the Close that ends a function which has just stored the resource for others (in a package variable or a field of
// something given to it) and does nothing with it in between that takes time: only operations of the library and logs.
func (r *Resource) StoredThenClosed() *Op {
	g := r.g
	for _, n := range g.Escapes(r.Obj) {
		if _, ok := n.instr.(*ssa.Store); !ok || n.Frame != r.Op.Node.Frame && n.Frame != r.Owner || g.EndsProcess(n.Frame) {
			continue
		}
		f := n.Frame
		busy := func(x *Node) bool {
			if x.Kind == GoNode {
				return true
			}
			c, ok := x.instr.(ssa.CallInstruction)
			if !ok || x.Kind != CallNode || x.Op != nil || len(g.inlined[siteKey{x.Frame, c}]) > 0 {
				return x.Op != nil && x.Op.Method != nil && x.Op.Method.Blocking
			}
			callee := c.Common().StaticCallee()
			if callee == nil {
				_, builtin := c.Common().Value.(*ssa.Builtin)
				return !builtin
			}
			return !quiet(callee) && !wrapsError(c.Common()) && !harmless(callee)
		}
		if waits(f.Fn) || g.search(n.Succs, busy, func(x *Node) bool { return x == f.Exit }) != nil {
			continue
		}
		end := func(x *Node) bool { return x.Kind == ReturnNode && x.Frame == f }
		if r.search(n.Succs, r.known(), end, r.closes) != nil {
			continue
		}
		for _, op := range r.Closes() {
			if g.Reaches(n, op.Node) && op.Node.Frame.Within(f) {
				return op
			}
		}
	}
	return nil
}

func harmless(f *ssa.Function) bool {
	switch pkg, _, _ := strings.Cut(qualified(f), "."); pkg {
	case "context", "errors", "fmt", "time", "os", "strings", "strconv":
		return qualified(f) != "time.Sleep"
	}
	return false
}

// waits reports a function that receives from a channel.
func waits(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				return true
			case *ssa.UnOp:
				if in.Op == token.ARROW {
					return true
				}
			}
		}
	}
	return false
}

// FromParams reports whether what the resource is made from depends on the parameters of a frame: on what one call is about. The receiver
// and contexts do not count.
func (r *Resource) FromParams(f *Frame) bool {
	t := r.g.Depend(f.given())
	return slices.ContainsFunc(r.Op.Args, t.Has)
}

// Serves are the commands sent through the resource whose keys or values depend on the parameters of a frame.
func (r *Resource) Serves(f *Frame) []*Op {
	t := r.g.Depend(f.given())
	return slices.DeleteFunc(r.Uses(), func(op *Op) bool { return !op.IsCommand() || !slices.ContainsFunc(op.Args, t.Has) })
}

// given are the parameters of a frame, and where they are pointers what they point to.
func (f *Frame) given() (vals []Value, places []*Object) {
	for i, p := range f.Fn.Params {
		if i == 0 && f.Fn.Signature.Recv() != nil || strings.HasSuffix(p.Type().String(), "context.Context") {
			continue
		}
		vals = append(vals, Value{v: p, f: f})
	}
	return vals, nil
}

// SameEachTurn reports a resource that is made in a loop, in each turn from the same arguments.
func (r *Resource) SameEachTurn() bool {
	ls := r.g.loopsAt(r.Op.Node.Frame, r.Op.instr.Block())
	if len(ls) == 0 {
		return false
	}
	outer := ls[len(ls)-1]
	for _, a := range r.Op.Args {
		if !outer.sameInTurns(a, 0) {
			return false
		}
	}
	return true
}

// sameInTurns reports whether a value is certainly the same in each turn.
func (l *Loop) sameInTurns(v Value, depth int) bool {
	if depth > 8 || v.v == nil || v.f != l.Frame {
		return false
	}
	at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
	in, ok := v.v.(ssa.Instruction)
	if !ok { // constants, parameters, captured variables, package variables
		return true
	}
	if _, load := v.v.(*ssa.UnOp); !l.blocks[in.Block()] && !load {
		return true
	}
	switch x := v.v.(type) {
	case *ssa.Alloc: // a literal: all that is stored in it
		for _, ref := range *x.Referrers() {
			switch ref := ref.(type) {
			case *ssa.FieldAddr:
				for _, rr := range *ref.Referrers() {
					if st, ok := rr.(*ssa.Store); ok && !l.sameInTurns(at(st.Val), depth+1) {
						return false
					}
				}
			case *ssa.Store:
				if ref.Addr == v.v && !l.sameInTurns(at(ref.Val), depth+1) {
					return false
				}
			}
		}
		return true
	case *ssa.FieldAddr:
		return l.sameInTurns(at(x.X), depth+1)
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return l.sameInTurns(at(x.X), depth+1)
		}
		for _, place := range l.g.Objects(at(x.X)) {
			for _, rec := range l.g.stores[place] {
				if rec.node != nil && l.Contains(rec.node) {
					return false
				}
			}
		}
		return l.sameInTurns(at(x.X), depth+1)
	case *ssa.MakeInterface:
		return l.sameInTurns(at(x.X), depth+1)
	case *ssa.Extract:
		return l.sameInTurns(at(x.Tuple), depth+1)
	case *ssa.Call:
		f := x.Call.StaticCallee()
		if f == nil || qualified(f) != "os.Getenv" && f.Name() != "ParseURL" {
			return false
		}
		return !slices.ContainsFunc(x.Call.Args, func(a ssa.Value) bool { return !l.sameInTurns(at(a), depth+1) })
	}
	return false
}

// Invariant reports whether a value is certainly the same in each turn of the loop.
func (l *Loop) Invariant(v Value) bool { return l.sameInTurns(v, 0) }

// CloneOf is what the client that the operation works on was made from by WithTimeout, which shares its connections; zero when it was not.
func (o *Op) CloneOf() Value {
	c, ok := o.Recv.v.(*ssa.Call)
	if !ok {
		return Value{}
	}
	if made := o.g.opAt[siteKey{o.Recv.f, c}]; made != nil && made.Kind == calls.Other && made.Name() == "WithTimeout" {
		return made.Recv
	}
	return Value{}
}

// Foreign reports whether a value comes from outside the function: a parameter, a field of one, a package variable.
func (g *Graph) Foreign(v Value) bool {
	os := g.Objects(v)
	for _, o := range os {
		switch root := o.Root(); root.Kind {
		case ObjParam, ObjGlobal:
		default:
			return false
		}
	}
	return len(os) > 0
}
