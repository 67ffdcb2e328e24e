package flow

import (
	"fmt"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// ObjKind is what an Object stands for.
type ObjKind uint8

// The kinds of objects. A pointer and the place it points to are one object; a place that nothing known was stored in also stands for its
// own content, so that s.rdb read twice is the same client.
const (
	ObjUnknown ObjKind = iota // the result of something not followed; identical only to itself
	ObjParam                  // a parameter of the root (or of a callback): given by a caller that is not seen
	ObjGlobal                 // a package variable
	ObjField                  // a field of Base
	ObjElem                   // the elements of Base: slice, map, array or channel
	ObjCell                   // a local variable whose address is taken, or memory from new, make and composite literals
	ObjConst                  // a constant
	ObjFunc                   // a function or closure
	ObjPipe                   // a pipeline; Op created it
	ObjTx                     // the transaction of a Watch; Op is the Watch
	ObjCmd                    // a command; Op issued or queued it
	ObjResult                 // another result of an operation; Op gave it, Index says which
	ObjSlice                  // a slice made by append
)

// Object is something a program refers to. Objects are interned: equal pointers mean the same thing in one activation.
type Object struct {
	ID    int
	Kind  ObjKind
	Val   Value
	Base  *Object
	Field string
	Index int
	Op    *Op
	// Opaque is set on a pipeline or transaction that code which is not seen fills or uses.
	Opaque bool

	typ types.Type
}

type objKey struct {
	kind  ObjKind
	v     ssa.Value
	f     *Frame
	base  *Object
	field string
	op    *Op
	index int
}

func (g *Graph) intern(k objKey, t types.Type) *Object {
	if o := g.objects[k]; o != nil {
		return o
	}
	g.nextObj++
	o := &Object{ID: g.nextObj, Kind: k.kind, Val: Value{v: k.v, f: k.f}, Base: k.base, Field: k.field, Op: k.op, Index: k.index, typ: t}
	g.objects[k] = o
	return o
}

// Type is the static type of what the object is or holds.
func (o *Object) Type() types.Type { return o.typ }

// String is for debugging.
func (o *Object) String() string {
	switch o.Kind {
	case ObjField:
		return fmt.Sprintf("%v.%s", o.Base, o.Field)
	case ObjElem:
		return fmt.Sprintf("%v[]", o.Base)
	case ObjPipe:
		return fmt.Sprintf("pipe#%d", o.ID)
	case ObjTx:
		return fmt.Sprintf("tx#%d", o.ID)
	case ObjCmd:
		return fmt.Sprintf("%s#%d", o.Op.Name(), o.ID)
	}
	if o.Val.v != nil {
		return fmt.Sprintf("%s#%d", o.Val.v.Name(), o.ID)
	}
	return fmt.Sprintf("o#%d", o.ID)
}

// concreteType returns the non-interface named type (or pointer to one) of the object's value, nil when it may be anything.
func (o *Object) concreteType() types.Type {
	t := o.typ
	if t == nil || types.IsInterface(t) {
		return nil
	}
	switch u := types.Unalias(t).(type) {
	case *types.Named:
		return u
	case *types.Pointer:
		if n, ok := types.Unalias(u.Elem()).(*types.Named); ok && !types.IsInterface(n) {
			return u
		}
	}
	return nil
}

func derefType(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// Role is the role of the object: certain for pipelines, transactions and commands, by type otherwise.
func (o *Object) Role() redisapi.Role {
	switch o.Kind {
	case ObjPipe:
		return redisapi.RolePipeline
	case ObjTx:
		return redisapi.RoleTx
	case ObjCmd:
		return redisapi.RoleCmd
	}
	if o.typ == nil {
		return redisapi.RoleNone
	}
	return redisapi.RoleOf(o.typ)
}

// Local reports whether the object is created in the graph: nobody else has it unless it escapes.
func (o *Object) Local() bool {
	switch o.Kind {
	case ObjCell, ObjPipe, ObjTx, ObjCmd, ObjSlice:
		return true
	case ObjField, ObjElem:
		return o.Base.Local()
	}
	return false
}

// Root is the object at the start of a chain of fields and elements.
func (o *Object) Root() *Object {
	for o.Base != nil {
		o = o.Base
	}
	return o
}

func (g *Graph) elem(base *Object) *Object {
	var t types.Type
	if base.typ != nil {
		switch u := base.typ.Underlying().(type) {
		case *types.Slice:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Chan:
			t = u.Elem()
		case *types.Pointer:
			if a, ok := u.Elem().Underlying().(*types.Array); ok {
				t = a.Elem()
			}
		}
	}
	return g.intern(objKey{kind: ObjElem, base: base}, t)
}

// pipe is the pipeline that an operation creates.
func (g *Graph) pipe(op *Op) *Object {
	return g.intern(objKey{kind: ObjPipe, op: op}, pipeType(op))
}

func pipeType(op *Op) types.Type {
	sig := op.Fn.Signature()
	if op.Kind == calls.NewPipeline || op.Kind == calls.NewTxPipeline {
		return sig.Results().At(0).Type()
	}
	for i := range sig.Params().Len() {
		if f, ok := sig.Params().At(i).Type().Underlying().(*types.Signature); ok && f.Params().Len() == 1 {
			return f.Params().At(0).Type()
		}
	}
	return nil
}

func (g *Graph) tx(op *Op) *Object { return g.intern(objKey{kind: ObjTx, op: op}, pipeType(op)) }

// cmd is the command that an operation issues or queues.
func (g *Graph) cmd(op *Op) *Object {
	var t types.Type
	if res := op.Fn.Signature().Results(); res.Len() > 0 {
		t = res.At(0).Type()
	}
	return g.intern(objKey{kind: ObjCmd, op: op}, t)
}

// One returns the only object of a value, nil when there is none or several.
func (g *Graph) One(v Value) *Object {
	if os := g.Objects(v); len(os) == 1 {
		return os[0]
	}
	return nil
}

// Same reports whether two values are certainly the same object.
func (g *Graph) Same(a, b Value) bool {
	x, y := g.One(a), g.One(b)
	return x != nil && x == y
}

// Overlap reports whether two values may be the same known object.
func (g *Graph) Overlap(a, b Value) bool {
	for _, x := range g.Objects(a) {
		for _, y := range g.Objects(b) {
			if x == y {
				return true
			}
		}
	}
	return false
}

// ConstString returns the constant string that a value is.
func (g *Graph) ConstString(v Value) (string, bool) {
	o := g.One(v)
	if o == nil || o.Kind != ObjConst {
		return "", false
	}
	c := o.Val.v.(*ssa.Const)
	if c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// ConstInt returns the constant integer that a value is.
func (g *Graph) ConstInt(v Value) (int64, bool) {
	o := g.One(v)
	if o == nil || o.Kind != ObjConst {
		return 0, false
	}
	c := o.Val.v.(*ssa.Const)
	if c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}
