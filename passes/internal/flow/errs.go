package flow

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Sentinel is what an error is compared with.
type Sentinel uint8

// The sentinels.
const (
	NoError  Sentinel = iota // nil
	Miss                     // redis.Nil
	Conflict                 // redis.TxFailedErr
	OtherErr                 // anything else
)

// ErrTest is a comparison of an error.
type ErrTest struct {
	Err      Value
	Sentinel Sentinel
	// Equal is true when the condition holds for a match (==, errors.Is), false for != and !errors.Is.
	Equal bool
	// Is is true for errors.Is, which sees through wrapping, false for == and !=.
	Is bool
	// Lib is the library whose sentinel it is, for Miss and Conflict.
	Lib redisapi.Library
	// Pos is the position of the comparison.
	Pos token.Pos
}

// NonNilWhen reports whether the error is certainly not nil when the condition has the given outcome.
func (t ErrTest) NonNilWhen(outcome bool) bool {
	if t.Sentinel == NoError {
		return outcome != t.Equal
	}
	return outcome == t.Equal
}

// SentinelOf returns what sentinel a value is: nil, redis.Nil, redis.TxFailedErr. In v9 they are constants of an internal string type,
// before that variables or constants of the root package.
func (g *Graph) SentinelOf(v Value) (Sentinel, redisapi.Library, bool) {
	switch x := v.v.(type) {
	case *ssa.Const:
		if x.IsNil() {
			return NoError, redisapi.Library{}, true
		}
		n, ok := types.Unalias(x.Type()).(*types.Named)
		if !ok || n.Obj().Pkg() == nil || x.Value == nil || x.Value.Kind() != constant.String {
			return 0, redisapi.Library{}, false
		}
		path := n.Obj().Pkg().Path()
		i := strings.Index(path, "/internal/")
		if i < 0 {
			return 0, redisapi.Library{}, false
		}
		lib, ok := redisapi.LibraryOfPath(path[:i])
		if !ok {
			return 0, redisapi.Library{}, false
		}
		switch constant.StringVal(x.Value) {
		case "redis: nil":
			return Miss, lib, true
		case "redis: transaction failed":
			return Conflict, lib, true
		}
		return OtherErr, lib, true
	case *ssa.MakeInterface:
		return g.SentinelOf(Value{v: x.X, f: v.f})
	case *ssa.ChangeInterface:
		return g.SentinelOf(Value{v: x.X, f: v.f})
	case *ssa.UnOp:
		if gl, ok := x.X.(*ssa.Global); ok && gl.Object() != nil {
			if lib, ok := redisapi.LibraryOf(gl.Object().Pkg()); ok {
				switch gl.Name() {
				case "Nil":
					return Miss, lib, true
				case "TxFailedErr":
					return Conflict, lib, true
				}
			}
			if lib, ok := redisapi.IsNativeNil(gl.Object().Pkg(), gl.Name()); ok {
				return Miss, lib, true
			}
			if g.Pkg != nil && gl.Pkg == g.Pkg.ssa { // var errConflict = redis.TxFailedErr
				if s, lib, ok := g.Pkg.alias(gl); ok {
					return s, lib, true
				}
			}
			return OtherErr, redisapi.Library{}, true
		}
	}
	return 0, redisapi.Library{}, false
}

// ErrTest understands a condition that compares an error: ==, !=, errors.Is, a negation, or a helper of the package that does one of these.
func (g *Graph) ErrTest(cond Value) (ErrTest, bool) { return g.errTest(cond, 0) }

