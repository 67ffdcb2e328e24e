package flow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/keys"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Target is the value that a command goes through: the receiver, or the Scripter given to Script.Run and friends.
func (o *Op) Target() Value {
	if o.Kind == calls.ScriptRun {
		return o.Arg(0)
	}
	return o.Recv
}

// Role is the role of what the operation goes through: by the object where it is known (a pipeline given to a helper that takes a
// Cmdable), by the static type otherwise.
func (o *Op) Role() redisapi.Role {
	role := o.role
	if o.Kind == calls.ScriptRun {
		role = redisapi.RoleCmdable
		if t := o.Target().Type(); t != nil {
			if r := redisapi.RoleOf(t); r != redisapi.RoleNone {
				role = r
			}
		}
	}
	if role != redisapi.RoleCmdable && role != redisapi.RoleNone && role != redisapi.RoleUniversal {
		return role
	}
	best := redisapi.RoleNone
	for i, x := range o.g.Objects(o.Target()) {
		r := x.Role()
		if r == redisapi.RoleNone || i > 0 && r != best {
			return role
		}
		best = r
	}
	if best != redisapi.RoleNone {
		return best
	}
	return role
}

// IsCommand reports whether the operation issues or queues a command: a command method, Do, or a script.
func (o *Op) IsCommand() bool {
	switch o.Kind {
	case calls.Command, calls.Do:
		return true
	case calls.ScriptRun:
		switch o.Name() {
		case "Run", "RunRO", "Eval", "EvalRO", "EvalSha", "EvalShaRO":
			return true
		}
	case calls.Process:
		return true
	}
	return false
}

// Queued reports whether the operation only queues its command: it goes through a pipeline.
func (o *Op) Queued() bool { return o.IsCommand() && o.Role() == redisapi.RolePipeline }

// Pipes are the pipelines the operation goes through, as far as they are known.
func (o *Op) Pipes() []*Object {
	var out []*Object
	for _, x := range o.g.Objects(o.Target()) {
		if r := x.Role(); r == redisapi.RolePipeline || r == redisapi.RoleNone && o.role == redisapi.RolePipeline && x.Kind != ObjConst {
			out = append(out, x)
		}
	}
	return out
}

// Receivers are the objects the operation goes through.
func (o *Op) Receivers() []*Object { return o.g.Objects(o.Target()) }

// Cmd is the command object of an operation that issues or queues one, or of Process the command given to it.
func (o *Op) Cmd() *Object {
	if o.Kind == calls.Process {
		return o.g.One(o.Arg(0))
	}
	if o.IsCommand() {
		return o.g.cmd(o)
	}
	return nil
}

// Cmds are the commands whose value or error the operation (of kind Read) reads.
func (o *Op) Cmds() []*Object {
	os := o.g.Objects(o.Recv)
	if o.Effect == nil {
		return os
	}
	// A helper of another package reads the elements of what it was given: the commands that they hold.
	r := resolver{g: o.g, seen: map[Value]bool{}, out: map[*Object]bool{}}
	for _, x := range os {
		if x.Kind == ObjElem || x.Kind == ObjField {
			r.contents(x, 0)
		} else {
			r.add(x)
		}
	}
	return r.list
}

// Writes reports whether the operation writes keys: certain only for commands of the model.
func (o *Op) Writes() bool {
	if o.Kind == calls.Do {
		if w, ok := o.rawWords(); ok {
			return rawAccess(w) == redisapi.AccessWrite
		}
	}
	return o.Method != nil && o.Method.Access == redisapi.AccessWrite
}

// Reads reports whether the operation only reads keys.
func (o *Op) Reads() bool {
	return o.Method != nil && o.Method.Access == redisapi.AccessRead
}

// Command is the first Redis command of the operation, "" when it is not known.
func (o *Op) Command() string {
	if o.Method != nil && len(o.Method.Commands) > 0 {
		return o.Method.Commands[0]
	}
	if o.Kind == calls.Do {
		if w, ok := o.rawWords(); ok && len(w) > 0 {
			return w[0]
		}
	}
	return ""
}

// Result is result i of the operation as a value, for error and data questions; zero when it is dropped.
func (o *Op) Result(i int) Value {
	c, ok := o.instr.(*ssa.Call)
	if !ok || o.Effect != nil && !o.made {
		return Value{}
	}
	if _, tuple := c.Type().(*types.Tuple); !tuple {
		if i == 0 {
			return Value{v: c, f: o.Node.Frame}
		}
		return Value{}
	}
	for _, r := range *c.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == i {
			return Value{v: e, f: o.Node.Frame}
		}
	}
	return Value{}
}

// Err is the error result of Exec, Pipelined, TxPipelined, Watch and other operations that return one last; zero when it is dropped.
func (o *Op) Err() Value {
	n := o.Fn.Signature().Results().Len()
	if n == 0 || !isError(o.Fn.Signature().Results().At(n-1).Type()) {
		return Value{}
	}
	return o.Result(n - 1)
}

func isError(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() == nil && n.Obj().Name() == "error"
}

