package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Objects returns what a value may be. A nil result means that it is not known at all.
func (g *Graph) Objects(v Value) []*Object {
	if v.o != nil {
		return []*Object{v.o}
	}
	if v.v == nil {
		return nil
	}
	if g.cache != nil {
		if os, ok := g.cache[v]; ok {
			return os
		}
	}
	r := resolver{g: g, seen: map[Value]bool{}, out: map[*Object]bool{}}
	r.value(v, 0)
	if g.cache != nil {
		g.cache[v] = r.list
	}
	return r.list
}

type resolver struct {
	g    *Graph
	seen map[Value]bool
	out  map[*Object]bool
	list []*Object
}

const maxResolve = 60

func (r *resolver) add(o *Object) {
	if o != nil && !r.out[o] {
		r.out[o] = true
		r.list = append(r.list, o)
	}
}

func (r *resolver) unknown(v Value) {
	r.add(r.g.intern(objKey{kind: ObjUnknown, v: v.v, f: v.f}, v.Type()))
}

func (r *resolver) value(v Value, depth int) {
	if v.o != nil {
		r.add(v.o)
		return
	}
	if v.v == nil || r.seen[v] {
		return
	}
	r.seen[v] = true
	if depth > maxResolve {
		r.unknown(v)
		return
	}
	g := r.g
	at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
	switch x := v.v.(type) {
	case *ssa.Const:
		r.add(g.intern(objKey{kind: ObjConst, v: x}, x.Type()))
	case *ssa.Global:
		r.add(g.intern(objKey{kind: ObjGlobal, v: x}, derefType(x.Type())))
	case *ssa.Function:
		r.add(g.intern(objKey{kind: ObjFunc, v: x}, x.Type()))
	case *ssa.MakeClosure:
		r.add(g.intern(objKey{kind: ObjFunc, v: x, f: v.f}, x.Type()))
	case *ssa.Parameter:
		for i, p := range v.f.Fn.Params {
			if p == x && i < len(v.f.params) && !v.f.params[i].IsZero() {
				r.value(v.f.params[i], depth+1)
				return
			}
		}
		r.add(g.intern(objKey{kind: ObjParam, v: x, f: v.f}, x.Type()))
	case *ssa.FreeVar:
		for i, p := range v.f.Fn.FreeVars {
			if p == x && i < len(v.f.free) && !v.f.free[i].IsZero() {
				r.value(v.f.free[i], depth+1)
				return
			}
		}
		r.add(g.intern(objKey{kind: ObjParam, v: x, f: v.f}, derefType(x.Type())))
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap:
		r.add(g.intern(objKey{kind: ObjCell, v: v.v, f: v.f}, v.v.Type()))
	case *ssa.Phi:
		for _, e := range x.Edges {
			r.value(at(e), depth+1)
		}
	case *ssa.MakeInterface:
		r.value(at(x.X), depth+1)
	case *ssa.ChangeInterface:
		r.value(at(x.X), depth+1)
	case *ssa.ChangeType:
		r.value(at(x.X), depth+1)
	case *ssa.MultiConvert:
		r.value(at(x.X), depth+1)
	case *ssa.TypeAssert:
		if !x.CommaOk {
			r.value(at(x.X), depth+1)
		} else {
			r.unknown(v)
		}
	case *ssa.Slice:
		r.value(at(x.X), depth+1)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			r.load(v, at(x.X), depth)
			return
		}
		if x.Op == token.ARROW {
			for _, c := range notConst(g.Objects(at(x.X))) {
				r.contents(g.elem(c), depth)
			}
			return
		}
		r.unknown(v)
	case *ssa.FieldAddr:
		st := derefStruct(x.X.Type())
		r.field(at(x.X), st, x.Field, depth)
	case *ssa.Field:
		st, _ := x.X.Type().Underlying().(*types.Struct)
		if st == nil {
			r.unknown(v)
			return
		}
		for _, base := range r.sub(at(x.X)) {
			r.contents(g.fieldOf(base, st, x.Field), depth)
		}
	case *ssa.IndexAddr:
		for _, base := range notConst(r.sub(at(x.X))) {
			r.add(g.elem(base))
		}
	case *ssa.Index:
		for _, base := range notConst(r.sub(at(x.X))) {
			r.contents(g.elem(base), depth)
		}
	case *ssa.Lookup:
		if x.CommaOk {
			r.unknown(v)
			return
		}
		if _, isString := x.X.Type().Underlying().(*types.Basic); isString {
			r.unknown(v)
			return
		}
		for _, base := range notConst(r.sub(at(x.X))) {
			r.contents(g.elem(base), depth)
		}
	case *ssa.Extract:
		r.extract(v, x, depth)
	case *ssa.Call:
		r.call(v, x, 0, depth)
	default:
		r.unknown(v)
	}
}

