package values

import (
	"fmt"
	"go/ast"
	"go/types"
	"sort"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Place is a parameter or a struct field of the library where a value ends.
type Place struct {
	// Version is that of the library, Dialect that of redisapi.Library.
	Version redisapi.Version
	Dialect string
	Kind    calls.Kind
	// Owner is the type a method belongs to ("cmdable", "StringCmd"), or the struct type of a field ("SetArgs").
	Owner string
	// Name is the method, function or field.
	Name string
	// Param is the parameter without the context, -1 for a field.
	Param int
	// Rest is true for the variadic parameter.
	Rest bool
	// Duration is true for a time.Duration, Any for an interface without methods (or a variadic of it).
	Duration, Any bool
	// Alone is false where a wrapper passes the value as one of several of the variadic parameter.
	Alone bool
}

// IsField reports whether the place is a field of a struct.
func (p Place) IsField() bool { return p.Param < 0 }

// Use is a value that arrives at a place: given directly, or as the argument of a wrapper.
type Use struct {
	Place
	// Exprs are the values: one, or all that are passed to a variadic parameter.
	Exprs  []ast.Expr
	Spread bool // the last expression is a slice followed by ...
	// Node is the call, or the key-value pair or assignment of a field.
	Node ast.Node
	Call *calls.Call // nil through a wrapper and for a field
	Via  *types.Func // the wrapper, nil when direct
}

// Forwards is the fact of a function that hands parameters on.
type Forwards struct{ Params []Forward }

// Forward says where one parameter goes.
type Forward struct {
	Index  int
	Spread bool // the parameter is a slice that is spread
	Place  Place
}

// AFact marks Forwards as a fact.
func (*Forwards) AFact() {}

func (f *Forwards) String() string {
	var sb strings.Builder
	for i, p := range f.Params {
		if i > 0 {
			sb.WriteString(" ")
		}
		fmt.Fprintf(&sb, "%d:%s.%s", p.Index, p.Place.Owner, p.Place.Name)
	}
	return sb.String()
}

// Uses returns the values that arrive at places of the library, in source order of their kinds: direct ones first.
func (r *Result) Uses() []Use { return r.uses }

// follow finds all uses and exports the facts.
func (r *Result) follow(cr *calls.Result, in *inspector.Inspector) {
	for _, c := range cr.Calls {
		r.callUses(c)
	}
	r.fieldUses(in)
	r.dynamic = r.interfaceMethods()
	found := map[*types.Func]*Forwards{}
	// Wrappers of wrappers: each round looks at the uses that the round before found.
	for from, round := 0, 0; from < len(r.uses) && round < 6; round++ {
		to := len(r.uses)
		fresh := map[*types.Func][]Forward{}
		for _, u := range r.uses[from:to] {
			for _, p := range r.forwardsOf(u) {
				if add(found, p.fn, p.Forward) {
					fresh[p.fn] = append(fresh[p.fn], p.Forward)
				}
			}
		}
		if round == 0 {
			r.importedUses(in)
		}
		for _, fn := range sorted(fresh) {
			for _, ce := range r.callsOf(fn) {
				for _, f := range fresh[fn] {
					r.wrapperUse(fn, ce, f)
				}
			}
		}
		from = to
	}
	for fn, f := range found {
		sort.Slice(f.Params, func(i, j int) bool { return fmt.Sprint(f.Params[i]) < fmt.Sprint(f.Params[j]) })
		r.pass.ExportObjectFact(fn, f)
	}
}

// callsOf returns the calls of a function of this package, also those of an interface's method that it implements.
func (r *Result) callsOf(fn *types.Func) []*ast.CallExpr {
	out := r.calls[fn]
	recv := fn.Signature().Recv()
	if recv == nil {
		return out
	}
	for _, m := range r.dynamic[fn.Name()] {
		iface := m.Signature().Recv().Type().Underlying().(*types.Interface)
		if types.Implements(recv.Type(), iface) {
			out = append(out[:len(out):len(out)], r.calls[m]...)
		}
	}
	return out
}

// interfaceMethods are the called methods of the program's interfaces, by name.
func (r *Result) interfaceMethods() map[string][]*types.Func {
	out := map[string][]*types.Func{}
	for m := range r.calls {
		if recv := m.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			if _, lib := redisapi.LibraryOf(m.Pkg()); !lib {
				out[m.Name()] = append(out[m.Name()], m)
			}
		}
	}
	for _, ms := range out {
		sort.Slice(ms, func(i, j int) bool { return r.calls[ms[i]][0].Pos() < r.calls[ms[j]][0].Pos() })
	}
	return out
}