func (g *Graph) errTest(cond Value, depth int) (ErrTest, bool) {
	if depth > 4 {
		return ErrTest{}, false
	}
	at := func(x ssa.Value) Value { return Value{v: x, f: cond.f} }
	switch x := cond.v.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			t, ok := g.errTest(at(x.X), depth+1)
			t.Equal = !t.Equal
			return t, ok
		}
	case *ssa.BinOp:
		if x.Op != token.EQL && x.Op != token.NEQ {
			return ErrTest{}, false
		}
		for _, p := range [][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
			if !isErrorIface(p[0].Type()) {
				continue
			}
			if s, lib, ok := g.SentinelOf(at(p[1])); ok {
				return ErrTest{Err: at(p[0]), Sentinel: s, Equal: x.Op == token.EQL, Lib: lib, Pos: x.Pos()}, true
			}
		}
	case *ssa.Call:
		callee := x.Call.StaticCallee()
		if callee == nil {
			return ErrTest{}, false
		}
		switch qualified(callee) {
		case "errors.Is", "golang.org/x/xerrors.Is", "github.com/pkg/errors.Is", "github.com/cockroachdb/errors.Is":
			t := ErrTest{Err: at(x.Call.Args[0]), Sentinel: OtherErr, Equal: true, Is: true, Pos: x.Call.Pos()}
			if s, lib, ok := g.SentinelOf(at(x.Call.Args[1])); ok {
				t.Sentinel, t.Lib = s, lib
			}
			return t, true
		}
		if obj := callee.Object(); obj != nil && len(x.Call.Args) == 1 && callee.Signature.Recv() == nil {
			if lib, ok := redisapi.IsNativeNil(obj.Pkg(), obj.Name()); ok {
				return ErrTest{Err: at(x.Call.Args[0]), Sentinel: Miss, Equal: true, Is: true, Lib: lib, Pos: x.Call.Pos()}, true
			}
		}
		i := errorParam(callee.Signature)
		if i < 0 || callee.Signature.Results().Len() != 1 || !isBool(callee.Signature.Results().At(0).Type()) {
			return ErrTest{}, false
		}
		if callee.Signature.Recv() != nil {
			i++
		}
		if i >= len(x.Call.Args) {
			return ErrTest{}, false
		}
		if o := origin(callee); o.Pkg == g.Pkg.ssa && len(callee.Blocks) == 1 {
			ret, ok := callee.Blocks[0].Instrs[len(callee.Blocks[0].Instrs)-1].(*ssa.Return)
			if !ok {
				return ErrTest{}, false
			}
			fr := &Frame{ID: -1, Fn: callee, Kind: Called, Parent: cond.f}
			t, ok := g.errTest(Value{v: ret.Results[0], f: fr}, depth+1)
			if p, isParam := t.Err.v.(*ssa.Parameter); ok && isParam && p == callee.Params[i] {
				t.Err, t.Pos = at(x.Call.Args[i]), x.Call.Pos()
				return t, true
			}
			return ErrTest{}, false
		}
		if obj, ok := callee.Object().(*types.Func); ok {
			if s := g.Pkg.factOf(obj); s != nil && s.Test != nil {
				return ErrTest{Err: at(x.Call.Args[i]), Sentinel: s.Test.Sentinel, Equal: s.Test.Equal, Is: s.Test.Is,
					Lib: redisapi.Library{Path: s.Test.Lib, Major: 9}, Pos: x.Call.Pos()}, true
			}
		}
	}
	return ErrTest{}, false
}

