package flow

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// errOrigin tells whether an error value may wrap an error of the library, or be one.
func (g *Graph) errOrigin(v Value, depth int) (wraps, plain bool) {
	if depth > 6 {
		return false, false
	}
	at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
	switch x := v.v.(type) {
	case *ssa.Phi:
		for _, e := range x.Edges {
			w, p := g.errOrigin(at(e), depth+1)
			wraps, plain = wraps || w, plain || p || g.opaqueError(at(e))
		}
	case *ssa.Parameter:
		if a, ok := argumentOf(v.f, x); ok {
			return g.errOrigin(a, depth+1)
		}
	case *ssa.ChangeInterface:
		return g.errOrigin(at(x.X), depth+1)
	case *ssa.MakeInterface:
		if s, _, ok := g.SentinelOf(at(x.X)); ok && s != NoError {
			return false, true
		}
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return g.callErrOrigin(v, c, x.Index, depth)
		}
	case *ssa.Call:
		return g.callErrOrigin(v, x, 0, depth)
	case *ssa.UnOp:
		if o := g.One(at(x.X)); o != nil {
			for _, rec := range g.stores[o] {
				w, p := g.errOrigin(rec.val, depth+1)
				wraps, plain = wraps || w, plain || p || g.opaqueError(rec.val)
			}
		}
	}
	return wraps, plain
}

// opaqueError reports an error from code that is not seen: a parameter, or what an interface or a function value returns. Beside a wrapped
// error of the library it may be a plain one.
func (g *Graph) opaqueError(val Value) bool {
	v := val.v
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		_, known := argumentOf(val.f, x)
		return !known
	case *ssa.Call:
		if _, builtin := x.Call.Value.(*ssa.Builtin); builtin {
			return false
		}
		key := siteKey{val.f, x}
		return x.Call.StaticCallee() == nil && g.opAt[key] == nil && len(g.inlined[key]) == 0
	}
	return false
}

// argumentOf returns what the caller passes for a parameter of a function that is laid out in its caller.
func argumentOf(f *Frame, p *ssa.Parameter) (Value, bool) {
	if f == nil {
		return Value{}, false
	}
	for i, q := range f.Fn.Params {
		if q == p && i < len(f.params) && !f.params[i].IsZero() {
			return f.params[i], true
		}
	}
	return Value{}, false
}

func (g *Graph) callErrOrigin(v Value, c *ssa.Call, i, depth int) (wraps, plain bool) {
	key := siteKey{v.f, c}
	if op := g.opAt[key]; op != nil {
		if bodies := op.Body(); op.Kind == calls.Watch && len(bodies) > 0 { // Watch returns what its function returns
			for _, fr := range bodies {
				for _, b := range fr.Fn.Blocks {
					if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) == 1 {
						w, p := g.errOrigin(Value{v: r.Results[0], f: fr}, depth+1)
						wraps, plain = wraps || w, plain || p
					}
				}
			}
			return wraps, plain
		}
		return false, true
	}
	if frs := g.inlined[key]; len(frs) > 0 {
		for _, fr := range frs {
			for _, b := range fr.Fn.Blocks {
				if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && i < len(r.Results) {
					w, p := g.errOrigin(Value{v: r.Results[i], f: fr}, depth+1)
					wraps, plain = wraps || w, plain || p
				}
			}
		}
		return wraps, plain
	}
	callee := c.Call.StaticCallee()
	if callee == nil {
		return false, false
	}
	var args []Value
	for _, a := range c.Call.Args {
		args = append(args, Value{v: a, f: v.f})
	}
	switch qualified(callee) {
	case "fmt.Errorf", "golang.org/x/xerrors.Errorf":
		format, ok := args[0].v.(*ssa.Const)
		if !ok || format.Value == nil || !strings.Contains(constant.StringVal(format.Value), "%w") {
			return false, false
		}
		args, _ = g.Elems(args[1])
	case "errors.Join":
		args, _ = g.Elems(args[0])
	case "errors.Unwrap", "golang.org/x/xerrors.Unwrap", "github.com/pkg/errors.Unwrap", "github.com/pkg/errors.Cause", "github.com/cockroachdb/errors.Cause",
		"github.com/cockroachdb/errors.UnwrapAll", "github.com/cockroachdb/errors.UnwrapOnce":
		return g.unwrapped(args[0], depth)
	case "github.com/pkg/errors.Wrap", "github.com/pkg/errors.Wrapf", "github.com/pkg/errors.WithStack", "github.com/pkg/errors.WithMessage", "github.com/pkg/errors.WithMessagef":
		args = args[:1]
	default:
		if obj, ok := callee.Object().(*types.Func); ok {
			if s := g.Pkg.factOf(obj); s != nil && i < len(s.Results) {
				return s.Results[i].Wraps, s.Results[i].Plain
			}
		}
		return false, false
	}
	for _, a := range args {
		if a.v == nil {
			continue
		}
		w, p := g.errOrigin(a, depth+1)
		wraps = wraps || w || p
	}
	return wraps, false
}

// unwrapped tells of what is inside an error: an error of the library is found plain, however deep it was.
func (g *Graph) unwrapped(v Value, depth int) (wraps, plain bool) {
	w, p := g.errOrigin(v, depth+1)
	return false, w || p
}

// WrapsLibraryError tells of an error value whether it may be an error of the library inside a wrapper, and whether it may be a plain one.
func (g *Graph) WrapsLibraryError(v Value) (wraps, plain bool) { return g.errOrigin(v, 0) }

// predicate recognises func isMiss(err error) bool.
func (p *Package) predicate(f *ssa.Function) *TestFact {
	if len(f.Blocks) != 1 {
		return nil
	}
	ret, ok := f.Blocks[0].Instrs[len(f.Blocks[0].Instrs)-1].(*ssa.Return)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	g := &Graph{Pkg: p, objects: map[objKey]*Object{}, stores: map[*Object][]storeRec{}, inlined: map[siteKey][]*Frame{}, opAt: map[siteKey]*Op{}}
	fr := &Frame{Fn: f}
	t, ok := g.ErrTest(Value{v: ret.Results[0], f: fr})
	if !ok || t.Sentinel != Miss && t.Sentinel != Conflict {
		return nil
	}
	if prm, ok := t.Err.v.(*ssa.Parameter); !ok || !isError(prm.Type()) {
		return nil
	}
	return &TestFact{Sentinel: t.Sentinel, Equal: t.Equal, Is: t.Is, Lib: t.Lib.Path}
}