func add(m map[*types.Func]*Forwards, fn *types.Func, f Forward) bool {
	if m[fn] == nil {
		m[fn] = &Forwards{}
	}
	for _, g := range m[fn].Params {
		if g == f {
			return false
		}
	}
	m[fn].Params = append(m[fn].Params, f)
	return true
}

func sorted(m map[*types.Func][]Forward) []*types.Func {
	var fns []*types.Func
	for fn := range m {
		fns = append(fns, fn)
	}
	sort.Slice(fns, func(i, j int) bool { return fns[i].Pos() < fns[j].Pos() })
	return fns
}

// callUses adds the arguments of a direct call.
func (r *Result) callUses(c *calls.Call) {
	sig := c.Fn.Signature()
	shift := 0
	if calls.HasContext(c.Fn) {
		shift = 1
	}
	p := Place{Version: r.flow.Version(c.Fn), Dialect: c.Lib.Dialect, Kind: c.Kind, Owner: ownerOf(c.Fn), Name: c.Fn.Name(), Alone: true}
	n := sig.Params().Len() - shift
	for i := range n {
		p.Param, p.Rest = i, sig.Variadic() && i == n-1
		p.Duration, p.Any = kindOf(sig.Params().At(i + shift).Type())
		switch {
		case p.Rest && i <= len(c.Args):
			r.uses = append(r.uses, Use{Place: p, Exprs: c.Args[i:], Spread: c.Spread, Node: c.Expr, Call: c})
		case i < len(c.Args):
			r.uses = append(r.uses, Use{Place: p, Exprs: c.Args[i : i+1], Node: c.Expr, Call: c})
		}
	}
}

// kindOf tells whether a parameter type is a duration, or an empty interface or a variadic slice of it.
func kindOf(t types.Type) (duration, anything bool) {
	if sl, ok := types.Unalias(t).(*types.Slice); ok {
		t = sl.Elem()
	}
	it, ok := t.Underlying().(*types.Interface)
	return IsDuration(t), ok && it.Empty()
}

// IsDuration reports whether t is time.Duration.
func IsDuration(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Duration" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time"
}

func ownerOf(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return ""
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// fieldUses adds the values written to fields of the library's structs, in literals and by assignment.
func (r *Result) fieldUses(in *inspector.Inspector) {
	info := r.pass.TypesInfo
	in.Preorder([]ast.Node{(*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil)}, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CompositeLit:
			owner, st := libStruct(info.TypeOf(n))
			if owner == nil {
				return
			}
			for i, el := range n.Elts {
				name, val, node := "", el, ast.Node(el)
				if kv, ok := el.(*ast.KeyValueExpr); ok {
					if id, ok := kv.Key.(*ast.Ident); ok {
						name, val = id.Name, kv.Value
					}
				} else if i < st.NumFields() {
					name = st.Field(i).Name()
				}
				r.fieldUse(owner, st, name, val, node)
			}
		case *ast.AssignStmt:
			if len(n.Lhs) != len(n.Rhs) {
				return
			}
			for i, lhs := range n.Lhs {
				sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
				if !ok {
					continue
				}
				s := info.Selections[sel]
				if s == nil || s.Kind() != types.FieldVal {
					continue
				}
				t := s.Recv()
				if len(s.Index()) > 1 { // promoted through embedding: find the struct that declares it
					t = fieldOwner(t, s.Index())
				}
				if owner, st := libStruct(t); owner != nil {
					r.fieldUse(owner, st, sel.Sel.Name, n.Rhs[i], n)
				}
			}
		}
	})
}

