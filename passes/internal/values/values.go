// Package values answers small value questions from the syntax tree alone: which expressions define a variable or a field, which
// calls reach a function, and which arguments end up, through wrappers, in a parameter of the library.
package values

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
)

// Analyzer computes the Result and exports, for each function that hands a parameter on to the library, where it goes. Its result is
// nil in a package that no library reaches.
var Analyzer = &analysis.Analyzer{
	Name:       "redisvalues",
	Doc:        "follow values from assignments and callers into the go-redis client library",
	Requires:   []*analysis.Analyzer{calls.Analyzer, flow.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*Forwards)(nil), (*Replies)(nil), (*ScriptText)(nil)},
	Run:        run,
}

// Def is one definition of a variable or field.
type Def struct {
	Expr ast.Expr // the defining expression; nil for the zero value of a declaration or an unknown value
	// Index is the result that defines the variable in x, y := f(); 0 otherwise.
	Index int
	// Zero is true for a declaration without a value.
	Zero bool
	// Unknown is true where the value cannot be seen: range, op-assignment, reception.
	Unknown bool
}

// Result holds the definitions of a package.
type Result struct {
	pass   *analysis.Pass
	flow   *flow.Package
	cr     *calls.Result
	defs   map[*types.Var][]Def
	addr   map[*types.Var]bool // address taken: anyone may write
	param  map[*types.Var]paramOf
	decls  map[*types.Func]*ast.FuncDecl
	calls  map[*types.Func][]*ast.CallExpr
	tags   map[*types.Var]bool // field with a struct tag: decoders may write it
	consts map[*types.Const]ast.Expr
	uses   []Use
	// dynamic are the called methods of interfaces, by name.
	dynamic map[string][]*types.Func
	files   map[types.Object]string // texts of go:embed variables
}

type paramOf struct {
	fn    *types.Func // nil for a function literal
	index int
}

func run(pass *analysis.Pass) (any, error) {
	cr := pass.ResultOf[calls.Analyzer].(*calls.Result)
	if pass.ResultOf[flow.Analyzer].(*flow.Package) == nil { // the import gate
		return (*Result)(nil), nil
	}
	in := cr.Inspector
	if in == nil {
		in = inspector.New(pass.Files)
	}
	r := &Result{
		pass: pass, cr: cr, flow: pass.ResultOf[flow.Analyzer].(*flow.Package), defs: map[*types.Var][]Def{}, addr: map[*types.Var]bool{}, param: map[*types.Var]paramOf{},
		decls: map[*types.Func]*ast.FuncDecl{}, calls: map[*types.Func][]*ast.CallExpr{}, tags: map[*types.Var]bool{},
		consts: map[*types.Const]ast.Expr{},
	}
	r.collect(in)
	r.follow(cr, in)
	r.exportReplies()
	r.exportScripts()
	return r, nil
}

func (r *Result) collect(in *inspector.Inspector) {
	info := r.pass.TypesInfo
	nodes := []ast.Node{
		(*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.RangeStmt)(nil), (*ast.UnaryExpr)(nil), (*ast.IncDecStmt)(nil),
		(*ast.CompositeLit)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil), (*ast.CallExpr)(nil), (*ast.StructType)(nil),
	}
	in.Preorder(nodes, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				v := r.Var(lhs)
				if v == nil {
					continue
				}
				switch {
				case n.Tok != token.ASSIGN && n.Tok != token.DEFINE:
					r.define(v, Def{Unknown: true})
				case len(n.Lhs) == len(n.Rhs):
					r.define(v, Def{Expr: n.Rhs[i]})
				default:
					r.define(v, Def{Expr: n.Rhs[0], Index: i})
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if c, ok := info.Defs[name].(*types.Const); ok && i < len(n.Values) {
					r.consts[c] = n.Values[i]
				}
				v, ok := info.Defs[name].(*types.Var)
				if !ok {
					continue
				}
				switch {
				case len(n.Values) == 0:
					r.define(v, Def{Zero: true})
				case len(n.Values) == len(n.Names):
					r.define(v, Def{Expr: n.Values[i]})
				default:
					r.define(v, Def{Expr: n.Values[0], Index: i})
				}
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if e == nil {
					continue
				}
				if v := r.Var(e); v != nil {
					r.define(v, Def{Unknown: true})
				}
			}
		case *ast.IncDecStmt:
			if v := r.Var(n.X); v != nil {
				r.define(v, Def{Unknown: true})
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				if v := r.Var(n.X); v != nil {
					r.addr[v] = true
				}
			}
		case *ast.CompositeLit:
			r.collectLit(n)
		case *ast.FuncDecl:
			fn, _ := info.Defs[n.Name].(*types.Func)
			if fn != nil {
				r.decls[fn] = n
				r.params(fn, n.Type)
			}
		case *ast.FuncLit:
			r.params(nil, n.Type)
		case *ast.CallExpr:
			if fn, ok := typeutil.Callee(info, n).(*types.Func); ok {
				r.calls[fn.Origin()] = append(r.calls[fn.Origin()], n)
			}
		case *ast.StructType:
			for _, f := range n.Fields.List {
				if f.Tag == nil {
					continue
				}
				for _, name := range f.Names {
					if v, ok := info.Defs[name].(*types.Var); ok {
						r.tags[v] = true
					}
				}
			}
		}
	})
}