// sub resolves another value without mixing it into this result.
func (r *resolver) sub(v Value) []*Object {
	if r.g.cache != nil {
		if os, ok := r.g.cache[v]; ok {
			return os
		}
	}
	s := resolver{g: r.g, seen: map[Value]bool{}, out: map[*Object]bool{}}
	for k := range r.seen { // guard against cycles through containers
		s.seen[k] = true
	}
	delete(s.seen, v)
	s.value(v, len(s.seen)/2)
	return s.list
}

// notConst leaves out nil, which has no elements.
func notConst(os []*Object) []*Object {
	var out []*Object
	for _, o := range os {
		if o.Kind != ObjConst {
			out = append(out, o)
		}
	}
	return out
}

func derefStruct(t types.Type) *types.Struct {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	st, _ := p.Elem().Underlying().(*types.Struct)
	return st
}

// field adds the place of a field. The fields a library client is made of are the client: cmdable inside Client is how promoted
// methods are called.
func (r *resolver) field(base Value, st *types.Struct, i int, depth int) {
	if st == nil {
		r.unknown(base)
		return
	}
	for _, b := range r.sub(base) {
		r.add(r.g.fieldOf(b, st, i))
	}
}

func (g *Graph) fieldOf(base *Object, st *types.Struct, i int) *Object {
	fld := st.Field(i)
	if _, ok := redisapi.LibraryOf(fld.Pkg()); ok && (fld.Embedded() || !fld.Exported()) {
		return base
	}
	// A cell that only ever received one whole value is that value: a struct parameter passed by value.
	if base.Kind == ObjCell && g.sealed && !g.canon[base] {
		g.canon[base] = true
		defer delete(g.canon, base)
		if recs := g.stores[base]; len(recs) == 1 {
			if os := g.Objects(recs[0].val); len(os) == 1 && os[0] != base && os[0].Kind != ObjConst && !(os[0].Kind == ObjUnknown && altered(base)) {
				base = os[0]
			}
		}
	}
	return g.intern(objKey{kind: ObjField, base: base, field: fld.Name()}, fld.Type())
}

// altered reports a struct variable of which a field is assigned: it is no longer the value that was stored in it.
func altered(cell *Object) bool {
	a, ok := cell.Val.v.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, r := range *a.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, rr := range *fa.Referrers() {
			if st, ok := rr.(*ssa.Store); ok && st.Addr == fa {
				return true
			}
		}
	}
	return false
}

// load adds what is read through an address.
func (r *resolver) load(v, addr Value, depth int) {
	for _, place := range r.sub(addr) {
		r.contents(place, depth)
	}
}

// contents adds what a place holds: what was stored in it, or the place itself where nothing known was.
func (r *resolver) contents(place *Object, depth int) {
	g := r.g
	n := 0
	for _, rec := range g.stores[place] {
		if c, ok := rec.val.v.(*ssa.Const); ok && c.IsNil() {
			continue // a variable reset to nil holds nothing
		}
		n++
		r.value(rec.val, depth+1)
	}
	switch place.Kind {
	case ObjField:
		// Whole values stored over the struct bring their fields.
		if st := structOf(place.Base.typ); st != nil && place.Base.Kind != ObjGlobal {
			for _, rec := range g.stores[place.Base] {
				for i := range st.NumFields() {
					if st.Field(i).Name() == place.Field {
						for _, b := range r.sub(rec.val) {
							if b != place.Base && b.Kind != ObjConst {
								n++
								f := g.intern(objKey{kind: ObjField, base: b, field: place.Field}, st.Field(i).Type())
								if depth < maxResolve && f != place {
									r.contents(f, depth+1)
								}
							}
						}
					}
				}
			}
		}
	case ObjElem:
		if place.Base.Kind == ObjSlice {
			call := place.Base.Val.v.(*ssa.Call)
			for _, a := range call.Call.Args {
				av := Value{v: a, f: place.Base.Val.f}
				if r.seen[Value{v: a, f: place.Base.Val.f}] && a != call.Call.Args[len(call.Call.Args)-1] {
					continue
				}
				for _, b := range r.sub(av) {
					if b.Kind == ObjConst || b == place.Base {
						continue
					}
					n++
					if e := g.elem(b); e != place && depth < maxResolve {
						key := Value{o: e}
						if !r.seen[key] {
							r.seen[key] = true
							r.contents(e, depth+1)
						}
					}
				}
			}
		}
	}
	if n == 0 && place.Kind == ObjElem && made(place.Base) && place.typ != nil && touchesLibrary(place.typ) && !g.unknownW[place] {
		return // make([]*redis.StringCmd, 0, n): what is appended to it is in another slice
	}
	if n == 0 || !place.Local() && place.Kind != ObjGlobal {
		r.add(place)
	} else if place.Kind == ObjGlobal {
		r.add(place)
	}
}

