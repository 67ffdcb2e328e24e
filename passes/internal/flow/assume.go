package flow

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Assumption is the program after a call, on the assumption that the call's error is known: nil, or redis.TxFailedErr. It decides the
// branches that this error decides, directly or through helpers, variables, wrapping and domain errors, and knows what remains
// reachable. Branches that depend on anything else can go both ways. It is conditional constant propagation from the call onwards.
type Assumption struct {
	g     *Graph
	start *Node
	err   map[Value]bool
	atom  atom
	stop  *Node            // not passed: the next attempt
	in    func(*Node) bool // nil, or the nodes that may be entered
	reach map[*Node]bool
	edges map[[2]*Node]bool
	stack map[Value]bool
	turns int // how often an evaluation came back to where it was
}

// Assume walks from the end of a call on the assumption that its error is nil (NoError) or a sentinel of the library. It does not pass
// stop, and enters only the nodes for which in holds (nil: all).
func (g *Graph) Assume(after *Node, err []Value, s Sentinel, stop *Node, in func(*Node) bool) *Assumption {
	a := &Assumption{g: g, start: after, err: map[Value]bool{}, stop: stop, in: in, reach: map[*Node]bool{}, edges: map[[2]*Node]bool{}, stack: map[Value]bool{}}
	for _, e := range err {
		a.err[e] = true
	}
	if s != NoError {
		a.atom = atom{kind: atomSentinel, s: s}
	}
	a.walk()
	return a
}

// Reaches reports whether a node can follow under the assumption.
func (a *Assumption) Reaches(n *Node) bool { return a.reach[n] }

func (a *Assumption) walk() {
	enter := func(from, to *Node) bool {
		if a.in != nil && !a.in(to) {
			return false
		}
		fresh := !a.reach[to] || !a.edges[[2]*Node{from, to}]
		a.reach[to], a.edges[[2]*Node{from, to}] = true, true
		return fresh
	}
	for _, s := range a.start.Succs {
		enter(a.start, s)
	}
	// What a branch decides on grows with what is reached; it settles because nothing is taken back.
	for changed := true; changed; {
		changed = false
		for _, n := range a.g.Nodes {
			if !a.reach[n] || n == a.stop {
				continue
			}
			for i, s := range n.Succs {
				if n.Kind == Branch && a.edges[[2]*Node{n, s}] || n.Kind == Branch && !a.takes(n, i) {
					continue
				}
				if enter(n, s) {
					changed = true
				}
			}
		}
	}
}

// takes reports whether a branch may go a way.
func (a *Assumption) takes(n *Node, way int) bool {
	t, f, known := a.truth(a.g.Cond(n))
	return !known || way == 0 && t || way == 1 && f
}

// Decides reports whether the assumption decides a branch.
func (a *Assumption) Decides(n *Node) bool {
	t, f, known := a.truth(a.g.Cond(n))
	return known && t != f
}

func (a *Assumption) truth(v Value) (t, f, known bool) {
	as, ok := a.eval(v)
	if !ok || len(as) == 0 {
		return true, true, false
	}
	for _, x := range as {
		switch {
		case x.kind != atomConst:
			return true, true, false
		case x.c == "true":
			t = true
		case x.c == "false":
			f = true
		}
	}
	return t, f, true
}

// ErrIs tells what an error value is under the assumption: certainly nil, or certainly the sentinel (perhaps wrapped).
func (a *Assumption) ErrIs(v Value) (null, sentinel bool) {
	as, ok := a.eval(v)
	if !ok || len(as) == 0 {
		return false, false
	}
	null, sentinel = true, true
	for i := range as {
		null = null && as[i].kind == atomNil
		sentinel = sentinel && is(&as[i], &a.atom) == yes
	}
	return null, sentinel
}

