package flow

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

type defKind uint8

const (
	defNone defKind = iota
	defPart
	defWhole
)

type def struct {
	kind defKind
	from Origin
}

// inside reports whether p is q or a part of it.
func inside(p, q *Object) bool {
	for ; p != nil; p = p.Base {
		if p == q {
			return true
		}
	}
	return false
}

// defines tells what a node does to a place.
func (t *tracer) defines(p *Object, n *Node) def {
	g := t.g
	if n.Op != nil {
		return t.fills(p, n)
	}
	switch in := n.instr.(type) {
	case *ssa.Store:
		qs := g.Objects(Value{v: in.Addr, f: n.Frame})
		for _, q := range qs {
			switch {
			case inside(p, q) && len(qs) == 1 && q.Kind != ObjElem:
				return def{defWhole, t.content(Value{v: in.Val, f: n.Frame}, n)}
			case inside(p, q), inside(q, p):
				return def{defPart, t.content(Value{v: in.Val, f: n.Frame}, n)}
			}
		}
	case *ssa.MapUpdate:
		for _, m := range g.Objects(Value{v: in.Map, f: n.Frame}) {
			if q := g.elem(m); inside(q, p) || p == q {
				return def{defPart, t.content(Value{v: in.Value, f: n.Frame}, n)}
			}
		}
	case ssa.CallInstruction:
		if n.Kind == CallNode {
			return t.given(p, n, in)
		}
	}
	return def{}
}

// fills is defines for operations of the library: Scan fills its arguments, and so do helpers of other packages.
func (t *tracer) fills(p *Object, n *Node) def {
	op := n.Op
	if op.Node != n {
		return def{}
	}
	hit := func(v Value) bool {
		for _, q := range t.g.Objects(v) {
			if inside(p, q) {
				return true
			}
		}
		if es, ok := t.g.Elems(v); ok {
			for _, e := range es {
				for _, q := range t.g.Objects(e) {
					if inside(p, q) {
						return true
					}
				}
			}
		}
		return false
	}
	switch {
	case op.Effect != nil:
		for _, i := range op.Effect.Into {
			if st := t.g.siteOf(op); st != nil && i < len(st.args) && hit(st.args[i]) {
				return def{defWhole, Origin{Replies: map[*Op]Change{op: Same}}}
			}
		}
	case op.Kind == calls.Read && (op.Name() == "Scan" || op.Name() == "ScanSlice"):
		for _, a := range op.Args {
			if hit(a) {
				return def{defWhole, t.replies(op)}
			}
		}
	}
	return def{}
}

func (t *tracer) replies(read *Op) (out Origin) {
	for _, c := range read.Cmds() {
		if c.Kind == ObjCmd && c.Op != nil {
			out.merge(Origin{Replies: map[*Op]Change{c.Op: Same}})
		}
	}
	return out
}

// given is defines for a call that is given the place or something around it.
func (t *tracer) given(p *Object, n *Node, in ssa.CallInstruction) def {
	g, c := t.g, in.Common()
	if len(g.inlined[siteKey{n.Frame, in}]) > 0 { // its own nodes tell
		return def{}
	}
	callee := c.StaticCallee()
	if callee != nil && quiet(callee) {
		return def{}
	}
	b, builtin := c.Value.(*ssa.Builtin)
	name := calledName(c)
	args := append([]ssa.Value(nil), c.Args...)
	if c.IsInvoke() {
		args = append(args, c.Value)
	}
	hit, whole := -1, false
	for i, a := range args {
		if !mayWrite(a) {
			continue
		}
		for _, q := range g.Objects(Value{v: a, f: n.Frame}) {
			if q.Kind == ObjConst || q.Kind == ObjFunc {
				continue
			}
			switch {
			case inside(p, q):
				hit, whole = i, true
			case inside(q, p):
				hit = i
			}
		}
	}
	if hit < 0 && readers.MatchString(name) { // json.NewEncoder(&buf).Encode(v)
		if mk, ok := receiverOf(c).(*ssa.Call); ok {
			for _, a := range mk.Call.Args {
				for _, q := range g.Objects(Value{v: a, f: n.Frame}) {
					if inside(p, q) {
						return def{defPart, t.rest(n, args, -1)}
					}
				}
			}
		}
	}
	if hit < 0 {
		return def{}
	}
	if builtin {
		switch b.Name() {
		case "delete", "clear", "copy":
			return def{defPart, t.rest(n, args, hit)}
		}
		return def{}
	}
	switch {
	case callee != nil && std(callee) && hit == 0 && strings.HasPrefix(name, "Write"): // strings.Builder, bytes.Buffer
		return def{defPart, t.rest(n, args, hit)}
	case writers.MatchString(name): // Unmarshal, Decode, Scan, Parse
		if whole {
			return def{defWhole, t.rest(n, args, hit)}
		}
		return def{defPart, t.rest(n, args, hit)}
	case readers.MatchString(name):
		return def{}
	case takesContext(c) || loaders.MatchString(name):
		if whole {
			return def{defWhole, Origin{Loaded: true}}
		}
		return def{defPart, Origin{Loaded: true}}
	case callee != nil && std(callee):
		if hit == 0 && callee.Signature.Recv() != nil && len(c.Args) == 1 {
			return def{} // a getter: buf.Bytes()
		}
		return def{defPart, t.rest(n, args, hit)}
	case callee != nil && g.Pkg.ssa == origin(callee).Pkg && onlyReads(callee, hit):
		return def{}
	}
	return def{defPart, t.rest(n, args, hit)}
}

// rest is the origin of the other arguments of a call.
func (t *tracer) rest(n *Node, args []ssa.Value, but int) (out Origin) {
	for i, a := range args {
		if i != but {
			out.merge(t.content(Value{v: a, f: n.Frame}, n))
		}
	}
	return out
}

func receiverOf(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if f := c.StaticCallee(); f != nil && f.Signature.Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

// mayWrite reports whether a callee can change what an argument refers to.
func mayWrite(a ssa.Value) bool {
	for {
		switch x := a.(type) {
		case *ssa.MakeInterface:
			a = x.X
			continue
		case *ssa.ChangeInterface:
			a = x.X
			continue
		}
		break
	}
	switch a.Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Interface:
		return true
	}
	return false
}

// onlyReads reports whether a function stores nothing through its i-th parameter and gives it to nobody.
func onlyReads(f *ssa.Function, i int) bool {
	if i >= len(f.Params) || f.Params[i].Referrers() == nil {
		return false
	}
	for _, r := range *f.Params[i].Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			for _, rr := range *r.Referrers() {
				if u, ok := rr.(*ssa.UnOp); !ok || u.Op != token.MUL {
					return false
				}
			}
		case *ssa.UnOp, *ssa.Lookup, *ssa.BinOp, *ssa.If:
		default:
			return false
		}
	}
	return true
}