// made reports a slice from make.
func made(o *Object) bool {
	_, ok := o.Val.v.(*ssa.MakeSlice)
	return ok && o.Kind == ObjCell
}

func structOf(t types.Type) *types.Struct {
	if t == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}

func (r *resolver) extract(v Value, x *ssa.Extract, depth int) {
	at := func(y ssa.Value) Value { return Value{v: y, f: v.f} }
	switch t := x.Tuple.(type) {
	case *ssa.Call:
		r.call(v, t, x.Index, depth)
	case *ssa.TypeAssert:
		if x.Index == 0 {
			r.value(at(t.X), depth+1)
			return
		}
		r.unknown(v)
	case *ssa.Lookup:
		if x.Index == 0 {
			for _, base := range notConst(r.sub(at(t.X))) {
				r.contents(r.g.elem(base), depth)
			}
			return
		}
		r.unknown(v)
	case *ssa.UnOp: // v, ok := <-ch
		if x.Index == 0 && t.Op == token.ARROW {
			for _, base := range notConst(r.sub(at(t.X))) {
				r.contents(r.g.elem(base), depth)
			}
			return
		}
		r.unknown(v)
	case *ssa.Next: // 0 ok, 1 key, 2 value
		if rg, ok := t.Iter.(*ssa.Range); ok && x.Index == 2 && !t.IsString {
			for _, base := range notConst(r.sub(at(rg.X))) {
				r.contents(r.g.elem(base), depth)
			}
			return
		}
		r.unknown(v)
	default:
		r.unknown(v)
	}
}

// call adds result i of a call.
func (r *resolver) call(v Value, c *ssa.Call, i int, depth int) {
	g := r.g
	key := siteKey{v.f, c}
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" {
			r.add(g.intern(objKey{kind: ObjSlice, v: c, f: v.f}, c.Type()))
			return
		}
		r.unknown(v)
		return
	}
	if op := g.opAt[key]; op != nil {
		r.opResult(v, op, i, depth)
		return
	}
	if os, ok := g.effectResult(key, i); ok {
		for _, o := range os {
			r.add(o)
		}
		return
	}
	if frs := g.inlined[key]; len(frs) > 0 {
		for _, fr := range frs {
			for _, b := range fr.Fn.Blocks {
				if len(b.Instrs) == 0 {
					continue
				}
				if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && i < len(ret.Results) {
					r.value(Value{v: ret.Results[i], f: fr}, depth+1)
				}
			}
		}
		return
	}
	r.add(g.intern(objKey{kind: ObjUnknown, v: c, f: v.f, index: i}, resultType(c, i)))
}

func resultType(c *ssa.Call, i int) types.Type {
	if t, ok := c.Type().(*types.Tuple); ok {
		if i < t.Len() {
			return t.At(i).Type()
		}
		return nil
	}
	return c.Type()
}

// opResult adds result i of an operation of the library.
func (r *resolver) opResult(v Value, op *Op, i int, depth int) {
	g := r.g
	switch op.Kind {
	case calls.NewPipeline, calls.NewTxPipeline:
		for _, o := range r.sub(op.Recv) {
			if o.Kind == ObjPipe { // Pipeline() of a pipeline is the pipeline itself
				r.add(o)
				return
			}
		}
		if op.role == redisapi.RolePipeline {
			r.value(op.Recv, depth+1)
			return
		}
		r.add(g.pipe(op))
		return
	case calls.Command, calls.Do, calls.ScriptRun:
		if res := op.Fn.Signature().Results(); i == 0 && res.Len() == 1 && redisapi.RoleOf(res.At(0).Type()) == redisapi.RoleCmd {
			r.add(g.cmd(op))
			return
		}
	case calls.Other:
		// Methods that give the same client in another form: WithContext, WithTimeout, AddHook's receiver.
		if res := op.Fn.Signature().Results(); res.Len() == 1 && op.role.IsClient() && redisapi.RoleOf(res.At(0).Type()) == op.role {
			r.value(op.Recv, depth+1)
			return
		}
	case calls.NewCmd:
		r.add(g.cmd(op))
		return
	}
	var t types.Type
	if res := op.Fn.Signature().Results(); i < res.Len() {
		t = res.At(i).Type()
	}
	r.add(g.intern(objKey{kind: ObjResult, op: op, index: i}, t))
}
