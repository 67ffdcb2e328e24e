// Package calls classifies every call of the client library in a package, once, for all checks.
package calls

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Analyzer computes the Result. In a package that sees no type of the library the result is empty, at no cost. It does not require
// inspect, which would be built for every dependency of a program: it makes its inspector behind the import gate.
var Analyzer = &analysis.Analyzer{
	Name: "rediscalls",
	Doc:  "classify calls of the go-redis client library",

	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// Call is one call of the library, as the source spells it.
type Call struct {
	Expr *ast.CallExpr
	Fn   *types.Func // the method or function; of an interface, the interface's method
	Lib  redisapi.Library
	Kind Kind
	// Method is the row of the model for Kind Command, otherwise nil.
	Method *redisapi.Method
	// Role is the role of the receiver by its static type. A receiver reached through embedding has the role of the
	// outermost library type on the way: s.Get with an embedded *redis.Client is RoleClient.
	Role redisapi.Role
	// Recv is the receiver expression as written (for an embedded client the program's own value), nil for package functions.
	Recv ast.Expr
	// Ctx is the leading context argument, nil where the version of the library has none.
	Ctx ast.Expr
	// Args are the arguments without the context. Variadic arguments are spelled out unless Spread.
	Args []ast.Expr
	// Spread is true for f(xs...).
	Spread bool
	// AppInterface is true when the method is declared by an interface of the program, recognised by its result type.
	AppInterface bool
}

// MethodValue is a method of the library taken as a value, not called: f := rdb.Keys.
type MethodValue struct {
	Expr         *ast.SelectorExpr
	Fn           *types.Func
	Lib          redisapi.Library
	Role         redisapi.Role
	AppInterface bool
}

// Name is the Go name of the called method or function.
func (c *Call) Name() string { return c.Fn.Name() }

// Version is the version of the library that is called.
func (c *Call) Version() redisapi.Version { return redisapi.VersionOfFunc(c.Fn) }

// Result is the classification of a package.
type Result struct {
	Calls []*Call // in source order, per file
	// MethodValues are in source order, too.
	MethodValues []MethodValue
	byPos        map[token.Pos]*Call
	byAST        map[*ast.CallExpr]*Call
	// Inspector walks the files of the package; nil in a package that sees no type of the library.
	Inspector *inspector.Inspector
}

// At returns the call whose opening parenthesis is at pos (the position that go/ssa gives a call), or nil.
func (r *Result) At(lparen token.Pos) *Call { return r.byPos[lparen] }

// Of returns the classified call of an expression, or nil.
func (r *Result) Of(e ast.Expr) *Call {
	if ce, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		return r.byAST[ce]
	}
	return nil
}

// OfKind returns the calls of some kinds, in source order.
func (r *Result) OfKind(kinds ...Kind) []*Call {
	var out []*Call
	for _, c := range r.Calls {
		for _, k := range kinds {
			if c.Kind == k {
				out = append(out, c)
				break
			}
		}
	}
	return out
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{}
	if redisapi.InLibrary(pass.Pkg.Path()) || !redisapi.Reaches(pass.Pkg) {
		return r, nil
	}
	in := inspector.New(pass.Files)
	r.byPos, r.byAST, r.Inspector = map[token.Pos]*Call{}, map[*ast.CallExpr]*Call{}, in
	called := map[ast.Expr]bool{}
	in.Preorder([]ast.Node{(*ast.CallExpr)(nil), (*ast.SelectorExpr)(nil)}, func(n ast.Node) {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if !called[sel] {
				r.methodValue(pass.TypesInfo, sel)
			}
			return
		}
		ce := n.(*ast.CallExpr)
		called[ast.Unparen(ce.Fun)] = true
		c := classifyExpr(pass.TypesInfo, ce)
		if c == nil {
			return
		}
		r.Calls = append(r.Calls, c)
		r.byPos[ce.Lparen] = c
		r.byAST[ce] = c
	})
	return r, nil
}

func (r *Result) methodValue(info *types.Info, sel *ast.SelectorExpr) {
	s := info.Selections[sel]
	if s == nil || s.Kind() == types.FieldVal {
		return
	}
	fn, ok := s.Obj().(*types.Func)
	if !ok {
		return
	}
	if role, lib, app, ok := Identify(fn.Origin(), s.Recv(), roleOnPath(s.Recv(), s.Index())); ok {
		r.MethodValues = append(r.MethodValues, MethodValue{Expr: sel, Fn: fn.Origin(), Lib: lib, Role: role, AppInterface: app})
	}
}

// classifyExpr returns the Call of an expression, or nil when it does not call the library.
func classifyExpr(info *types.Info, ce *ast.CallExpr) *Call {
	fn, _ := typeutil.Callee(info, ce).(*types.Func)
	if fn == nil {
		return nil
	}
	fn = fn.Origin()
	c := &Call{Expr: ce, Fn: fn}
	args := ce.Args
	var recvType types.Type
	if sel, ok := ast.Unparen(ce.Fun).(*ast.SelectorExpr); ok {
		if s := info.Selections[sel]; s != nil {
			switch s.Kind() {
			case types.MethodVal:
				c.Recv, recvType = sel.X, s.Recv()
			case types.MethodExpr: // (*redis.Client).Get(rdb, ctx, key)
				if len(args) == 0 {
					return nil
				}
				c.Recv, recvType, args = args[0], s.Recv(), args[1:]
			}
			c.Role = roleOnPath(recvType, s.Index())
		}
	}
	role, lib, app, ok := Identify(fn, recvType, c.Role)
	if !ok {
		return nil
	}
	c.Role, c.Lib, c.AppInterface = role, lib, app
	c.Kind, c.Method = classify(fn, role)
	if c.AppInterface && c.Kind == Other {
		return nil
	}
	c.Ctx, c.Args = splitContext(fn, args)
	c.Spread = ce.Ellipsis.IsValid()
	return c
}

