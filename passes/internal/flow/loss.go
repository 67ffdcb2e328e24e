package flow

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Fate is what the source does with the error that a call returns.
type Fate uint8

// The fates.
const (
	FateUsed      Fate = iota // part of another expression, returned, passed on
	FateStatement             // the call is a statement of its own, also after go or defer
	FateBlank                 // assigned to _, at once or by a later _ = err: the author's decision
	FateVariable              // assigned to a variable
)

// Loss is the call at which an error of the library is lost.
type Loss struct {
	Call *ast.CallExpr
	Fate Fate
	// Own is true when it is the operation's own call, false for a call of a helper that returns the error.
	Own  bool
	Node *Node
}

// Lost tells where the error of an operation is lost: its result is dropped, or assigned and never read; or a helper returns it and
// does nothing else with it, and the caller of the helper drops it. Only a helper that executes for its caller counts: one that gets the
// pipeline, or the function that fills it. Without a place in the source there is no answer.
func (g *Graph) Lost(op *Op) (Loss, bool) {
	n := op.Fn.Signature().Results().Len()
	if op.Effect == nil {
		if n == 0 || !isError(op.Fn.Signature().Results().At(n-1).Type()) {
			return Loss{}, false
		}
		return g.lost(op, op.instr, op.Node.Frame, n-1, true, 0)
	}
	st := g.sites[siteKey{op.Node.Frame, op.instr}]
	if st == nil || len(op.Pipes()) == 0 && op.Effect.Body == 0 {
		return Loss{}, false
	}
	sig := op.instr.Common().Signature()
	for i := range sig.Results().Len() {
		if isError(sig.Results().At(i).Type()) && i < len(st.sum.Results) && (st.sum.Results[i].Plain || st.sum.Results[i].Wraps) {
			return g.lost(op, op.instr, op.Node.Frame, i, false, 0)
		}
	}
	return Loss{}, false
}

func (g *Graph) lost(op *Op, in ssa.CallInstruction, f *Frame, i int, own bool, depth int) (Loss, bool) {
	if in == nil || depth > maxDepth {
		return Loss{}, false
	}
	call, fate := g.Pkg.fate(in.Common().Pos())
	loss := Loss{Call: call, Fate: fate, Own: own, Node: g.byInstr[siteKey{f, in}]}
	c, ok := in.(*ssa.Call)
	if !ok { // go, defer
		loss.Fate = FateStatement
		return loss, call != nil
	}
	w := lossWalk{g: g, f: f, seen: map[ssa.Value]bool{}, returned: -1}
	for _, v := range callResults(c, i) {
		w.walk(v)
	}
	switch {
	case w.used:
		return Loss{}, false
	case w.returned >= 0:
		if !w.plainReturn() || !g.executesFor(op, f) {
			return Loss{}, false
		}
		switch site := f.Site.(type) {
		case *ssa.Call:
			if f.Kind == Called {
				return g.lost(op, site, f.Parent, w.returned, false, depth+1)
			}
		case *ssa.Defer, *ssa.Go:
			if site.(ssa.CallInstruction).Common().StaticCallee() == f.Fn {
				return g.lost(op, site.(ssa.CallInstruction), f.Parent, w.returned, false, depth+1)
			}
		}
		return Loss{}, false
	case len(w.tests) > 0:
		return Loss{}, false
	}
	return loss, call != nil && fate != FateUsed
}

// executesFor reports whether an execution in frame f is that of a pipeline (or a function that fills one) which comes from outside it.
func (g *Graph) executesFor(op *Op, f *Frame) bool {
	for _, p := range op.Pipes() {
		if p.Kind != ObjPipe || p.Op.Node == nil || !p.Op.Node.Frame.Within(f) {
			return true
		}
	}
	for _, o := range g.Objects(op.body()) {
		if o.Kind == ObjFunc && (o.Val.f == nil || !o.Val.f.Within(f)) {
			return true
		}
	}
	return false
}

// body is the function that Pipelined, TxPipelined or Watch runs.
func (o *Op) body() Value {
	if o.Effect != nil {
		return o.effBody
	}
	switch o.Kind {
	case calls.Pipelined, calls.TxPipelined, calls.Watch:
		return o.Arg(0)
	}
	return Value{}
}

// lossWalk follows an error inside one frame.
type lossWalk struct {
	g        *Graph
	f        *Frame
	seen     map[ssa.Value]bool
	used     bool
	returned int // the result that it becomes, -1 for none
	tests    []*Node
}

func (w *lossWalk) walk(v ssa.Value) {
	if w.used || w.seen[v] {
		return
	}
	w.seen[v] = true
	g, f := w.g, w.f
	refs := v.Referrers()
	if refs == nil {
		return
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Phi, *ssa.ChangeInterface, *ssa.MakeInterface:
			w.walk(r.(ssa.Value))
		case *ssa.DebugRef:
		case *ssa.BinOp:
			t, ok := g.ErrTest(Value{v: r, f: f})
			n := g.condNode(Value{v: r, f: f})
			if !ok || t.Sentinel != NoError || n == nil {
				w.used = true
				return
			}
			w.tests = append(w.tests, n)
		case *ssa.Store:
			if r.Val != v {
				continue
			}
			if a := r.Addr; w.varargs(a) {
				continue
			}
			for _, place := range g.Objects(Value{v: r.Addr, f: f}) {
				if !place.Local() || place.Kind != ObjCell {
					w.used = true
					return
				}
				for _, l := range g.loadsOf(place) {
					if l.f != f {
						w.used = true
						return
					}
					w.walk(l.v)
				}
			}
		case *ssa.Return:
			w.returned = resultIndex(r, v)
		case *ssa.Call:
			if !wrapsError(&r.Call) {
				w.used = true
				return
			}
			w.walk(r)
		default:
			w.used = true
			return
		}
	}
}