func (a *Assumption) eval(v Value) ([]atom, bool) {
	if v.v == nil {
		return nil, false
	}
	if a.err[v] {
		return []atom{a.atom}, true
	}
	if a.stack[v] || len(a.stack) > 60 {
		a.turns++
		return nil, true // nothing new round a cycle
	}
	a.stack[v] = true
	defer delete(a.stack, v)
	at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
	switch x := v.v.(type) {
	case *ssa.Const:
		if x.IsNil() {
			return []atom{{}}, true
		}
		if s, _, ok := a.g.SentinelOf(v); ok && s != OtherErr {
			return []atom{{kind: atomSentinel, s: s}}, true
		}
		if x.Value == nil {
			return nil, false
		}
		if x.Value.Kind() == constant.String {
			return []atom{{kind: atomConst, c: constant.StringVal(x.Value)}}, true
		}
		return []atom{{kind: atomConst, c: x.Value.ExactString()}}, true
	case *ssa.MakeInterface:
		if s, _, ok := a.g.SentinelOf(v); ok && s != OtherErr {
			return []atom{{kind: atomSentinel, s: s}}, true
		}
		if _, isConst := x.X.(*ssa.Const); isConst {
			return a.eval(at(x.X))
		}
		if !hasMethodNamed(x.X.Type(), "Unwrap") && !hasMethodNamed(x.X.Type(), "Is") && types.Implements(x.X.Type(), errorInterface) {
			return []atom{{kind: atomFresh, v: x}}, true
		}
	case *ssa.ChangeInterface:
		return a.eval(at(x.X))
	case *ssa.ChangeType:
		return a.eval(at(x.X))
	case *ssa.Phi:
		return a.phi(v, x)
	case *ssa.UnOp:
		switch x.Op {
		case token.NOT:
			as, ok := a.eval(at(x.X))
			if !ok {
				return nil, false
			}
			out := make([]atom, 0, len(as))
			for _, y := range as {
				out = append(out, boolAtoms[y.c != "true"])
			}
			return out, true
		case token.MUL:
			return a.load(v, x)
		}
	case *ssa.BinOp:
		if x.Op == token.EQL || x.Op == token.NEQ {
			return a.compare(at(x.X), at(x.Y), x.Op == token.EQL, same)
		}
	case *ssa.Extract:
		switch t := x.Tuple.(type) {
		case *ssa.Call:
			return a.call(v, t, x.Index)
		case *ssa.TypeAssert:
			if x.Index == 1 {
				return a.asserts(at(t.X), t.AssertedType)
			}
		}
	case *ssa.Call:
		return a.call(v, x, 0)
	case *ssa.Parameter:
		for i, p := range v.f.Fn.Params {
			if p == x && i < len(v.f.params) && !v.f.params[i].IsZero() {
				return a.eval(v.f.params[i])
			}
		}
	}
	return nil, false
}

// phi is what comes in over the ways that are reached.
func (a *Assumption) phi(v Value, x *ssa.Phi) ([]atom, bool) {
	var out []atom
	any := false
	turns := a.turns
	for i, p := range x.Block().Preds {
		from := v.f.edge[[2]*ssa.BasicBlock{p, x.Block()}]
		if from == nil {
			continue
		}
		if !a.passes(from, x.Block()) {
			continue
		}
		any = true
		as, ok := a.eval(Value{v: x.Edges[i], f: v.f})
		if !ok {
			return nil, false
		}
		out = append(out, as...)
	}
	if a.turns > turns && a.g.header(v.f, x.Block()) {
		// A turn of the loop may leave the variable as it is: then it still has what it had before the loop.
		for i, p := range x.Block().Preds {
			if x.Block().Dominates(p) {
				continue
			}
			as, ok := a.eval(Value{v: x.Edges[i], f: v.f})
			if !ok {
				return nil, false
			}
			out, any = append(out, as...), true
		}
	}
	return out, any
}

// passes reports whether the way from a node into a block is taken.
func (a *Assumption) passes(from *Node, to *ssa.BasicBlock) bool {
	for _, s := range from.Succs {
		if s.block == to && a.edges[[2]*Node{from, s}] {
			return true
		}
	}
	return false
}