// Statement reports whether the operation is written as a statement of its own (also after go or defer): its results are not even
// assigned to blanks.
func (o *Op) Statement() bool {
	c, ok := o.instr.(*ssa.Call)
	if !ok {
		return true
	}
	return c.Referrers() == nil || len(*c.Referrers()) == 0
}

// Deferred reports whether the call is deferred or started with go.
func (o *Op) Deferred() (deferred, async bool) {
	switch o.instr.(type) {
	case *ssa.Defer:
		return true, false
	case *ssa.Go:
		return false, true
	}
	return false, false
}

// Elems returns the elements of a slice argument that is built in place (a variadic call or a literal); known is false when the slice
// comes from elsewhere.
func (g *Graph) Elems(v Value) (elems []Value, known bool) {
	if v.v == nil || overwritten(v.v) {
		return nil, false
	}
	switch x := v.v.(type) {
	case *ssa.Const:
		return nil, x.IsNil()
	case *ssa.Slice:
		a, ok := x.X.(*ssa.Alloc)
		if n, isConst := x.High.(*ssa.Const); ok && x.Low == nil && isConst && n.Int64() == 0 { // make([]string, 0, 8)
			return nil, true
		}
		if !ok || x.Low != nil || x.High != nil {
			return nil, false
		}
		arr, ok := derefType(a.Type()).Underlying().(*types.Array)
		if !ok {
			return nil, false
		}
		elems = make([]Value, arr.Len())
		for _, r := range *a.Referrers() {
			ia, ok := r.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			idx, ok := ia.Index.(*ssa.Const)
			if !ok {
				return nil, false
			}
			for _, rr := range *ia.Referrers() {
				if st, ok := rr.(*ssa.Store); ok && st.Addr == ia {
					if i := idx.Int64(); i >= 0 && i < int64(len(elems)) {
						elems[i] = Value{v: st.Val, f: v.f}
					}
				}
			}
		}
		return elems, true
	case *ssa.Parameter:
		for i, p := range v.f.Fn.Params {
			if p == x && i < len(v.f.params) && !v.f.params[i].IsZero() {
				return g.Elems(v.f.params[i])
			}
		}
	case *ssa.ChangeType:
		return g.Elems(Value{v: x.X, f: v.f})
	case *ssa.Call:
		// keys = append(keys, a, b): what was there and what is added, as long as no loop or branch joins in (that is a phi).
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" && len(x.Call.Args) == 2 {
			head, ok1 := g.Elems(Value{v: x.Call.Args[0], f: v.f})
			tail, ok2 := g.Elems(Value{v: x.Call.Args[1], f: v.f})
			return slices.Concat(head, tail), ok1 && ok2
		}
	case *ssa.MakeSlice:
		if n, ok := x.Len.(*ssa.Const); ok && n.Int64() == 0 {
			return nil, true
		}
	case *ssa.UnOp:
		if o := g.One(v); o != nil && o.Kind == ObjCell && o.Val != v {
			return g.Elems(o.Val)
		}
		// A variable that is assigned once: ks := []string{a, b}, captured by a closure.
		if cell := g.One(Value{v: x.X, f: v.f}); cell != nil && len(g.stores[cell]) == 1 && g.stores[cell][0].val != v {
			return g.Elems(g.stores[cell][0].val)
		}
	}
	return nil, false
}

// overwritten reports a slice of which an element is assigned after it was made: keys[0] = k.
func overwritten(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Slice, *ssa.Call:
	default:
		return false
	}
	for _, r := range *v.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, rr := range *ia.Referrers() {
			if st, ok := rr.(*ssa.Store); ok && st.Addr == ia {
				return true
			}
		}
	}
	return false
}

// KeyUse is one key of an operation.
type KeyUse struct {
	Key   keys.Key
	Val   Value
	Write bool
}

// Keys returns the keys that the operation touches, as far as they can be told; complete is false when there may be others.
func (o *Op) Keys() (uses []KeyUse, complete bool) {
	g := o.g
	if o.Effect != nil {
		return o.effectKeys()
	}
	list := func(v Value, write bool) bool {
		es, ok := g.Elems(v)
		if !ok {
			return false
		}
		for _, e := range es {
			uses = append(uses, KeyUse{Key: g.Key(e), Val: e, Write: write})
		}
		return true
	}
	complete = true
	switch o.Kind {
	case calls.Watch, calls.TxWatch:
		i := 1
		if o.Kind == calls.TxWatch {
			i = 0
		}
		if o.Arg(i).IsZero() {
			return nil, true
		}
		ok := list(o.Arg(i), false)
		return uses, ok
	case calls.ScriptRun:
		ok := list(o.Arg(1), true)
		return uses, ok
	case calls.Do:
		return o.rawKeys()
	case calls.Command:
	default:
		return nil, false
	}
	for _, kp := range o.Method.Keys {
		a := o.Arg(kp.Param)
		if a.IsZero() {
			continue
		}
		switch kp.Shape {
		case redisapi.ShapeSingle:
			uses = append(uses, KeyUse{Key: g.Key(a), Val: a, Write: kp.Write})
		case redisapi.ShapeList:
			if !list(a, kp.Write) {
				complete = false
			}
		case redisapi.ShapePairs:
			es, ok := g.Elems(a)
			if !ok || len(es) == 1 {
				complete = false
				if ok {
					uses = append(uses, g.mapKeys(o, es[0], kp.Write)...)
				}
				continue
			}
			for i := 0; i < len(es); i += 2 {
				uses = append(uses, KeyUse{Key: g.Key(es[i]), Val: es[i], Write: kp.Write})
			}
		case redisapi.ShapeField, redisapi.ShapeFieldList, redisapi.ShapeStreams:
			fv := a
			if kp.Field != "" {
				var ok bool
				if fv, ok = g.FieldValue(a, kp.Field); !ok {
					complete = false
					continue
				}
			}
			if kp.Shape == redisapi.ShapeField {
				uses = append(uses, KeyUse{Key: g.Key(fv), Val: fv, Write: kp.Write})
				continue
			}
			es, ok := g.Elems(fv)
			if !ok {
				complete = false
				continue
			}
			if kp.Shape == redisapi.ShapeStreams {
				es = es[:len(es)/2]
			}
			for _, e := range es {
				uses = append(uses, KeyUse{Key: g.Key(e), Val: e, Write: kp.Write})
			}
		}
	}
	return uses, complete
}

