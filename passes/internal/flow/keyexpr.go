package flow

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/keys"
)

// Key returns the symbolic key that a string value is: constants, parameters, concatenation, Sprintf, Join, strconv and the pure
// helpers of the package that build keys. A value that is not understood is a symbol of its own, equal only to itself.
func (g *Graph) Key(v Value) keys.Key { return g.key(v, 0) }

func (g *Graph) key(v Value, depth int) keys.Key {
	if v.o != nil || v.v == nil {
		return keys.Key{}
	}
	if depth > 24 {
		return g.symbol(v)
	}
	at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
	switch x := v.v.(type) {
	case *ssa.Const:
		if x.Value != nil {
			switch x.Value.Kind() {
			case constant.String:
				return keys.Lit(constant.StringVal(x.Value))
			case constant.Int, constant.Bool:
				return keys.Lit(x.Value.ExactString())
			}
		}
		return keys.Key{}
	case *ssa.Parameter:
		for i, p := range v.f.Fn.Params {
			if p == x && i < len(v.f.params) && !v.f.params[i].IsZero() {
				return g.key(v.f.params[i], depth+1)
			}
		}
	case *ssa.BinOp:
		if x.Op == token.ADD && isString(x.Type()) {
			return keys.Concat(g.key(at(x.X), depth+1), g.key(at(x.Y), depth+1))
		}
	case *ssa.MakeInterface:
		return g.key(at(x.X), depth+1)
	case *ssa.ChangeType:
		return g.key(at(x.X), depth+1)
	case *ssa.Convert:
		if isStringOrBytes(x.Type()) && isStringOrBytes(x.X.Type()) || isInteger(x.Type()) && isInteger(x.X.Type()) {
			return g.key(at(x.X), depth+1)
		}
	case *ssa.Phi:
		var k keys.Key
		for i, e := range x.Edges {
			if e == x {
				continue
			}
			ek := keys.Key{}
			if _, loop := e.(*ssa.Phi); !loop {
				ek = g.key(at(e), depth+8)
			}
			if i == 0 {
				k = ek
			} else if !keys.Same(k, ek) {
				return g.symbol(v)
			}
		}
		if k.Known() {
			return k
		}
	case *ssa.UnOp:
		if x.Op == token.MUL {
			if ia, ok := x.X.(*ssa.IndexAddr); ok {
				return g.elementKey(v, ia, depth)
			}
			if places := g.Objects(at(x.X)); len(places) == 1 {
				place := places[0]
				if recs := g.stores[place]; len(recs) == 1 && place.Local() {
					return g.key(recs[0].val, depth+1)
				}
			}
		}
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			if k, ok := g.callKey(v, c, x.Index, depth); ok {
				return k
			}
		}
	case *ssa.Call:
		if k, ok := g.callKey(v, x, 0, depth); ok {
			return k
		}
	}
	return g.symbol(v)
}

// elementKey names an element of a slice by the slice and the index, so that ks[0] and ks[1] differ and ks[i] is ks[i].
func (g *Graph) elementKey(v Value, ia *ssa.IndexAddr, depth int) keys.Key {
	base := Value{v: ia.X, f: v.f}
	idx := Value{v: ia.Index, f: v.f}
	if c, ok := ia.Index.(*ssa.Const); ok {
		if es, ok := g.Elems(base); ok {
			if i := int(c.Int64()); i >= 0 && i < len(es) && !es[i].IsZero() {
				return g.key(es[i], depth+1)
			}
		}
	}
	if o := g.One(base); o != nil {
		return keys.Sym(fmt.Sprintf("o%d[%s]", o.ID, g.index(idx)), g.class(g.elem(o)))
	}
	return g.symbol(v)
}

func (g *Graph) index(v Value) string {
	if c, ok := v.v.(*ssa.Const); ok && c.Value != nil {
		return c.Value.ExactString()
	}
	return fmt.Sprintf("f%d.%s", v.f.ID, v.v.Name())
}

// symbol is the symbol of a value that is not taken apart.
func (g *Graph) symbol(v Value) keys.Key {
	if !isKeyType(v.v.Type()) {
		return keys.Key{}
	}
	os := g.Objects(v)
	if len(os) == 1 && os[0].Kind != ObjConst {
		o := os[0]
		if o.Kind == ObjElem && len(g.stores[o]) != 0 {
			return keys.Sym(fmt.Sprintf("f%d.%s", v.f.ID, v.v.Name()), keys.Any)
		}
		return keys.Sym(fmt.Sprintf("o%d", o.ID), g.class(o))
	}
	return keys.Sym(fmt.Sprintf("f%d.%s", v.f.ID, v.v.Name()), keys.Any)
}