func errorParam(sig *types.Signature) int {
	for i := range sig.Params().Len() {
		if isError(sig.Params().At(i).Type()) {
			return i
		}
	}
	return -1
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

func isErrorIface(t types.Type) bool { return isError(t) || types.IsInterface(t) }

// UseKind is what happens to an error.
type UseKind uint8

// The kinds of uses of an error.
const (
	UseTest   UseKind = iota // compared; Test says with what
	UseReturn                // returned by the root function
	UsePass                  // given to a function that is not followed (a log, a metric, a wrapper)
	UseStore                 // kept in a field, a package variable, a channel
	UsePanic                 // given to panic
)

// ErrUse is one use of an error.
type ErrUse struct {
	Kind UseKind
	Node *Node // where, nil when the place has no node
	Test ErrTest
	// Wrapped is true when the error went through fmt.Errorf or a function before; Keeps tells if errors.Is still finds it.
	Wrapped bool
}

// ErrUses follows an error forwards: through variables, helpers, closures, the results of Pipelined and Watch, wrapping.
func (g *Graph) ErrUses(v Value) []ErrUse {
	var uses []ErrUse
	type item struct {
		v       Value
		wrapped bool
	}
	seen := map[Value]bool{}
	var work []item
	push := func(v Value, w bool) {
		if v.v != nil && !seen[v] {
			seen[v] = true
			work = append(work, item{v, w})
		}
	}
	push(v, false)
	for len(work) > 0 {
		it := work[len(work)-1]
		work = work[:len(work)-1]
		refs := it.v.v.Referrers()
		if refs == nil {
			continue
		}
		f := it.v.f
		for _, r := range *refs {
			node := g.byInstr[siteKey{f, r}]
			use := func(k UseKind) {
				uses = append(uses, ErrUse{Kind: k, Node: node, Wrapped: it.wrapped})
			}
			switch r := r.(type) {
			case *ssa.Phi, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.ChangeType:
				push(Value{v: r.(ssa.Value), f: f}, it.wrapped)
			case *ssa.BinOp:
				if t, ok := g.ErrTest(Value{v: r, f: f}); ok {
					uses = append(uses, ErrUse{Kind: UseTest, Test: t, Node: g.condNode(Value{v: r, f: f}), Wrapped: it.wrapped})
				} else {
					use(UsePass)
				}
			case *ssa.Store:
				if r.Val != it.v.v {
					continue
				}
				for _, place := range g.Objects(Value{v: r.Addr, f: f}) {
					if !place.Local() {
						use(UseStore)
					}
					for _, l := range g.loadsOf(place) {
						push(l, it.wrapped)
					}
					// The varargs array of a call.
					if place.Kind == ObjElem && place.Base.Kind == ObjCell {
						if a, ok := place.Base.Val.v.(*ssa.Alloc); ok {
							for _, ar := range *a.Referrers() {
								if s, ok := ar.(*ssa.Slice); ok {
									push(Value{v: s, f: f}, it.wrapped)
								}
							}
						}
					}
				}
			case *ssa.MapUpdate, *ssa.Send:
				use(UseStore)
			case *ssa.Panic:
				use(UsePanic)
			case *ssa.TypeAssert:
				use(UsePass)
			case *ssa.Return:
				i := resultIndex(r, it.v.v)
				switch f.Kind {
				case Root:
					use(UseReturn)
				case Pipelined, Watched:
					if f.Op != nil {
						if e := g.errOf(f.Op); !e.IsZero() {
							push(e, it.wrapped)
						}
					}
				case Called, Deferred:
					if c, ok := f.Site.(*ssa.Call); ok {
						for _, res := range callResults(c, i) {
							push(Value{v: res, f: f.Parent}, it.wrapped)
						}
					}
				default:
					use(UsePass)
				}
			case ssa.CallInstruction:
				c := r.Common()
				if call, ok := r.(*ssa.Call); ok {
					if t, ok := g.ErrTest(Value{v: call, f: f}); ok && (t.Err == it.v) {
						uses = append(uses, ErrUse{Kind: UseTest, Test: t, Node: g.condNode(Value{v: call, f: f}), Wrapped: it.wrapped})
						continue
					}
				}
				if frs := g.inlined[siteKey{f, r}]; len(frs) > 0 {
					for _, fr := range frs {
						off := len(fr.params) - len(c.Args)
						for i, a := range c.Args {
							if a == it.v.v && i+off >= 0 && i+off < len(fr.Fn.Params) {
								push(Value{v: fr.Fn.Params[i+off], f: fr}, it.wrapped)
							}
						}
					}
					continue
				}
				if call, ok := r.(*ssa.Call); ok {
					if e := g.errFuncAt(call); e != nil && c.Args[e.Param] == it.v.v { // tells errors of the library from others, in another package
						uses = append(uses, ErrUse{Kind: UseTest, Node: node, Wrapped: it.wrapped, Test: e.test(it.v, call)})
						push(Value{v: call, f: f}, it.wrapped)
						continue
					}
				}
				use(UsePass)
				if call, ok := r.(*ssa.Call); ok {
					for i := range resultCount(call) {
						if t := resultType(call, i); t != nil && isError(t) {
							for _, res := range callResults(call, i) {
								push(Value{v: res, f: f}, true)
							}
						}
					}
				}
			case *ssa.Extract, *ssa.UnOp, *ssa.FieldAddr, *ssa.Field, *ssa.IndexAddr:
				push(Value{v: r.(ssa.Value), f: f}, it.wrapped)
			}
		}
	}
	return uses
}

func resultCount(c *ssa.Call) int {
	if t, ok := c.Type().(*types.Tuple); ok {
		return t.Len()
	}
	return 1
}

func resultIndex(r *ssa.Return, v ssa.Value) int {
	for i, x := range r.Results {
		if x == v {
			return i
		}
	}
	return 0
}

// callResults are the values that hold result i of a call.
func callResults(c *ssa.Call, i int) []ssa.Value {
	if _, ok := c.Type().(*types.Tuple); !ok {
		return []ssa.Value{c}
	}
	var out []ssa.Value
	for _, r := range *c.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == i {
			out = append(out, e)
		}
	}
	return out
}

// condNode is the branch that a condition decides, nil when it is only stored or combined.
func (g *Graph) condNode(v Value) *Node {
	refs := v.v.Referrers()
	if refs == nil {
		return nil
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.If:
			return g.byInstr[siteKey{v.f, r}]
		case *ssa.UnOp:
			if n := g.condNode(Value{v: r, f: v.f}); n != nil {
				return n
			}
		}
	}
	return nil
}

// Cond is the condition of a branch node.
func (g *Graph) Cond(n *Node) Value {
	if i, ok := n.instr.(*ssa.If); ok {
		return Value{v: i.Cond, f: n.Frame}
	}
	return Value{}
}

// loadsOf returns the values read from a place, in all frames.
func (g *Graph) loadsOf(place *Object) []Value {
	if g.loads == nil {
		g.loads = map[*Object][]Value{}
		for _, f := range g.frames {
			for _, b := range f.Fn.Blocks {
				for _, in := range b.Instrs {
					u, ok := in.(*ssa.UnOp)
					if !ok || u.Op != token.MUL {
						continue
					}
					for _, o := range g.Objects(Value{v: u.X, f: f}) {
						g.loads[o] = append(g.loads[o], Value{v: u, f: f})
					}
				}
			}
		}
	}
	return g.loads[place]
}
