package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// vain reports whether a condition bounds nothing: it depends only on constants, on what does not change in the loop, and on the
// outcomes of library operations.
func (g *Graph) vain(l *Loop, v Value, errs []Value, failed *Assumption) bool {
	return (&vanity{g: g, loop: l, errs: errs, failed: failed, seen: map[Value]bool{}}).value(v)
}

type vanity struct {
	g    *Graph
	loop *Loop
	errs []Value
	// failed is the way from one attempt to the next; nil for a recursion, where fixed says what does not change.
	failed *Assumption
	fixed  func(Value) bool
	seen   map[Value]bool
}

func (q *vanity) value(v Value) bool {
	if v.v == nil {
		return false
	}
	if q.seen[v] {
		return true
	}
	q.seen[v] = true
	g := q.g
	at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
	for _, e := range q.errs {
		if e == v {
			return true
		}
	}
	if _, _, ok := g.SentinelOf(v); ok {
		return true
	}
	if q.fixed != nil && q.fixed(v) || q.loop != nil && q.loop.invariant(v) {
		return true
	}
	switch x := v.v.(type) {
	case *ssa.Const:
		return true
	case *ssa.BinOp:
		switch x.Op {
		case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ, token.ADD, token.SUB, token.MUL, token.QUO:
			return q.value(at(x.X)) && q.value(at(x.Y))
		}
		return false
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return q.value(at(x.X))
		}
		if x.Op == token.MUL {
			return q.load(v, x)
		}
	case *ssa.ChangeInterface:
		return q.value(at(x.X))
	case *ssa.MakeInterface:
		return q.value(at(x.X))
	case *ssa.ChangeType:
		return q.value(at(x.X))
	case *ssa.Convert:
		return q.value(at(x.X))
	case *ssa.TypeAssert:
		return q.value(at(x.X))
	case *ssa.Phi:
		if !isBool(x.Type()) && !isErrorIface(x.Type()) && g.header(v.f, x.Block()) {
			return q.stands(v, x) // or it counts
		}
		for _, e := range x.Edges {
			if !q.value(at(e)) {
				return false
			}
		}
		for _, p := range x.Block().Preds { // what selects the edge counts too
			for d := p; d != nil; d = d.Idom() {
				if i, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok && (d != p || len(p.Succs) == 2) {
					if !q.value(at(i.Cond)) {
						return false
					}
					break
				}
				if d == x.Block().Idom() {
					break
				}
			}
		}
		return true
	case *ssa.Parameter:
		for i, p := range v.f.Fn.Params {
			if p == x && i < len(v.f.params) && !v.f.params[i].IsZero() {
				return q.value(v.f.params[i])
			}
		}
	case *ssa.Extract:
		switch t := x.Tuple.(type) {
		case *ssa.Call:
			return q.call(v, t, x.Index)
		case *ssa.TypeAssert:
			return q.value(at(t.X))
		}
	case *ssa.Call:
		return q.call(v, x, 0)
	}
	return false
}

// stands reports whether a counter is left as it was, or set back to a constant, on every way from one attempt to the next.
func (q *vanity) stands(v Value, x *ssa.Phi) bool {
	if q.failed == nil || q.loop == nil || v.f != q.loop.Frame || x.Block() != q.loop.header {
		return false
	}
	seen := map[ssa.Value]bool{}
	var still func(y ssa.Value) bool
	still = func(y ssa.Value) bool {
		if y == x || seen[y] {
			return true
		}
		seen[y] = true
		switch y := y.(type) {
		case *ssa.Const:
			return true
		case *ssa.Phi:
			for i, p := range y.Block().Preds {
				if from := v.f.edge[[2]*ssa.BasicBlock{p, y.Block()}]; from != nil && q.failed.passes(from, y.Block()) && !still(y.Edges[i]) {
					return false
				}
			}
			return true
		}
		return false
	}
	for i, p := range x.Block().Preds {
		if from := v.f.edge[[2]*ssa.BasicBlock{p, x.Block()}]; from != nil && q.failed.passes(from, x.Block()) && !still(x.Edges[i]) {
			return false
		}
	}
	return true
}