// varargs follows an error into the argument list of a call that wraps it.
func (w *lossWalk) varargs(addr ssa.Value) bool {
	ia, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	a, ok := ia.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, r := range *a.Referrers() {
		s, ok := r.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, u := range *s.Referrers() {
			c, ok := u.(*ssa.Call)
			if !ok || !wrapsError(&c.Call) {
				return false
			}
			w.walk(c)
		}
	}
	return true
}

// plainReturn reports whether the tests of the error only lead to its return: between test and return nothing happens but wrapping.
func (w *lossWalk) plainReturn() bool {
	for _, n := range w.tests {
		t, ok := w.g.ErrTest(w.g.Cond(n))
		if !ok {
			return false
		}
		way := n.Succs[0]
		if t.Equal {
			way = n.Succs[1]
		}
		busy := func(x *Node) bool {
			if x.Kind == CallNode || x.Kind == GoNode || x.Kind == StoreNode {
				if c, ok := x.instr.(*ssa.Call); ok && (wrapsError(&c.Call) || pureCall(&c.Call)) {
					return false
				}
				if st, ok := x.instr.(*ssa.Store); ok {
					if _, ok := st.Addr.(*ssa.IndexAddr); ok {
						return false
					}
				}
				return true
			}
			return false
		}
		stop := func(x *Node) bool { return x.Kind == ReturnNode && x.Frame == w.f }
		if w.g.search([]*Node{way}, busy, stop) != nil {
			return false
		}
	}
	return true
}

func pureCall(c *ssa.CallCommon) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "len" || b.Name() == "append"
	}
	f := c.StaticCallee()
	return f != nil && quiet(f) && qualified(f) != "" && isFmtSprint(qualified(f))
}

func isFmtSprint(name string) bool { return name == "fmt.Sprintf" || name == "fmt.Sprint" }

// wrapsError reports the functions that make an error of an error and do nothing else.
func wrapsError(c *ssa.CallCommon) bool {
	f := c.StaticCallee()
	if f == nil {
		return false
	}
	switch qualified(f) {
	case "fmt.Errorf", "golang.org/x/xerrors.Errorf", "errors.Join", "github.com/pkg/errors.Wrap", "github.com/pkg/errors.Wrapf",
		"github.com/pkg/errors.WithStack", "github.com/pkg/errors.WithMessage", "github.com/pkg/errors.WithMessagef":
		return true
	}
	return false
}

// fate returns the call whose opening parenthesis is at pos, and what the source does with its last result.
func (p *Package) fate(pos token.Pos) (*ast.CallExpr, Fate) {
	p.fateOnce.Do(p.findFates)
	f := p.fates[pos]
	return f.call, f.fate
}

type callFate struct {
	call *ast.CallExpr
	fate Fate
}

func (p *Package) findFates() {
	p.fates = map[token.Pos]callFate{}
	if p.Calls.Inspector == nil {
		return
	}
	blanked := map[types.Object]bool{} // variables of _ = err
	set := func(e ast.Expr, f Fate) {
		if c, ok := ast.Unparen(e).(*ast.CallExpr); ok {
			p.fates[c.Lparen] = callFate{c, f}
		}
	}
	target := func(lhs ast.Expr) Fate {
		id, ok := ast.Unparen(lhs).(*ast.Ident)
		switch {
		case ok && id.Name == "_":
			return FateBlank
		case ok:
			if obj := p.Info.ObjectOf(id); obj != nil && blanked[obj] {
				return FateBlank
			}
			return FateVariable
		}
		return FateUsed
	}
	kinds := []ast.Node{(*ast.CallExpr)(nil)}
	p.Calls.Inspector.Preorder(kinds, func(n ast.Node) { set(n.(*ast.CallExpr), FateUsed) })
	p.Calls.Inspector.Preorder([]ast.Node{(*ast.AssignStmt)(nil)}, func(n ast.Node) {
		as := n.(*ast.AssignStmt)
		for i, l := range as.Lhs {
			if id, ok := l.(*ast.Ident); ok && id.Name == "_" && len(as.Lhs) == len(as.Rhs) {
				if x, ok := ast.Unparen(as.Rhs[i]).(*ast.Ident); ok {
					blanked[p.Info.ObjectOf(x)] = true
				}
			}
		}
	})
	p.Calls.Inspector.Preorder([]ast.Node{(*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.ExprStmt)(nil), (*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)}, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 {
				set(n.Rhs[0], target(n.Lhs[len(n.Lhs)-1]))
			} else {
				for i, r := range n.Rhs {
					set(r, target(n.Lhs[i]))
				}
			}
		case *ast.ValueSpec:
			if len(n.Values) == 1 {
				set(n.Values[0], target(n.Names[len(n.Names)-1]))
			}
		case *ast.ExprStmt:
			set(n.X, FateStatement)
		case *ast.GoStmt:
			set(n.Call, FateStatement)
		case *ast.DeferStmt:
			set(n.Call, FateStatement)
		}
	})
}
