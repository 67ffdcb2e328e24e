// Package encode knows how go-redis turns Go values into the words of a command: the type switch of its writer and the expansion of
// a single variadic value. It works on types alone.
package encode

import (
	"go/types"
	"reflect"
	"strings"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
	"github.com/redisvet/redisvet/passes/internal/values"
)

// Verdict says whether a value of a type can be encoded.
type Verdict uint8

// The verdicts.
const (
	OK          Verdict = iota // encodable, or nothing is known (an interface, a type parameter)
	Never                      // a struct, a slice, a map: "can't marshal"
	NamedBasic                 // a named string, number, bool or []byte: the writer's switch has only the plain types
	PointerOnly                // MarshalBinary has a pointer receiver, and this is no pointer
)

// Value judges one value of type t for a version of the library.
func Value(t types.Type, v redisapi.Version) Verdict {
	t = types.Unalias(t)
	if hasMarshalBinary(t) {
		return OK
	}
	switch t := t.(type) {
	case *types.Basic:
		switch t.Kind() {
		case types.Complex64, types.Complex128, types.UntypedComplex, types.UnsafePointer:
			return Never
		case types.Uintptr:
			return okIf(v.EncodesUintptr())
		}
		return OK
	case *types.Pointer:
		return pointer(t, v)
	case *types.Slice:
		if isByte(t.Elem()) {
			return OK
		}
		return Never
	case *types.Named:
		return named(t, v)
	case *types.Map, *types.Array, *types.Struct, *types.Signature, *types.Chan:
		return Never
	}
	return OK
}

func okIf(encodes bool) Verdict {
	if encodes {
		return OK
	}
	return Never
}

// pointer judges *T: new versions take pointers to plain types, all versions nothing else without MarshalBinary.
func pointer(p *types.Pointer, v redisapi.Version) Verdict {
	switch e := types.Unalias(p.Elem()).(type) {
	case *types.Basic:
		return okIf(v.EncodesPointers() && Value(e, v) == OK)
	case *types.Named:
		switch fullName(e) {
		case "time.Time", "time.Duration":
			return okIf(v.EncodesPointers())
		}
		return Never
	case *types.TypeParam, *types.Interface:
		return OK
	}
	return Never
}

func named(n *types.Named, v redisapi.Version) Verdict {
	switch fullName(n) {
	case "time.Time":
		return OK
	case "time.Duration":
		return okIf(v.EncodesDuration())
	case "net.IP":
		return okIf(v.EncodesIP())
	case "error":
		return Never
	}
	switch u := n.Underlying().(type) {
	case *types.Interface:
		return OK
	case *types.Basic:
		if u.Info()&types.IsComplex != 0 || u.Kind() == types.UnsafePointer {
			return Never
		}
		if hasMarshalBinary(types.NewPointer(n)) {
			return PointerOnly
		}
		return NamedBasic
	case *types.Slice:
		if hasMarshalBinary(types.NewPointer(n)) {
			return PointerOnly
		}
		if isByte(u.Elem()) {
			return NamedBasic
		}
		return Never
	}
	if hasMarshalBinary(types.NewPointer(n)) {
		return PointerOnly
	}
	return Never
}

func fullName(n *types.Named) string {
	if n.Obj().Pkg() == nil {
		return n.Obj().Name()
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
}

func isByte(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Kind() == types.Byte
}

func hasMarshalBinary(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, false, nil, "MarshalBinary")
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	sig := fn.Signature()
	return sig.Params().Len() == 0 && sig.Results().Len() == 2
}

// expanding are the command methods that take a single variadic value apart.
var expanding = map[string]bool{
	"BitField": true, "CMSIncrBy": true, "Eval": true, "EvalRO": true, "EvalSha": true, "EvalShaRO": true, "HMSet": true, "HSet": true,
	"LPush": true, "LPushX": true, "MSet": true, "MSetEX": true, "MSetNX": true, "PFAdd": true, "RPush": true, "RPushX": true, "SAdd": true,
	"SMIsMember": true, "SRem": true, "TopKAdd": true, "TopKCount": true, "TopKIncrBy": true, "TopKQuery": true, "ZRem": true,
}

// Expands reports whether a single value at the place is taken apart: HSet(ctx, key, map).
func Expands(p values.Place) bool {
	if p.IsField() {
		return p.Owner == "XAddArgs" && p.Name == "Values"
	}
	return p.Rest && p.Alone && (p.Kind == calls.ScriptRun || p.Kind == calls.Command && expanding[p.Name])
}

// TakenApart reports whether a type is taken apart by such a method, other than a struct.
func TakenApart(t types.Type, v redisapi.Version) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Slice:
		switch e := types.Unalias(t.Elem()).(type) {
		case *types.Basic:
			return e.Kind() == types.String
		case *types.Interface:
			return e.Empty() && v.Major >= 8
		}
	case *types.Map:
		k, ok := types.Unalias(t.Key()).(*types.Basic)
		if !ok || k.Kind() != types.String {
			return false
		}
		switch e := types.Unalias(t.Elem()).(type) {
		case *types.Basic:
			return e.Kind() == types.String && v.Major >= 8
		case *types.Interface:
			return e.Empty() && v.Major >= 7
		}
	}
	return false
}

// Struct returns the struct (behind a pointer, perhaps) that such a method expands by its redis tags, or nil: v9 only, and not when
// the value encodes itself.
func Struct(t types.Type, v redisapi.Version) *types.Struct {
	if !v.HSetAcceptsStruct() || hasMarshalBinary(types.Unalias(t)) {
		return nil
	}
	u := t.Underlying()
	if p, ok := u.(*types.Pointer); ok {
		u = p.Elem().Underlying()
	}
	st, _ := u.(*types.Struct)
	if n, ok := types.Unalias(t).(*types.Named); ok && fullName(n) == "time.Time" {
		return nil
	}
	return st
}

// Field is a field of a struct with a redis tag.
type Field struct {
	*types.Var
	Tag string // the name
}

// Tagged returns the fields with a redis tag, of the struct itself and not of embedded ones, as the library sees them.
func Tagged(st *types.Struct) []Field {
	var out []Field
	for i := range st.NumFields() {
		tag := reflect.StructTag(st.Tag(i)).Get("redis")
		name, _, _ := strings.Cut(tag, ",")
		if name == "" || tag == "-" {
			continue
		}
		out = append(out, Field{st.Field(i), name})
	}
	return out
}

// HiddenTags returns the embedded, untagged structs whose tagged fields the library does not see.
func HiddenTags(st *types.Struct) []*types.Var {
	var out []*types.Var
	for i := range st.NumFields() {
		f := st.Field(i)
		if !f.Embedded() || reflect.StructTag(st.Tag(i)).Get("redis") != "" {
			continue
		}
		u := f.Type().Underlying()
		if p, ok := u.(*types.Pointer); ok {
			u = p.Elem().Underlying()
		}
		if in, ok := u.(*types.Struct); ok && (len(Tagged(in)) > 0 || len(HiddenTags(in)) > 0) {
			out = append(out, f)
		}
	}
	return out
}