// load is what a variable holds: an error of the package, or a local that is only assigned after the call.
func (a *Assumption) load(v Value, x *ssa.UnOp) ([]atom, bool) {
	if gl, ok := x.X.(*ssa.Global); ok {
		if s, _, ok := a.g.SentinelOf(v); ok && s != OtherErr {
			return []atom{{kind: atomSentinel, s: s}}, true
		}
		if !isError(derefType(gl.Type())) || gl.Pkg != a.g.Pkg.ssa && !standardPackage(gl.Pkg) {
			return nil, false
		}
		if gl.Pkg == a.g.Pkg.ssa && !a.g.Pkg.freshError(gl) {
			return nil, false
		}
		return []atom{{kind: atomGlobal, v: gl}}, true
	}
	place := a.g.One(Value{v: x.X, f: v.f})
	if place == nil || place.Kind != ObjCell || a.g.unknownW[place] {
		return nil, false
	}
	use := a.useOf(v)
	if use == nil {
		return nil, false
	}
	writes := map[*Node][]Value{}
	for _, rec := range a.g.stores[place] {
		if rec.node == nil {
			return nil, false
		}
		writes[rec.node] = append(writes[rec.node], rec.val)
	}
	// The assignments that reach the use on the ways that are taken; what was in it before the call must not be seen any more.
	var out []atom
	seen := map[*Node]bool{}
	work := []*Node{use}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range n.Preds {
			if seen[p] || !a.edges[[2]*Node{p, n}] || p == a.stop {
				continue
			}
			seen[p] = true
			if p == a.start {
				return nil, false
			}
			if vals := writes[p]; len(vals) > 0 {
				for _, val := range vals {
					as, ok := a.eval(val)
					if !ok {
						return nil, false
					}
					out = append(out, as...)
				}
				continue
			}
			work = append(work, p)
		}
	}
	return out, true
}

// useOf is the next node at or after the instruction of a value in its block.
func (a *Assumption) useOf(v Value) *Node {
	in, ok := v.v.(ssa.Instruction)
	if !ok {
		return nil
	}
	past := false
	for _, x := range in.Block().Instrs {
		if x == in {
			past = true
		}
		if past {
			if n := a.g.byInstr[siteKey{v.f, x}]; n != nil {
				return n
			}
			if _, jump := x.(*ssa.Jump); jump {
				return v.f.edge[[2]*ssa.BasicBlock{in.Block(), in.Block().Succs[0]}]
			}
		}
	}
	return nil
}

func (a *Assumption) compare(x, y Value, positive bool, rel func(x, y *atom) answer) ([]atom, bool) {
	xs, ok1 := a.eval(x)
	ys, ok2 := a.eval(y)
	if !ok1 || !ok2 {
		return nil, false
	}
	var out []atom
	for i := range xs {
		for j := range ys {
			switch rel(&xs[i], &ys[j]) {
			case yes:
				out = append(out, boolAtoms[positive])
			case no:
				out = append(out, boolAtoms[!positive])
			default:
				return nil, false
			}
		}
	}
	return out, true
}

// asserts tells whether an error is of another type: a sentinel of the library is only of types of the library.
func (a *Assumption) asserts(x Value, t types.Type) ([]atom, bool) {
	as, ok := a.eval(x)
	if !ok || touchesLibrary(derefType(t)) {
		return nil, false
	}
	if it, ok := t.Underlying().(*types.Interface); ok {
		for i := range it.NumMethods() {
			if n := it.Method(i).Name(); n == "Error" || n == "RedisError" {
				if it.NumMethods() == 1 {
					return nil, false
				}
			}
		}
	}
	for i := range as {
		for x := &as[i]; x != nil; x = x.of {
			if x.kind != atomNil && x.kind != atomSentinel && x.kind != atomWrap {
				return nil, false
			}
		}
	}
	return []atom{boolAtoms[false]}, true
}