// load is vain when all that is ever stored in a local place is, and nothing is counted in it.
func (q *vanity) load(v Value, x *ssa.UnOp) bool {
	g := q.g
	if gl, ok := x.X.(*ssa.Global); ok {
		return isError(derefType(gl.Type()))
	}
	places := g.Objects(Value{v: x.X, f: v.f})
	for _, place := range places {
		if place.Kind != ObjCell && !(place.Kind == ObjField && place.Local()) || g.unknownW[place] {
			return false
		}
		if !isBool(x.Type()) && !isErrorIface(x.Type()) && len(g.stores[place]) > 1 {
			return false
		}
		for _, rec := range g.stores[place] {
			if !q.value(rec.val) {
				return false
			}
		}
	}
	return len(places) > 0
}

func (q *vanity) call(v Value, c *ssa.Call, i int) bool {
	g := q.g
	key := siteKey{v.f, c}
	t := resultType(c, i)
	if op := g.opAt[key]; op != nil {
		if t != nil && isError(t) {
			return true
		}
		return op.Kind == calls.Read && q.readsOnly(op)
	}
	if st := g.sites[key]; st != nil && len(st.sum.Effects) > 0 {
		return t != nil && (isError(t) || isBool(t))
	}
	if frs := g.inlined[key]; len(frs) > 0 && frs[0].Kind == Called {
		for _, fr := range frs {
			for _, b := range fr.Fn.Blocks {
				switch last := b.Instrs[len(b.Instrs)-1].(type) {
				case *ssa.Return:
					if i < len(last.Results) && !q.value(Value{v: last.Results[i], f: fr}) {
						return false
					}
				case *ssa.If:
					if !q.value(Value{v: last.Cond, f: fr}) {
						return false
					}
				}
			}
		}
		return true
	}
	if c.Call.IsInvoke() {
		return c.Call.Method.Name() == "Error" && q.value(Value{v: c.Call.Value, f: v.f})
	}
	callee := c.Call.StaticCallee()
	if callee == nil {
		return false
	}
	switch qualified(callee) {
	case "errors.As", "golang.org/x/xerrors.As", "github.com/pkg/errors.As", "github.com/cockroachdb/errors.As":
		return q.value(Value{v: c.Call.Args[0], f: v.f})
	case "errors.Is", "golang.org/x/xerrors.Is", "github.com/pkg/errors.Is", "github.com/cockroachdb/errors.Is", "errors.Unwrap", "github.com/pkg/errors.Cause",
		"strings.Contains", "strings.HasSuffix", "strings.HasPrefix", "strings.EqualFold":
	case "fmt.Errorf", "errors.New", "github.com/pkg/errors.Wrap", "github.com/pkg/errors.Wrapf", "github.com/pkg/errors.WithStack", "github.com/pkg/errors.New", "github.com/pkg/errors.Errorf":
		return true // an error that is made: only whether it is nil can be asked
	default:
		if t, ok := g.ErrTest(v); ok {
			return q.value(t.Err)
		}
		return false
	}
	for _, a := range c.Call.Args {
		if !q.value(Value{v: a, f: v.f}) {
			return false
		}
	}
	return true
}

// readsOnly reports whether what is read is the reply of reading commands: data, and no counter.
func (q *vanity) readsOnly(read *Op) bool {
	for _, c := range read.Cmds() {
		if c.Kind != ObjCmd || c.Op.Method == nil || c.Op.Method.Access != redisapi.AccessRead {
			return false
		}
	}
	return len(read.Cmds()) > 0
}

// header reports whether a block is the head of a loop.
func (g *Graph) header(f *Frame, b *ssa.BasicBlock) bool {
	for _, p := range b.Preds {
		if b.Dominates(p) {
			return true
		}
	}
	return false
}
