package flow

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Resource is something that has to be closed: a PubSub, a Conn, a client. Op made it; Owner is the frame that has it in the end, after
// helpers returned it or stored it in a variable of their caller.
type Resource struct {
	Op    *Op
	Obj   *Object
	Owner *Frame
	// Call is the call in Owner that gives the resource: Op's own, or that of a helper.
	Call *ast.CallExpr

	g       *Graph
	escaped map[siteKey]bool
	unknown bool             // it escapes at a place that has no node
	kept    bool             // it is an element of a slice, map or array
	chans   map[*Object]bool // the channels that its messages come from
	steps   int
}

// Answer is a three-valued answer about an obligation.
type Answer uint8

// The answers. Only Pending is certain enough to report.
const (
	Done    Answer = iota // met on every path
	Escaped               // handed to code that is not seen, which may meet it
	Pending               // a path ends without it
)

// Resources returns what operations of a kind make (Subscribe, NewConn, NewClient).
func (g *Graph) Resources(kind calls.Kind) []*Resource {
	var out []*Resource
	for _, op := range g.Ops {
		if op.Kind != kind {
			continue
		}
		v, ok := op.instr.(*ssa.Call)
		if !ok {
			continue
		}
		obj := g.intern(objKey{kind: ObjResult, op: op}, resultType(v, 0))
		out = append(out, g.resource(op, obj))
	}
	return out
}

func (g *Graph) resource(op *Op, obj *Object) *Resource {
	r := &Resource{Op: op, Obj: obj, Owner: op.Node.Frame, g: g, escaped: map[siteKey]bool{}, chans: map[*Object]bool{}}
	site, whole := op.instr, true
	for f := op.Node.Frame; f.Parent != nil && f.Kind == Called; f = f.Parent {
		itself, inside := r.returned(f)
		if !itself && !inside {
			break
		}
		if whole = whole && itself; whole { // else the helper returns something with the resource in it
			site, _ = f.Site.(ssa.CallInstruction)
		}
		r.Owner = f.Parent
	}
	if site != nil {
		r.Call, _ = g.Pkg.fate(site.Common().Pos())
	}
	// A variable of a function further out: its function has the resource then.
	for place, recs := range g.stores {
		for _, rec := range recs {
			elem := place.Kind == ObjElem && place.Local()
			if !elem && !slices.Contains(g.Objects(rec.val), obj) || elem && !slices.Contains(g.deep(rec.val), obj) {
				continue
			}
			switch root := place.Root(); {
			case elem:
				r.kept = true
			case root.Val.f == nil:
			case root.Val.f.Kind == Stub:
				r.unknown = true
			case root.Kind == ObjCell && r.Owner.Within(root.Val.f):
				r.Owner = root.Val.f
			}
		}
	}
	if c, ok := op.instr.(*ssa.Call); ok && op.made { // its error tells if there is anything; merged with others it is not followed
		for _, v := range callResults(c, resultCount(c)-1) {
			for _, ref := range *v.Referrers() {
				if _, phi := ref.(*ssa.Phi); phi {
					r.unknown = true
				}
			}
		}
	}
	for _, n := range g.Escapes(obj) {
		if n.instr == nil {
			r.unknown = true
		}
		r.escaped[siteKey{n.Frame, n.instr}] = true
	}
	for _, op := range g.Ops {
		if op.Kind == calls.PubSubUse && strings.HasPrefix(op.Name(), "Channel") && slices.Contains(op.Receivers(), obj) {
			r.chans[g.intern(objKey{kind: ObjResult, op: op}, op.Fn.Signature().Results().At(0).Type())] = true
		}
	}
	return r
}

// returned reports whether a frame returns the resource, itself or inside something else.
func (r *Resource) returned(f *Frame) (itself, inside bool) {
	for _, b := range f.Fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			for _, v := range ret.Results {
				val := r.g.result(Value{v: v, f: f})
				itself = itself || slices.Contains(r.g.Objects(val), r.Obj)
				inside = inside || slices.Contains(r.g.deep(val), r.Obj)
			}
		}
	}
	return itself, inside
}

// Uses are the operations on the resource, in layout order.
func (r *Resource) Uses() []*Op {
	var out []*Op
	for _, op := range r.g.Ops {
		if slices.Contains(op.Receivers(), r.Obj) {
			out = append(out, op)
		}
	}
	return out
}

// Closes are the operations that close the resource, without those of the helper that made it.
func (r *Resource) Closes() []*Op {
	maker := r.Op.Node.Frame
	for maker.Parent != nil && maker != r.Owner && maker.Parent != r.Owner {
		maker = maker.Parent
	}
	return slices.DeleteFunc(r.Uses(), func(op *Op) bool {
		return op.Kind != calls.Close || maker != r.Owner && op.Node.Frame.Within(maker)
	})
}