// class says what a symbol may contain: numbers hold no brace; an id that comes in as a parameter hardly does; configuration kept in the
// receiver or in a package variable, and the results of calls, may well be a prefix with a hash tag.
func (g *Graph) class(o *Object) keys.Class {
	if o.typ != nil && isInteger(o.typ) {
		return keys.Number
	}
	root := o.Root()
	switch root.Kind {
	case ObjParam:
		if p, ok := root.Val.v.(*ssa.Parameter); ok {
			fn := p.Parent()
			if fn.Signature.Recv() != nil && len(fn.Params) > 0 && fn.Params[0] == p {
				return keys.Any
			}
			switch name := strings.ToLower(p.Name()); {
			case name == "ns", strings.Contains(name, "prefix"), strings.Contains(name, "tag"), strings.Contains(name, "slot"), strings.Contains(name, "namespace"):
				return keys.Prefix
			}
			return keys.Plain
		}
	case ObjUnknown:
		if e, ok := root.Val.v.(*ssa.Extract); ok {
			if _, ok := e.Tuple.(*ssa.Next); ok {
				return keys.Plain
			}
		}
	}
	return keys.Any
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func isStringOrBytes(t types.Type) bool {
	if isString(t) {
		return true
	}
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}

func isKeyType(t types.Type) bool {
	return isStringOrBytes(t) || isInteger(t) || types.IsInterface(t) || isNamed(t)
}

func isNamed(t types.Type) bool {
	_, ok := types.Unalias(derefType(t)).(*types.Named)
	return ok
}

// callKey evaluates a call that builds a key.
func (g *Graph) callKey(v Value, c *ssa.Call, result, depth int) (keys.Key, bool) {
	at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
	key := siteKey{v.f, c}
	if g.opAt[key] != nil {
		return keys.Key{}, false
	}
	if frs := g.inlined[key]; len(frs) == 1 && frs[0].Kind == Called {
		return g.returnedKey(frs[0], result, depth)
	}
	callee := c.Call.StaticCallee()
	if callee == nil {
		return keys.Key{}, false
	}
	args := c.Call.Args
	switch name := qualified(callee); name {
	case "fmt.Sprintf":
		return g.sprintf(at(args[0]), at(args[1]), depth)
	case "fmt.Sprint":
		es, ok := g.Elems(at(args[0]))
		if !ok {
			return keys.Key{}, false
		}
		var ks []keys.Key
		for _, e := range es {
			if mi, ok := e.v.(*ssa.MakeInterface); !ok || !isString(mi.X.Type()) {
				return keys.Key{}, false
			}
			ks = append(ks, g.key(e, depth+1))
		}
		return keys.Concat(ks...), true
	case "strings.Join":
		es, ok := g.Elems(at(args[0]))
		sep := g.key(at(args[1]), depth+1)
		if !ok {
			return keys.Key{}, false
		}
		var ks []keys.Key
		for i, e := range es {
			if i > 0 {
				ks = append(ks, sep)
			}
			ks = append(ks, g.key(e, depth+1))
		}
		return keys.Concat(ks...), true
	case "strconv.Itoa", "strconv.FormatInt", "strconv.FormatUint":
		if len(args) == 2 {
			if b, ok := args[1].(*ssa.Const); !ok || b.Int64() != 10 {
				return keys.Key{}, false
			}
		}
		return g.number(at(args[0]), depth), true
	case "strings.ToLower", "strings.ToUpper", "strings.TrimSpace", "path.Base", "net/url.PathEscape", "strings.Clone":
		k := g.key(at(args[0]), depth+1)
		return wrapKey(name, k), k.Known()
	}
	if callee.Name() == "String" && len(args) == 1 && callee.Signature.Recv() != nil { // a Stringer is taken to be pure
		k := g.key(at(args[0]), depth+1)
		return wrapKey("String", k), k.Known()
	}
	if o := origin(callee); o.Pkg == g.Pkg.ssa && len(callee.Blocks) > 0 && len(callee.Blocks) <= 12 && depth < 16 {
		t := target{fn: callee}
		if mc, ok := c.Call.Value.(*ssa.MakeClosure); ok {
			t = g.closure(at(mc))
		}
		fr := g.evalFrame(v.f, c, t)
		return g.returnedKey(fr, result, depth)
	}
	if obj, ok := callee.Object().(*types.Func); ok {
		if k, ok := g.factKey(v.f, c, obj, result, depth); ok {
			return k, true
		}
	}
	return keys.Key{}, false
}

// evalFrame binds the parameters of a pure helper without laying it out. One frame per call keeps its symbols stable.
func (g *Graph) evalFrame(f *Frame, c *ssa.Call, t target) *Frame {
	k := siteKey{f, c}
	if fr := g.evals[k]; fr != nil {
		return fr
	}
	fr := &Frame{ID: -len(g.evals) - 1, Fn: t.fn, Kind: Called, Parent: f, Site: c, depth: f.depth + 1, free: t.free}
	for _, a := range c.Call.Args {
		fr.params = append(fr.params, Value{v: a, f: f})
	}
	g.evals[k] = fr
	return fr
}

// returnedKey is the key that all returns of a frame agree on; returns of "" (with an error) are left out.
func (g *Graph) returnedKey(fr *Frame, i, depth int) (keys.Key, bool) {
	var out keys.Key
	for _, b := range fr.Fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		if i >= len(ret.Results) {
			return keys.Key{}, false
		}
		k := g.key(Value{v: ret.Results[i], f: fr}, depth+1)
		if s, ok := k.Const(); ok && s == "" && len(ret.Results) > 1 {
			continue
		}
		if !k.Known() {
			return keys.Key{}, false
		}
		if out.Known() && !keys.Same(out, k) {
			return keys.Key{}, false
		}
		out = k
	}
	return out, out.Known()
}