// mapKeys are the keys of a map literal that is given as the pairs of an operation: those certainly put in before it.
func (g *Graph) mapKeys(o *Op, v Value, write bool) (uses []KeyUse) {
	mi, ok := v.v.(*ssa.MakeInterface)
	if !ok {
		return nil
	}
	m, ok := mi.X.(*ssa.MakeMap)
	if !ok {
		return nil
	}
	for _, r := range *m.Referrers() {
		switch r := r.(type) {
		case *ssa.MapUpdate:
			if r.Block().Dominates(mi.Block()) {
				k := Value{v: r.Key, f: v.f}
				uses = append(uses, KeyUse{Key: g.Key(k), Val: k, Write: write})
			}
		case *ssa.MakeInterface, *ssa.Lookup, *ssa.DebugRef:
		default: // delete, or code that is not seen
			return nil
		}
	}
	return uses
}

// FieldValue is the value stored in a field of a struct literal that an argument points to or is.
func (g *Graph) FieldValue(v Value, field string) (Value, bool) {
	o := g.One(v)
	if o == nil {
		return Value{}, false
	}
	f := g.objects[objKey{kind: ObjField, base: o, field: field}]
	if f == nil {
		return Value{}, false
	}
	if recs := g.stores[f]; len(recs) == 1 {
		return recs[0].val, true
	}
	return Value{}, false
}

// Client is what the operation's command is sent through in the end: the client that made the pipeline, or that the transaction watches on.
func (o *Op) Client() Value {
	v := o.Target()
	if o.Kind == calls.Watch {
		return v
	}
	for range 4 {
		x := o.g.One(v)
		if x == nil || x.Kind != ObjPipe && x.Kind != ObjTx {
			return v
		}
		v = x.Op.Target()
	}
	return v
}

// ClientRole is the role of Client: by the object where it is known, by the static type otherwise.
func (o *Op) ClientRole() redisapi.Role {
	v := o.Client()
	if v == o.Target() {
		return o.Role()
	}
	x := o.g.One(o.Target())
	for x != nil && (x.Kind == ObjPipe || x.Kind == ObjTx) {
		if r := x.Op.Role(); r != redisapi.RolePipeline && r != redisapi.RoleTx {
			return r
		}
		x = x.Op.g.One(x.Op.Target())
	}
	return redisapi.RoleCmdable
}

// Tests reports whether the code looks at the dynamic type of a value (a type assertion or type switch to a type of the role): what it
// does with it depends on the outcome.
func (g *Graph) Tests(v Value, role redisapi.Role) bool {
	for _, f := range g.frames {
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if ta, ok := in.(*ssa.TypeAssert); ok && redisapi.RoleOf(ta.AssertedType) == role && g.Overlap(Value{v: ta.X, f: f}, v) {
					return true
				}
			}
		}
	}
	return false
}

// FieldOrZero is FieldValue that also knows fields which a literal leaves out: a zero Value and true. It is false when the struct comes from
// elsewhere or the field is written more than once.
func (g *Graph) FieldOrZero(v Value, field string) (Value, bool) {
	if f, ok := g.FieldValue(v, field); ok {
		return f, true
	}
	o := g.One(v)
	if o == nil || o.Kind != ObjCell || len(g.stores[o]) > 0 {
		return Value{}, false
	}
	if f := g.objects[objKey{kind: ObjField, base: o, field: field}]; f != nil && len(g.stores[f]) > 0 {
		return Value{}, false
	}
	return Value{}, true
}

// SameCall reports whether two operations are effects of one call of a function of another package: what is wrong between them is wrong
// there, and is reported there.
func (o *Op) SameCall(p *Op) bool {
	return o.Effect != nil && p.Effect != nil && o.instr == p.instr && o.Node.Frame == p.Node.Frame
}