// Identify decides whether fn is a function of the library, and the role of its receiver. recv is the static type of the receiver, nil
// for none; onPath is the role found while following embedded fields, RoleNone if unknown.
func Identify(fn *types.Func, recv types.Type, onPath redisapi.Role) (redisapi.Role, redisapi.Library, bool, bool) {
	sig := fn.Signature()
	if lib, ok := redisapi.LibraryOf(fn.Pkg()); ok {
		if sig.Recv() == nil {
			return redisapi.RoleNone, lib, false, true
		}
		role := onPath
		if role == redisapi.RoleNone && recv != nil {
			role = redisapi.RoleOf(recv)
		}
		if role == redisapi.RoleNone || role == redisapi.RoleCmd {
			role = roleOfReceiver(sig)
		}
		return role, lib, false, true
	}
	// An interface of the program over the library's methods: a method that returns a command, a pipeline or commands with an error.
	if sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) || sig.Results().Len() == 0 {
		return 0, redisapi.Library{}, false, false
	}
	res := sig.Results().At(0).Type()
	if sl, ok := types.Unalias(res).(*types.Slice); ok {
		res = sl.Elem()
	}
	pkg := namedPkg(res)
	lib, ok := redisapi.LibraryOf(pkg)
	if !ok {
		// Watch(ctx, func(*redis.Tx) error, ...string) error
		for i := range sig.Params().Len() {
			if f, isFn := sig.Params().At(i).Type().Underlying().(*types.Signature); isFn && f.Params().Len() == 1 {
				if l, ok := redisapi.LibraryOf(namedPkg(f.Params().At(0).Type())); ok && fn.Name() == "Watch" {
					return redisapi.RoleUniversal, l, true, true
				}
			}
		}
		return 0, redisapi.Library{}, false, false
	}
	role := redisapi.RoleCmdable
	switch redisapi.RoleOf(res) {
	case redisapi.RoleCmd:
		if fn.Name() == "Exec" {
			role = redisapi.RolePipeline
		}
	case redisapi.RolePipeline, redisapi.RolePubSub:
		if fn.Name() != "Pipeline" && fn.Name() != "TxPipeline" && fn.Name() != "Subscribe" && fn.Name() != "PSubscribe" && fn.Name() != "SSubscribe" {
			return 0, redisapi.Library{}, false, false
		}
	default:
		return 0, redisapi.Library{}, false, false
	}
	if hasMethod(sig.Recv().Type(), "Exec") {
		role = redisapi.RolePipeline
	}
	return role, lib, true, true
}

func hasMethod(iface types.Type, name string) bool {
	it, ok := iface.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for i := range it.NumMethods() {
		if it.Method(i).Name() == name {
			return true
		}
	}
	return false
}

func namedPkg(t types.Type) *types.Package {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Pkg()
	}
	return nil
}

// roleOfReceiver is the role by the receiver that the method is declared on (its interface, or the unexported cmdable).
func roleOfReceiver(sig *types.Signature) redisapi.Role {
	t := sig.Recv().Type()
	if r := redisapi.RoleOf(t); r != redisapi.RoleNone {
		return r
	}
	// baseCmd and friends: methods promoted into commands.
	if n, ok := types.Unalias(derefType(t)).(*types.Named); ok {
		switch n.Obj().Name() {
		case "baseCmd", "genericCmd":
			return redisapi.RoleCmd
		}
	}
	return redisapi.RoleCmdable
}

func derefType(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// roleOnPath follows the embedded fields of a selection and returns the role of the first library type on the way.
func roleOnPath(t types.Type, index []int) redisapi.Role {
	for i := 0; ; i++ {
		if r := redisapi.RoleOf(t); r != redisapi.RoleNone {
			return r
		}
		if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
			// The constraint decides: T redis.Cmdable is anything, T *redis.Client a client.
			if iface, ok := tp.Constraint().Underlying().(*types.Interface); ok && iface.NumEmbeddeds() == 1 {
				if r := redisapi.RoleOf(iface.EmbeddedType(0)); r != redisapi.RoleNone {
					return r
				}
			}
			return redisapi.RoleCmdable
		}
		if i >= len(index)-1 {
			return redisapi.RoleNone
		}
		st, ok := derefType(t).Underlying().(*types.Struct)
		if !ok || index[i] >= st.NumFields() {
			return redisapi.RoleNone
		}
		t = st.Field(index[i]).Type()
	}
}

// splitContext cuts the leading context.Context off the arguments where the method has one.
func splitContext(fn *types.Func, args []ast.Expr) (ast.Expr, []ast.Expr) {
	if HasContext(fn) && len(args) > 0 {
		return args[0], args[1:]
	}
	return nil, args
}

// HasContext reports whether the first parameter of fn is a context.Context.
func HasContext(fn *types.Func) bool {
	ps := fn.Signature().Params()
	if ps.Len() == 0 {
		return false
	}
	n, ok := types.Unalias(ps.At(0).Type()).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// Classify returns the kind of a library function for a receiver role, for calls that have no call expression (method values).
func Classify(fn *types.Func, role redisapi.Role) (Kind, *redisapi.Method) { return classify(fn, role) }