func wrapKey(fn string, k keys.Key) keys.Key {
	if s, ok := k.Const(); ok && fn == "strings.ToLower" {
		return keys.Lit(strings.ToLower(s))
	}
	var b strings.Builder
	class := keys.Number
	for _, p := range k.Parts {
		if p.Sym != "" {
			b.WriteString("<" + p.Sym + ">")
			class = min(class, p.Class)
		} else {
			fmt.Fprintf(&b, "%q", p.Lit)
		}
	}
	return keys.Sym(fn+"("+b.String()+")", class)
}

// number is the decimal form of an integer.
func (g *Graph) number(v Value, depth int) keys.Key {
	if mi, ok := v.v.(*ssa.MakeInterface); ok {
		v = Value{v: mi.X, f: v.f}
	}
	k := g.key(v, depth+1)
	if _, ok := k.Const(); ok || !k.Known() {
		return k
	}
	return keys.Sym("d"+k.Parts[0].Sym, keys.Number)
}

// sprintf evaluates a format with plain verbs.
func (g *Graph) sprintf(format, list Value, depth int) (keys.Key, bool) {
	fk := g.key(format, depth+1)
	f, ok := fk.Const()
	if !ok {
		return keys.Key{}, false
	}
	args, ok := g.Elems(list)
	if !ok {
		return keys.Key{}, false
	}
	var ks []keys.Key
	n := 0
	for f != "" {
		i := strings.IndexByte(f, '%')
		if i < 0 {
			ks = append(ks, keys.Lit(f))
			break
		}
		if i > 0 {
			ks = append(ks, keys.Lit(f[:i]))
		}
		f = f[i+1:]
		if f == "" {
			return keys.Key{}, false
		}
		if f[0] == '%' {
			ks, f = append(ks, keys.Lit("%")), f[1:]
			continue
		}
		e := strings.IndexFunc(f, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '[' || r == '*' })
		if e < 0 || f[e] == '[' || f[e] == '*' || n >= len(args) {
			return keys.Key{}, false
		}
		verb := f[:e+1]
		f = f[e+1:]
		arg := args[n]
		n++
		mi, _ := arg.v.(*ssa.MakeInterface)
		var at types.Type
		if mi != nil {
			at = mi.X.Type()
		}
		switch {
		case (verb == "s" || verb == "v") && at != nil && isStringOrBytes(at) && isString(at):
			ks = append(ks, g.key(arg, depth+1))
		case (verb == "d" || verb == "v") && at != nil && isInteger(at) && !hasString(at):
			ks = append(ks, g.number(arg, depth))
		case verb == "s" || verb == "v":
			k := g.key(arg, depth+1)
			if !k.Known() {
				return keys.Key{}, false
			}
			ks = append(ks, wrapKey("String", k))
		default:
			k := g.key(arg, depth+1)
			if !k.Known() {
				return keys.Key{}, false
			}
			w := wrapKey("%"+verb, k)
			ks = append(ks, w)
		}
	}
	if n != len(args) {
		return keys.Key{}, false
	}
	if len(ks) == 0 {
		return keys.Lit(""), true
	}
	return keys.Concat(ks...), true
}

func hasString(t types.Type) bool {
	return types.NewMethodSet(t).Lookup(nil, "String") != nil
}

// qualified is the import path and name of a package-level function, or of a method with its receiver's type.
func qualified(f *ssa.Function) string {
	obj, ok := f.Object().(*types.Func)
	if !ok || obj.Pkg() == nil {
		return f.Name()
	}
	if obj.Signature().Recv() != nil {
		return obj.FullName()
	}
	return obj.Pkg().Path() + "." + obj.Name()
}