func (a *Assumption) call(v Value, c *ssa.Call, i int) ([]atom, bool) {
	g := a.g
	at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
	key := siteKey{v.f, c}
	if op := g.opAt[key]; op != nil {
		return a.passedOn(op, i)
	}
	if frs := g.inlined[key]; len(frs) > 0 && frs[0].Kind == Called {
		var out []atom
		any := false
		for _, fr := range frs {
			for _, b := range fr.Fn.Blocks {
				ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
				if !ok || i >= len(ret.Results) || !a.reach[g.byInstr[siteKey{fr, ret}]] {
					continue
				}
				any = true
				as, ok := a.eval(Value{v: ret.Results[i], f: fr})
				if !ok {
					return nil, false
				}
				out = append(out, as...)
			}
		}
		return out, any
	}
	if c.Call.IsInvoke() {
		if c.Call.Method.Name() == "Error" && len(c.Call.Args) == 0 {
			as, ok := a.eval(at(c.Call.Value))
			if ok && len(as) == 1 && as[0].kind == atomSentinel && as[0].s == Conflict {
				return []atom{{kind: atomText, c: conflictText}}, true
			}
		}
		return nil, false
	}
	callee := c.Call.StaticCallee()
	if callee == nil {
		return nil, false
	}
	args := c.Call.Args
	switch qualified(callee) {
	case "errors.Is", "golang.org/x/xerrors.Is", "github.com/pkg/errors.Is", "github.com/cockroachdb/errors.Is":
		return a.compare(at(args[0]), at(args[1]), true, is)
	case "errors.As", "golang.org/x/xerrors.As", "github.com/pkg/errors.As", "github.com/cockroachdb/errors.As":
		if mi, ok := args[1].(*ssa.MakeInterface); ok {
			if p, ok := mi.X.Type().Underlying().(*types.Pointer); ok {
				return a.asserts(at(args[0]), p.Elem())
			}
		}
		return nil, false
	case "strings.Contains", "strings.HasSuffix", "strings.HasPrefix":
		xs, ok1 := a.eval(at(args[0]))
		ys, ok2 := a.eval(at(args[1]))
		if ok1 && ok2 && len(xs) == 1 && len(ys) == 1 && xs[0].kind == atomText && ys[0].kind == atomConst {
			return []atom{boolAtoms[strings.Contains(xs[0].c, ys[0].c)]}, true
		}
		return nil, false
	case "errors.New", "github.com/pkg/errors.New", "github.com/pkg/errors.Errorf":
		return []atom{{kind: atomFresh, v: c}}, true
	case "fmt.Errorf", "golang.org/x/xerrors.Errorf":
		format, ok := args[0].(*ssa.Const)
		if !ok {
			return nil, false
		}
		if !strings.Contains(constant.StringVal(format.Value), "%w") {
			return []atom{{kind: atomFresh, v: c}}, true
		}
		es, ok := g.Elems(at(args[1]))
		if !ok {
			return nil, false
		}
		for _, e := range es {
			if e.v == nil || !isErrorIface(unboxed(e.v).Type()) {
				continue
			}
			if as, ok := a.eval(Value{v: unboxed(e.v), f: e.f}); ok {
				var out []atom
				for i := range as {
					out = append(out, atom{kind: atomWrap, of: &as[i]})
				}
				return out, true
			}
		}
		return nil, false
	case "github.com/pkg/errors.Wrap", "github.com/pkg/errors.Wrapf", "github.com/pkg/errors.WithStack", "github.com/pkg/errors.WithMessage", "github.com/pkg/errors.WithMessagef":
		as, ok := a.eval(at(args[0]))
		for i := range as {
			if as[i].kind != atomNil {
				inner := as[i]
				as[i] = atom{kind: atomWrap, of: &inner}
			}
		}
		return as, ok
	}
	if f := g.errFuncAt(c); f != nil {
		return a.turned(f, v, c)
	}
	if t, ok := g.ErrTest(v); ok && t.Sentinel != OtherErr { // a predicate of another package
		as, known := a.eval(t.Err)
		if !known {
			return nil, false
		}
		want := atom{kind: atomSentinel, s: t.Sentinel}
		var out []atom
		for i := range as {
			rel := same
			if t.Is {
				rel = is
			}
			switch rel(&as[i], &want) {
			case yes:
				out = append(out, boolAtoms[t.Equal])
			case no:
				out = append(out, boolAtoms[!t.Equal])
			default:
				return nil, false
			}
		}
		return out, true
	}
	return nil, false
}

// passedOn is the error that Watch, Pipelined or TxPipelined has from its function, when that is reached: it is returned as it is. What a
// pipeline returns after a function without an error is its own.
func (a *Assumption) passedOn(op *Op, i int) ([]atom, bool) {
	if op.Kind != calls.Watch && op.Kind != calls.Pipelined && op.Kind != calls.TxPipelined || i != op.Fn.Signature().Results().Len()-1 {
		return nil, false
	}
	var out []atom
	for _, fr := range op.Body() {
		for _, b := range fr.Fn.Blocks {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if !ok || len(ret.Results) != 1 || !a.reach[a.g.byInstr[siteKey{fr, ret}]] {
				continue
			}
			as, ok := a.eval(Value{v: ret.Results[0], f: fr})
			if !ok {
				return nil, false
			}
			for _, x := range as {
				if x.kind == atomNil && op.Kind != calls.Watch {
					return nil, false
				}
			}
			out = append(out, as...)
		}
	}
	return out, len(out) > 0
}