// Escapes reports whether code that is not seen can get hold of the resource.
func (r *Resource) Escapes() bool { return r.unknown || len(r.escaped) > 0 }

// HandsOn reports whether the resource, or a channel with its messages, outlives a run of its owner: it escapes, a goroutine uses it, or
// the channel is given away.
func (r *Resource) HandsOn() bool {
	if r.Escapes() || r.kept {
		return true
	}
	for ch := range r.chans {
		if len(r.g.Escapes(ch)) > 0 {
			return true
		}
	}
	return r.inGoroutine()
}

// inGoroutine reports whether a goroutine or a callback of the owner uses the resource.
func (r *Resource) inGoroutine() bool {
	for _, f := range r.g.frames {
		if (f.Kind == Async || f.Kind == Callback) && f.Within(r.Owner) && f != r.Owner && r.usedIn(f) {
			return true
		}
	}
	return false
}

// InLoop reports whether the resource is made in a loop of its owner.
func (r *Resource) InLoop() bool { return len(r.g.Loops(r.Op.Node)) > 0 }

// Closed tells whether the resource is closed on every path from its creation to the end of its owner; a path that ends the program owes
// nothing. Where it is pending, the node is the return that is reached without a Close, or the operation itself when it is repeated in a
// loop and the resource of the turn before is lost.
//
// A condition is taken to have the same outcome each time; a resource is not nil; a channel of a PubSub that nobody closes has no end.
func (r *Resource) Closed() (Answer, *Node) {
	if r.unknown {
		return Escaped, nil
	}
	if r.kept && (r.Escapes() || len(r.Closes()) > 0) {
		return Escaped, nil
	}
	n := r.lost(r.Op.Node.Succs, r.known(), r.Owner)
	switch {
	case n != nil:
		return Pending, n
	case r.Escapes():
		return Escaped, nil
	}
	return Done, nil
}

func (r *Resource) closes(n *Node) bool {
	return n.Op != nil && n.Op.Kind == calls.Close && slices.Contains(n.Op.Receivers(), r.Obj)
}

const maxSteps = 30000

// lost walks until the owner ends, or the resource is made again, without a Close or an escape.
func (r *Resource) lost(starts []*Node, facts condFacts, owner *Frame) *Node {
	stop := func(n *Node) bool {
		return r.closes(n) || n.instr != nil && r.escaped[siteKey{n.Frame, n.instr}] || endsProgram(n) || r.handedOver(n)
	}
	end := func(n *Node) bool {
		return n == r.Op.Node && !r.kept && owner == r.Owner || n.Kind == ReturnNode && n.Frame == owner
	}
	return r.search(starts, facts, end, stop)
}

// search is Graph.SearchFrom that keeps track of the outcome of conditions. Over its budget it finds nothing.
func (r *Resource) search(starts []*Node, facts condFacts, end, stop func(*Node) bool) *Node {
	type item struct {
		n     *Node
		facts condFacts
	}
	type mark struct {
		n *Node
		k string
	}
	g := r.g
	var work []item
	seen := map[mark]bool{}
	push := func(n *Node, f condFacts) {
		if m := (mark{n, f.key()}); !seen[m] {
			seen[m] = true
			work = append(work, item{n, f})
		}
	}
	for _, s := range starts {
		push(s, facts)
	}
	for len(work) > 0 {
		it := work[0]
		work = work[1:]
		n := it.n
		if r.steps++; r.steps > maxSteps {
			return nil
		}
		// An escape by a return comes before the return.
		if n.Kind == ReturnNode {
			if stop(n) {
				continue
			}
			if end(n) {
				return n
			}
			f := it.facts
			for k, v := range r.returnFacts(n) {
				f = f.with(k, v)
			}
			push(n.Frame.Exit, f)
			continue
		}
		if end(n) {
			return n
		}
		if stop(n) {
			continue
		}
		if n.Kind == Branch {
			name, equal := g.condName(g.Cond(n), 0)
			if v, ok := r.decided(g.Cond(n)); ok {
				push(n.Succs[side(v)], it.facts)
				continue
			}
			if v, ok := it.facts[name]; ok && name != "" {
				push(n.Succs[side(v == equal)], it.facts)
				continue
			}
			for i, s := range n.Succs {
				f := it.facts
				if name != "" && g.tested(name) > 1 {
					f = f.with(name, (i == 0) == equal)
				}
				push(s, f)
			}
			continue
		}
		if n.Kind == StoreNode {
			it.facts = g.stored(n, it.facts)
		}
		for _, s := range n.Succs {
			if s.Frame.Kind == Async && s == s.Frame.Entry {
				continue // handedOver looks into it
			}
			push(s, it.facts)
		}
	}
	return nil
}