func (r *Result) fieldUse(owner *types.TypeName, st *types.Struct, name string, val ast.Expr, node ast.Node) {
	lib, _ := redisapi.LibraryOf(owner.Pkg())
	p := Place{Version: redisapi.VersionOf(owner.Pkg()), Dialect: lib.Dialect, Owner: owner.Name(), Name: name, Param: -1, Alone: true}
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			p.Duration, p.Any = kindOf(st.Field(i).Type())
		}
	}
	r.uses = append(r.uses, Use{Place: p, Exprs: []ast.Expr{val}, Node: node})
}

func fieldOwner(t types.Type, index []int) types.Type {
	for _, i := range index[:len(index)-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok || i >= st.NumFields() {
			return t
		}
		t = st.Field(i).Type()
	}
	return t
}

// libStruct returns a struct type of the library and its name, or nil.
func libStruct(t types.Type) (*types.TypeName, *types.Struct) {
	if t == nil {
		return nil, nil
	}
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok {
		return nil, nil
	}
	st, ok := n.Underlying().(*types.Struct)
	if _, lib := redisapi.LibraryOf(n.Obj().Pkg()); !ok || !lib {
		return nil, nil
	}
	return n.Obj(), st
}

type forwarding struct {
	fn *types.Func
	Forward
}

// forwardsOf returns the parameters of the enclosing function that a use hands on as they are.
func (r *Result) forwardsOf(u Use) []forwarding {
	var out []forwarding
	for i, e := range u.Exprs {
		v := r.Var(e)
		if v == nil || v.IsField() {
			continue
		}
		fn, index, ok := r.IsParam(v)
		if !ok || fn == nil {
			continue
		}
		f := Forward{Index: index, Place: u.Place, Spread: u.Spread && i == len(u.Exprs)-1}
		if u.Rest && (len(u.Exprs) > 1 || !u.Alone) {
			f.Place.Alone = false
		}
		out = append(out, forwarding{fn, f})
	}
	return out
}

// importedUses adds the arguments of calls to wrappers of other packages.
func (r *Result) importedUses(in *inspector.Inspector) {
	in.Preorder([]ast.Node{(*ast.CallExpr)(nil)}, func(n ast.Node) {
		ce := n.(*ast.CallExpr)
		fn, _ := typeutil.Callee(r.pass.TypesInfo, ce).(*types.Func)
		if fn == nil || fn.Pkg() == nil || fn.Pkg() == r.pass.Pkg || redisapi.InLibrary(fn.Pkg().Path()) {
			return
		}
		var fact Forwards
		if !r.pass.ImportObjectFact(fn.Origin(), &fact) {
			return
		}
		for _, f := range fact.Params {
			r.wrapperUse(fn, ce, f)
		}
	})
}

// wrapperUse adds what a call of a wrapper passes for a forwarded parameter.
func (r *Result) wrapperUse(fn *types.Func, ce *ast.CallExpr, f Forward) {
	sig := fn.Signature()
	u := Use{Place: f.Place, Node: ce, Via: fn}
	if sig.Variadic() && f.Index == sig.Params().Len()-1 {
		if !f.Spread || f.Index > len(ce.Args) {
			return // the variadic slice itself is one value of the library call: the wrapper's own defect
		}
		u.Exprs, u.Spread = ce.Args[f.Index:], ce.Ellipsis.IsValid()
	} else {
		if f.Index >= len(ce.Args) {
			return
		}
		u.Exprs, u.Spread = ce.Args[f.Index:f.Index+1], f.Spread
	}
	r.uses = append(r.uses, u)
}

// Of names the place of a use for a message: "Set", "SetArgs" for a field of it, "Set through cacheFor".
func (u Use) Of() string {
	of := u.Name
	if u.IsField() {
		of = u.Owner
	}
	if u.Via != nil && u.Via.Name() != u.Name {
		of += " through " + u.Via.Name()
	}
	return of
}

// Text is an expression as the user wrote it, short enough for a message and in ASCII.
func Text(e ast.Expr) string {
	s := types.ExprString(e)
	s = strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' {
			return '?'
		}
		return c
	}, s)
	if len(s) > 40 {
		s = s[:37] + "..."
	}
	return s
}