func (r *Result) collectLit(lit *ast.CompositeLit) {
	tv, ok := r.pass.TypesInfo.Types[lit]
	if !ok {
		return
	}
	t := tv.Type
	if p, ok := t.Underlying().(*types.Pointer); ok { // elided &T in a slice or map literal
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				if v, ok := r.pass.TypesInfo.Uses[id].(*types.Var); ok {
					r.define(v, Def{Expr: kv.Value})
				}
			}
		} else if i < st.NumFields() {
			r.define(st.Field(i), Def{Expr: el})
		}
	}
}

func (r *Result) params(fn *types.Func, ft *ast.FuncType) {
	i := 0
	for _, f := range ft.Params.List {
		for _, name := range f.Names {
			if v, ok := r.pass.TypesInfo.Defs[name].(*types.Var); ok {
				r.param[v] = paramOf{fn, i}
			}
			i++
		}
		if len(f.Names) == 0 {
			i++
		}
	}
	if ft.Results == nil {
		return
	}
	for _, f := range ft.Results.List {
		for _, name := range f.Names {
			if v, ok := r.pass.TypesInfo.Defs[name].(*types.Var); ok {
				r.define(v, Def{Zero: true})
			}
		}
	}
}

func (r *Result) define(v *types.Var, d Def) { r.defs[v.Origin()] = append(r.defs[v.Origin()], d) }

// Var returns the variable or field that an expression denotes, or nil.
func (r *Result) Var(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := r.pass.TypesInfo.ObjectOf(e).(*types.Var); ok {
			return v.Origin()
		}
	case *ast.SelectorExpr:
		if v, ok := r.pass.TypesInfo.ObjectOf(e.Sel).(*types.Var); ok {
			return v.Origin()
		}
	}
	return nil
}

// Defs returns all definitions of a variable, and whether they are all there are: not for a parameter, an exported variable or field
// with a tag (a decoder may fill it), nor for a variable whose address is taken.
func (r *Result) Defs(v *types.Var) ([]Def, bool) {
	defs := r.defs[v]
	complete := len(defs) > 0 && !r.addr[v] && !r.tags[v]
	if _, ok := r.param[v]; ok {
		complete = false
	}
	if v.Pkg() != r.pass.Pkg {
		complete = false
	}
	for _, d := range defs {
		if d.Unknown {
			complete = false
		}
	}
	return defs, complete
}

// Single returns the one expression that defines a variable, or nil. A zero declaration that is assigned once later counts as two.
func (r *Result) Single(v *types.Var) (Def, bool) {
	defs, complete := r.Defs(v)
	if !complete || len(defs) != 1 || defs[0].Expr == nil {
		return Def{}, false
	}
	return defs[0], true
}

// Resolve follows a local or package variable that is assigned once to its defining expression, repeatedly. It returns e itself where
// that is not possible.
func (r *Result) Resolve(e ast.Expr) ast.Expr {
	for range 8 {
		e = ast.Unparen(e)
		v := r.Var(e)
		if v == nil || v.IsField() {
			return e
		}
		d, ok := r.Single(v)
		if !ok || d.Index != 0 || isTuple(r.pass.TypesInfo.TypeOf(d.Expr)) {
			return e
		}
		e = d.Expr
	}
	return e
}

func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}

// IsParam reports whether v is a parameter that is never assigned, and of which function (nil for a literal) and position.
func (r *Result) IsParam(v *types.Var) (fn *types.Func, index int, ok bool) {
	p, ok := r.param[v]
	if !ok || len(r.defs[v]) > 0 || r.addr[v] {
		return nil, 0, false
	}
	return p.fn, p.index, true
}

// Decl returns the declaration of a function of this package, or nil.
func (r *Result) Decl(fn *types.Func) *ast.FuncDecl { return r.decls[fn.Origin()] }

// Callers returns the expressions that calls in this package pass for a parameter.
func (r *Result) Callers(fn *types.Func, index int) []ast.Expr {
	if fn == nil {
		return nil
	}
	var out []ast.Expr
	for _, c := range r.calls[fn] {
		if index < len(c.Args) {
			out = append(out, c.Args[index])
		}
	}
	return out
}

// Callee returns the function of this package that a call runs, and its single returned expression if its body is one return
// statement (perhaps after other statements that return nothing else); nil otherwise.
func (r *Result) Callee(c *ast.CallExpr) (*types.Func, []ast.Expr) {
	fn, _ := typeutil.Callee(r.pass.TypesInfo, c).(*types.Func)
	if fn == nil {
		return nil, nil
	}
	d := r.decls[fn.Origin()]
	if d == nil || d.Body == nil {
		return fn, nil
	}
	return fn, returned(d)
}

// returned are the first results of the return statements of a function, nil for one without results.
func returned(d *ast.FuncDecl) []ast.Expr {
	var rets []ast.Expr
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) > 0 {
				rets = append(rets, n.Results[0])
			} else {
				rets = append(rets, nil)
			}
		}
		return true
	})
	return rets
}
