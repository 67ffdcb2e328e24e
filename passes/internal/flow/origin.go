package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// ErrOrigin is what is known of where an error comes from.
type ErrOrigin struct {
	// Ops are the operations whose error it may be, unwrapped.
	Ops []*Op
	// Wrapped is true when it may come inside another error (fmt.Errorf with %w, errors.Join, a helper that wraps).
	Wrapped bool
	// Complete is false when it may also come from elsewhere.
	Complete bool
	// Param is true when it came in through a parameter of a helper: other callers may bring other errors.
	Param bool
}

// ErrOriginOf follows an error backwards: through variables, helpers of the package, and summaries of other packages.
func (g *Graph) ErrOriginOf(v Value) ErrOrigin {
	o := ErrOrigin{Complete: true}
	seen := map[Value]bool{}
	ops := map[*Op]bool{}
	addOp := func(op *Op) {
		if !ops[op] {
			ops[op] = true
			o.Ops = append(o.Ops, op)
		}
	}
	var walk func(v Value, depth int)
	call := func(v Value, c *ssa.Call, i, depth int) {
		key := siteKey{v.f, c}
		if op := g.opAt[key]; op != nil {
			if op.Kind == calls.Watch { // what the function returns, or a failure of WATCH itself
				bodies := op.Body()
				if len(bodies) == 0 {
					addOp(op)
					o.Complete = false
				}
				for _, fr := range bodies {
					for _, b := range fr.Fn.Blocks {
						if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) == 1 {
							walk(Value{v: r.Results[0], f: fr}, depth+1)
						}
					}
				}
				return
			}
			addOp(op)
			return
		}
		if st := g.sites[key]; st != nil && i < len(st.sum.Results) {
			rf := st.sum.Results[i]
			if rf.Wraps {
				o.Wrapped = true
			}
			if !rf.Known {
				o.Complete = false
				return
			}
			for _, j := range rf.Errs {
				if j < len(st.ops) && st.ops[j] != nil {
					addOp(st.ops[j])
				} else {
					o.Complete = false
				}
			}
			return
		}
		if frs := g.inlined[key]; len(frs) > 0 && frs[0].Kind != Callback && frs[0].Kind != Async {
			for _, fr := range frs {
				for _, b := range fr.Fn.Blocks {
					if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && i < len(r.Results) {
						walk(Value{v: r.Results[i], f: fr}, depth+1)
					}
				}
			}
			return
		}
		w, p := g.callErrOrigin(v, c, i, 0)
		if w {
			o.Wrapped = true
			if !p {
				return
			}
		}
		o.Complete = false
	}
	walk = func(v Value, depth int) {
		if v.v == nil || depth > 40 {
			o.Complete = false
			return
		}
		if seen[v] {
			return
		}
		seen[v] = true
		at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
		switch x := v.v.(type) {
		case *ssa.Const: // nil
		case *ssa.Phi:
			for _, e := range x.Edges {
				walk(at(e), depth+1)
			}
		case *ssa.ChangeInterface:
			walk(at(x.X), depth+1)
		case *ssa.MakeInterface:
			o.Complete = false
		case *ssa.Parameter:
			for i, p := range v.f.Fn.Params {
				if p == x && i < len(v.f.params) && !v.f.params[i].IsZero() {
					o.Param = true
					walk(v.f.params[i], depth+1)
					return
				}
			}
			o.Complete, o.Param = false, true
		case *ssa.UnOp:
			places := g.Objects(at(x.X))
			if len(places) == 0 {
				o.Complete = false
			}
			for _, place := range places {
				if !place.Local() || place.Kind != ObjCell {
					o.Complete = false
					continue
				}
				for _, rec := range g.stores[place] {
					walk(rec.val, depth+1)
				}
			}
		case *ssa.Extract:
			if c, ok := x.Tuple.(*ssa.Call); ok {
				call(v, c, x.Index, depth)
				return
			}
			o.Complete = false
		case *ssa.Call:
			call(v, x, 0, depth)
		default:
			o.Complete = false
		}
	}
	walk(v, 0)
	return o
}

// ErrTests returns every comparison of an error in the graph, whether it decides a branch or not.
func (g *Graph) ErrTests() []ErrTest {
	var out []ErrTest
	for _, f := range g.frames {
		if f.Kind == Stub {
			continue
		}
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				switch x := in.(type) {
				case *ssa.BinOp:
					if t, ok := g.ErrTest(Value{v: x, f: f}); ok {
						out = append(out, t)
					}
				case *ssa.Call:
					if bt, ok := x.Type().Underlying().(*types.Basic); ok && bt.Kind() == types.Bool {
						if t, ok := g.ErrTest(Value{v: x, f: f}); ok {
							out = append(out, t)
						}
					}
				}
			}
		}
	}
	return out
}

// ErrorTexts returns, for each call of an error's Error method by the position of its opening parenthesis, where the error comes from.
func (g *Graph) ErrorTexts() map[token.Pos]ErrOrigin {
	out := map[token.Pos]ErrOrigin{}
	for _, f := range g.frames {
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(*ssa.Call); ok && c.Call.IsInvoke() && c.Call.Method.Name() == "Error" {
					out[c.Call.Pos()] = g.ErrOriginOf(Value{v: c.Call.Value, f: f})
				}
			}
		}
	}
	return out
}