// decided is the outcome of a condition on the resource itself: it is not nil, and its channel is open.
func (r *Resource) decided(c Value) (outcome, known bool) {
	at := func(x ssa.Value) Value { return Value{v: x, f: c.f} }
	switch x := c.v.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			v, ok := r.decided(at(x.X))
			return !v, ok
		}
	case *ssa.BinOp:
		for _, p := range [][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
			if k, ok := p[1].(*ssa.Const); ok && k.IsNil() && (x.Op == token.EQL || x.Op == token.NEQ) && slices.Contains(r.g.Objects(at(p[0])), r.Obj) {
				return x.Op == token.NEQ, true
			}
		}
	case *ssa.Extract:
		switch t := x.Tuple.(type) {
		case *ssa.UnOp:
			if x.Index == 1 && t.Op == token.ARROW && r.isChan(at(t.X)) {
				return true, true
			}
		case *ssa.Select:
			if x.Index == 1 {
				for _, s := range t.States {
					if r.isChan(at(s.Chan)) {
						return true, true
					}
				}
			}
		}
	}
	return false, false
}

func (r *Resource) isChan(v Value) bool {
	for _, o := range r.g.Objects(v) {
		if r.chans[o] {
			return true
		}
	}
	return false
}

// handedOver reports a node from which somebody else takes care: a defer statement whose call closes the resource, a goroutine that
// does or that runs for ever with it, a callback that may.
func (r *Resource) handedOver(n *Node) bool {
	if n.instr == nil || n.Kind != DeferNode && n.Kind != GoNode && n.Kind != CallNode {
		return false
	}
	key := siteKey{n.Frame, n.instr}
	if n.Kind == DeferNode && r.escaped[key] {
		return true
	}
	if n.Kind != CallNode {
		if op := r.g.opAt[key]; op != nil {
			return r.closes(op.Node)
		}
		if st := r.g.sites[key]; st != nil {
			for _, op := range st.ops {
				if op != nil && r.closes(op.Node) {
					return true
				}
			}
		}
	}
	for _, f := range r.g.inlined[key] {
		switch f.Kind {
		case Deferred:
			// A resource that is made after the defer statement meets the call itself, at the exit.
			if n.Kind == DeferNode && r.closedIn(f) && r.lost([]*Node{f.Entry}, nil, f) == nil {
				return true
			}
		case Async:
			if f != r.Owner && !r.Owner.Within(f) && r.usedIn(f) && r.lost([]*Node{f.Entry}, nil, f) == nil {
				return true
			}
		case Callback:
			if r.closedIn(f) {
				return true
			}
		}
	}
	return false
}

func (r *Resource) closedIn(f *Frame) bool {
	for _, n := range r.g.Nodes {
		if n.Frame.Within(f) && (r.closes(n) || n.instr != nil && r.escaped[siteKey{n.Frame, n.instr}]) {
			return true
		}
	}
	return false
}

// usedIn reports whether a frame (with what it calls) uses the resource or takes messages from its channel.
func (r *Resource) usedIn(f *Frame) bool {
	for _, op := range r.g.Ops {
		if op.Node.Frame.Within(f) && slices.Contains(op.Receivers(), r.Obj) {
			return true
		}
	}
	for _, x := range r.g.frames {
		if !x.Within(f) {
			continue
		}
		for _, b := range x.Fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.UnOp:
					if in.Op == token.ARROW && r.isChan(Value{v: in.X, f: x}) {
						return true
					}
				case *ssa.Select:
					for _, s := range in.States {
						if r.isChan(Value{v: s.Chan, f: x}) {
							return true
						}
					}
				}
			}
		}
	}
	return r.closedIn(f)
}

// Receives reports an operation that waits for what the server sends to a PubSub, by calling it or by its channel.
func (o *Op) Receives() bool {
	return o.Kind == calls.PubSubUse && (strings.HasPrefix(o.Name(), "Receive") || strings.HasPrefix(o.Name(), "Channel"))
}

// Chained reports a resource that is not kept: a method is called on the very expression that makes it, and no variable has it.
func (r *Resource) Chained() bool {
	for _, op := range r.Uses() {
		if op.Call != nil && r.Op.Call != nil && op.Call.Recv == ast.Expr(r.Op.Call.Expr) {
			return op.Kind != calls.Close
		}
	}
	return false
}

// Kept reports a resource that is an element of a slice, map or array.
func (r *Resource) Kept() bool { return r.kept }
