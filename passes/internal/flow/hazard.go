package flow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// DecidesAnything reports whether a branch or a boolean result of the function depends on the start.
func (t *Taint) DecidesAnything() bool {
	for _, n := range t.g.Nodes {
		if n.Kind == Branch && t.vals[t.g.Cond(n)] {
			return true
		}
		if ret, ok := n.instr.(*ssa.Return); ok && n.Kind == ReturnNode {
			for _, v := range ret.Results {
				if isBool(v.Type()) && t.vals[t.g.result(Value{v: v, f: n.Frame})] {
					return true
				}
			}
		}
	}
	return false
}

// Ranges reports a loop over the elements of a slice or map; a short list that is written out does not count.
func (l *Loop) Ranges() bool {
	if len(l.header.Instrs) == 0 {
		return false
	}
	i, ok := l.header.Instrs[len(l.header.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	switch c := i.Cond.(type) {
	case *ssa.Extract:
		nx, ok := c.Tuple.(*ssa.Next)
		return ok && !nx.IsString
	case *ssa.BinOp:
		length, ok := c.Y.(*ssa.Call)
		if !ok || c.Op != token.LSS {
			return false
		}
		b, ok := length.Call.Value.(*ssa.Builtin)
		if !ok || b.Name() != "len" {
			return false
		}
		es, known := l.g.Elems(Value{v: length.Call.Args[0], f: l.Frame})
		return !known || len(es) > 8
	}
	return false
}

// CallsByName reports whether the loop calls a function of one of the names.
func (l *Loop) CallsByName(names ...string) bool {
	return slices.ContainsFunc(l.g.Nodes, func(n *Node) bool { return n.CallsByName(names...) && l.Contains(n) })
}

// Started is the node in the parent of a frame that starts it: the go statement, the call of a group's Go.
func (g *Graph) Started(f *Frame) *Node {
	if f == nil || f.Parent == nil {
		return nil
	}
	return g.byInstr[siteKey{f.Parent, f.Site}]
}

// Home names the place of a program that an object is: a field of a named type, a package variable; "" for others.
func (g *Graph) Home(o *Object) string {
	switch o.Kind {
	case ObjGlobal:
		return o.Val.v.(*ssa.Global).String()
	case ObjField:
		if o.Base.typ == nil {
			return ""
		}
		t := o.Base.typ
		for range 2 {
			if p, ok := types.Unalias(t).(*types.Pointer); ok {
				t = p.Elem()
			}
		}
		if n, ok := types.Unalias(t).(*types.Named); ok {
			return n.Obj().Pkg().Path() + "." + n.Obj().Name() + "." + o.Field
		}
	}
	return ""
}

// Homes are the places that the resource is stored in.
func (r *Resource) Homes() []string {
	var out []string
	for place, recs := range r.g.stores {
		for _, rec := range recs {
			if slices.Contains(r.g.Objects(rec.val), r.Obj) {
				if h := r.g.Home(place); h != "" {
					out = append(out, h)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

// HasDeadline reports whether the context of the operation has a deadline that is set in the functions that are seen.
func (o *Op) HasDeadline() bool {
	return o.g.deadline(o.Ctx, func(n *Node) bool { return n != nil }, 0)
}

// Option tells what a field of an options literal is; absent is true when the literal is seen and does not set it.
func (g *Graph) Option(v Value, field string) (val Value, absent bool) {
	if val, ok := g.FieldValue(v, field); ok {
		return val, false
	}
	o := g.One(v)
	if o == nil || o.Kind != ObjCell || len(g.stores[o]) > 0 || len(g.Escapes(o)) > 0 {
		return Value{}, false
	}
	f := g.objects[objKey{kind: ObjField, base: o, field: field}]
	return Value{}, f == nil || len(g.stores[f]) == 0
}

// errValues are the values that tell the error of an operation: its own result, or what Err and Result of its command give.
func (g *Graph) errValues(op *Op) []Value {
	if v := g.errOf(op); !v.IsZero() && isError(v.Type()) {
		return []Value{v}
	}
	var out []Value
	cmd := op.Cmd()
	for _, r := range g.Ops {
		if r.Kind == calls.Read && cmd != nil && r.Effect == nil && slices.Contains(r.Cmds(), cmd) {
			if v := r.Err(); !v.IsZero() {
				out = append(out, v)
			}
		}
	}
	return out
}

// ErrorsOf follows all errors of an operation.
func (g *Graph) ErrorsOf(op *Op) []ErrUse {
	var out []ErrUse
	for _, v := range g.errValues(op) {
		out = append(out, g.ErrUses(v)...)
	}
	return out
}

// RepeatedOnError reports whether an operation is done again after any error: in a loop that ends with its success, or in a function
// that is given to a retry helper and returns the error. An error that is looked at more closely is another matter.
func (g *Graph) RepeatedOnError(op *Op) bool {
	uses := g.ErrorsOf(op)
	for _, u := range uses {
		if u.Kind == UseTest && u.Test.Sentinel != NoError {
			return false
		}
		if u.Kind == UsePass && u.Node != nil && u.Node.CallsByName("As", "Is") {
			return false
		}
	}
	if f := op.Node.Frame.Enclosing(Callback); f != nil && slices.ContainsFunc(uses, func(u ErrUse) bool { return u.Kind == UsePass || u.Kind == UseReturn }) && retries(f) {
		return true
	}
	for _, l := range g.Loops(op.Node) {
		for _, u := range uses {
			b := u.Node
			if u.Kind != UseTest || b == nil || b.Kind != Branch || !l.Contains(b) {
				continue
			}
			failed := b.Succs[side(u.Test.NonNilWhen(true))]
			fine := b.Succs[side(!u.Test.NonNilWhen(true))]
			again := func(n *Node) bool { return n == op.Node }
			out := func(n *Node) bool { return n.instr != nil && !l.Contains(n) }
			if g.search([]*Node{failed}, again, out) != nil && g.search([]*Node{fine}, again, out) == nil {
				return true
			}
		}
	}
	return false
}

// retries reports a callback that is given to a retry helper that is not seen: retry.Do, backoff.Retry.
func retries(f *Frame) bool {
	c, ok := f.Site.(ssa.CallInstruction)
	if !ok {
		return false
	}
	name := strings.ToLower(calledName(c.Common()))
	if callee := c.Common().StaticCallee(); callee != nil {
		if q := strings.ToLower(qualified(callee)); name == "do" || name == "execute" {
			return strings.Contains(q, "retry") || strings.Contains(q, "backoff")
		}
	}
	return strings.Contains(name, "retry")
}
