package flow

import (
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/keys"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Txn is one run of a function under Watch: what happens in it, through the transaction and besides it.
type Txn struct {
	// Watch is the operation; nil for a function with a *redis.Tx parameter whose Watch is not seen.
	Watch *Op
	// Tx is the transaction that the function gets.
	Tx *Object
	// Body are the frames of the function.
	Body []*Frame
	// Ops are the operations inside, also those of helpers.
	Ops []*Op

	g *Graph
}

// Txns returns the transactions of the graph.
func (g *Graph) Txns() []*Txn {
	if g.txns != nil {
		return g.txns
	}
	g.txns = []*Txn{}
	for _, op := range g.Ops {
		if op.Kind == calls.Watch && len(op.Body()) > 0 {
			g.txns = append(g.txns, &Txn{Watch: op, Tx: g.tx(op), Body: op.Body(), Ops: g.InTx(op), g: g})
		}
	}
	for _, f := range g.frames {
		if f.Kind == Stub || f.ID < 0 {
			continue
		}
		for i, p := range f.Fn.Params {
			if redisapi.RoleOf(p.Type()) != redisapi.RoleTx || i < len(f.params) && !f.params[i].IsZero() {
				continue
			}
			t := &Txn{Tx: g.One(Value{v: p, f: f}), Body: []*Frame{f}, g: g}
			for _, op := range g.Ops {
				if op.Node.Frame.Within(f) {
					t.Ops = append(t.Ops, op)
				}
			}
			if t.Tx != nil {
				g.txns = append(g.txns, t)
			}
		}
	}
	return g.txns
}

// Known reports whether all that is done with the transaction is seen.
func (t *Txn) Known() bool { return !t.Tx.Opaque && len(t.g.Escapes(t.Tx)) == 0 }

// Contains reports whether a node runs in the function.
func (t *Txn) Contains(n *Node) bool {
	for _, f := range t.Body {
		if n.Frame.Within(f) {
			return true
		}
	}
	return false
}

// Site is where a finding about a node of the function belongs. A helper that knows nothing of transactions (it works on a client of its own,
// or on any Cmdable) is right: its call is not. A helper that is given a *redis.Tx is part of the function.
func (t *Txn) Site(n *Node) *Node {
	for f := n.Frame; f != nil && f.Kind == Called && f.Parent != nil && t.inner(f); f = f.Parent {
		if f.Fn.Parent() == nil && f.Fn.Synthetic == "" {
			if site := t.g.byInstr[siteKey{f.Parent, f.Site}]; site != nil {
				n = site
			}
		}
	}
	return n
}

// Call is the call at which a finding about an operation belongs (Site), nil where the source has none; own is false when it is the call of
// a helper, here or in another package.
func (t *Txn) Call(op *Op) (call *ast.CallExpr, own bool) {
	if site := t.Site(op.Node); site != op.Node {
		return t.g.CallAt(site), false
	}
	return op.Expr(), op.Effect == nil
}

// inner reports whether a frame lies inside the function and takes no transaction.
func (t *Txn) inner(f *Frame) bool {
	for _, b := range t.Body {
		if f == b {
			return false
		}
	}
	for _, p := range f.Fn.Params {
		if redisapi.RoleOf(p.Type()) == redisapi.RoleTx {
			return false
		}
	}
	return true
}

// Route is how an operation of a Watch function reaches the server.
type Route uint8

// The routes.
const (
	RouteOther      Route = iota // another client, or not known
	RouteTx                      // the connection of the transaction, at once: tx.Set
	RouteMulti                   // MULTI/EXEC of the transaction
	RoutePipe                    // a plain pipeline of the transaction
	RouteClient                  // the client that Watch was called on, at once
	RouteClientPipe              // a pipeline or transaction of that client
)

// Route tells how a command, or a pipeline through its creating operation, goes. Pipe is the pipeline, nil for a direct command.
func (t *Txn) Route(op *Op) (route Route, pipe *Object) {
	rs := op.Receivers()
	if len(rs) == 0 {
		return RouteOther, nil
	}
	for i, r := range rs {
		x, p := t.route(r)
		if i > 0 && x != route {
			return RouteOther, nil
		}
		route, pipe = x, p
	}
	return route, pipe
}

func (t *Txn) route(r *Object) (Route, *Object) {
	if r == t.Tx {
		return RouteTx, nil
	}
	if r.Kind == ObjPipe && r.Op != nil {
		if r.Op.Node == nil || !t.Contains(r.Op.Node) {
			return RouteOther, r
		}
		base := t.g.One(r.Op.Recv)
		switch {
		case base == nil:
			return RouteOther, r
		case base == t.Tx && t.multi(r):
			return RouteMulti, r
		case base == t.Tx:
			return RoutePipe, r
		case t.isClient(base):
			return RouteClientPipe, r
		}
		return RouteOther, r
	}
	if t.isClient(r) {
		return RouteClient, nil
	}
	return RouteOther, nil
}

// multi reports whether a pipeline of the transaction is MULTI/EXEC.
func (t *Txn) multi(p *Object) bool {
	switch p.Op.Kind {
	case calls.TxPipelined, calls.NewTxPipeline:
		return true
	}
	return redisapi.Newest(p.Op.Lib.Major).TxPipelineTransactional()
}

// isClient reports whether an object is certainly the client that Watch was called on.
func (t *Txn) isClient(o *Object) bool {
	return t.Watch != nil && o.single() && t.g.One(t.Watch.Recv) == o
}

// single reports whether an object is one thing: elements of a list or map share one object.
func (o *Object) single() bool {
	for x := o; x != nil; x = x.Base {
		if x.Kind == ObjElem {
			return false
		}
	}
	return o.Kind != ObjConst
}

// Execs are the nodes at which a MULTI/EXEC of the transaction is sent, with at least one command that is known.
func (t *Txn) Execs() []*Batch {
	var out []*Batch
	for _, b := range t.g.Batches() {
		if !t.Contains(b.Node) {
			continue
		}
		for _, p := range b.Pipes {
			if r, _ := t.route(p); r == RouteMulti {
				out = append(out, b)
				break
			}
		}
	}
	return out
}

// Keys are the watched keys: those given to Watch and to tx.Watch inside. They are not complete when a list is not known.
func (t *Txn) Keys() (uses []KeyUse, complete bool) {
	if t.Watch == nil {
		return nil, false
	}
	uses, complete = t.Watch.Keys()
	if t.Watch.Effect != nil && len(uses) == 0 {
		complete = false
	}
	for _, op := range t.Ops {
		if op.Kind == calls.TxWatch {
			more, ok := op.Keys()
			uses, complete = append(uses[:len(uses):len(uses)], more...), complete && ok
		}
	}
	return uses, complete
}

// Watches reports whether a key is certainly watched.
func (t *Txn) Watches(k keys.Key) bool {
	uses, _ := t.Keys()
	for _, u := range uses {
		if keys.Same(u.Key, k) {
			return true
		}
	}
	return false
}

// Rewatches reports whether tx.Watch or tx.Unwatch lies on every way from a to b.
func (t *Txn) Rewatches(a, b *Node) bool {
	return t.g.Search(a, func(n *Node) bool { return n == b }, func(n *Node) bool {
		return n.Op != nil && (n.Op.Kind == calls.TxWatch || n.Op.Kind == calls.TxUnwatch)
	}) == nil
}

// Reads are the operations inside that read keys on the connection of the transaction.
func (t *Txn) Reads() []*Op {
	var out []*Op
	for _, op := range t.Ops {
		if !op.IsCommand() || !op.Reads() {
			continue
		}
		switch r, _ := t.Route(op); r {
		case RouteTx, RoutePipe, RouteMulti:
			out = append(out, op)
		}
	}
	return out
}

// DependsOn returns a read inside whose reply decides a write, by data or by control; nil when there is none.
func (t *Txn) DependsOn(write *Op, reads []*Op) *Op {
	for _, r := range reads {
		if r == write || !t.g.Reaches(r.Node, write.Node) {
			continue
		}
		taint := t.taint(r)
		for _, a := range write.ValueArgs() {
			if taint.Has(a) {
				return r
			}
		}
		if taint.Decides(write.Node) {
			return r
		}
	}
	return nil
}

func (t *Txn) taint(op *Op) *Taint {
	g := t.g
	if g.taints == nil {
		g.taints = map[*Op]*Taint{}
	}
	if g.taints[op] == nil {
		g.taints[op] = g.ReplyTaint(op)
	}
	return g.taints[op]
}

// Outcome is what a Watch function returns after its transaction failed with a conflict.
type Outcome struct {
	// Dropped is true when it returns nil on every way; Unmatched when it returns an error in which errors.Is does not find TxFailedErr
	// although it is made of that error.
	Dropped, Unmatched bool
	// Return is a return statement that does so.
	Return *Node
}

// AfterConflict tells what becomes of a conflict of an execution inside the function.
func (t *Txn) AfterConflict(b *Batch) Outcome {
	g := t.g
	var errs []Value
	if e := g.errOf(b.Op); !e.IsZero() {
		errs = append(errs, e)
	}
	a := g.Assume(b.Node, errs, Conflict, nil, t.Contains)
	out := Outcome{Dropped: true, Unmatched: true}
	any := false
	for _, f := range t.Body {
		res := f.Fn.Signature.Results()
		if res.Len() == 0 || !isError(res.At(res.Len()-1).Type()) {
			return Outcome{}
		}
		for _, n := range g.Nodes {
			if n.Kind != ReturnNode || n.Frame != f || !a.Reaches(n) {
				continue
			}
			any = true
			ret := n.instr.(*ssa.Return)
			v := Value{v: ret.Results[len(ret.Results)-1], f: f}
			null, _ := a.ErrIs(v)
			if !null && !g.nilAt(v, n) && (len(errs) > 0 || g.Return(n) == ReturnFailure) {
				out.Dropped = false
			}
			if !a.unmatched(v) {
				out.Unmatched = false
			}
			out.Return = n
		}
	}
	if !any {
		return Outcome{}
	}
	return out
}

// unmatched reports an error made with Errorf of the assumed error, but without %w.
func (a *Assumption) unmatched(v Value) bool {
	as, ok := a.eval(v)
	if !ok || len(as) == 0 {
		return false
	}
	for _, x := range as {
		c, isCall := x.v.(*ssa.Call)
		if x.kind != atomFresh || !isCall || len(c.Call.Args) < 2 {
			return false
		}
		callee := c.Call.StaticCallee()
		if callee == nil || qualified(callee) != "fmt.Errorf" {
			return false
		}
		f := v.f
		for _, g := range a.g.frames { // the frame of the call
			if g.Fn == c.Parent() {
				f = g
			}
		}
		es, _ := a.g.Elems(Value{v: c.Call.Args[1], f: f})
		found := false
		for _, e := range es {
			if e.v == nil {
				continue
			}
			u := unboxed(e.v)
			if call, ok := u.(*ssa.Call); ok && call.Call.IsInvoke() && call.Call.Method.Name() == "Error" {
				u = call.Call.Value
			}
			if inner, ok := a.eval(Value{v: u, f: e.f}); ok && len(inner) == 1 && is(&inner[0], &a.atom) == yes {
				found = true
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// nilAt reports whether an error is certainly nil at a node: its block is only reached when a test found it so.
func (g *Graph) nilAt(v Value, at *Node) bool {
	if at.instr == nil || at.Frame != v.f {
		return false
	}
	for b := at.instr.Block(); b != nil; {
		d := b.Idom()
		if d == nil {
			return false
		}
		if i, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok {
			for side, s := range d.Succs {
				if s == b && len(s.Preds) == 1 {
					if t, ok := g.ErrTest(Value{v: i.Cond, f: v.f}); ok && t.Err.v == v.v && t.Sentinel == NoError && !t.NonNilWhen(side == 0) {
						return true
					}
				}
			}
		}
		b = d
	}
	return false
}

// Handled reports whether the function does something with the error of an execution besides testing it for nil, logging and
// returning it: compares it, keeps it for the caller, hands it to code that is not seen.
func (t *Txn) Handled(b *Batch) bool {
	g := t.g
	e := g.errOf(b.Op)
	if e.IsZero() {
		return false
	}
	for _, u := range g.ErrUses(e) {
		switch u.Kind {
		case UseTest:
			if u.Test.Sentinel == Conflict || u.Test.Sentinel == OtherErr {
				return true
			}
		case UseStore, UsePanic:
			return true
		case UsePass:
			if u.Node == nil || !t.Contains(u.Node) {
				return true
			}
			c, ok := u.Node.instr.(ssa.CallInstruction)
			if !ok || !g.onlyTells(u.Node) && !wrapsError(c.Common()) {
				return true
			}
		case UseReturn:
			if u.Node == nil || !t.Contains(u.Node) {
				continue // through the result of Watch
			}
		}
	}
	return t.readOutside(e)
}

// readOutside reports whether the error is kept in a variable that is read outside the function.
func (t *Txn) readOutside(e Value) bool {
	g := t.g
	if e.v == nil || e.v.Referrers() == nil {
		return false
	}
	for _, r := range *e.v.Referrers() {
		st, ok := r.(*ssa.Store)
		if !ok || st.Val != e.v {
			continue
		}
		for _, place := range g.Objects(Value{v: st.Addr, f: e.f}) {
			for _, l := range g.loadsOf(place) {
				out := true
				for _, f := range t.Body {
					if l.f != nil && l.f.Within(f) {
						out = false
					}
				}
				if out {
					return true
				}
			}
		}
	}
	return false
}

// TxName is the name of a variable of type *redis.Tx that is in scope at an operation's call, "" when there is none that is certain.
func (t *Txn) TxName(op *Op) string {
	if op.Call == nil {
		return ""
	}
	for f := op.Node.Frame; f != nil; f = f.Parent {
		for _, p := range f.Fn.Params {
			if redisapi.RoleOf(p.Type()) != redisapi.RoleTx || t.g.One(Value{v: p, f: f}) != t.Tx {
				continue
			}
			obj := p.Object()
			if obj == nil || obj.Name() == "_" || obj.Name() == "" {
				return ""
			}
			scope := t.g.Pkg.Types.Scope().Innermost(op.Call.Expr.Pos())
			if scope == nil {
				return ""
			}
			if _, found := scope.LookupParent(obj.Name(), op.Call.Expr.Pos()); found == obj {
				return obj.Name()
			}
			return ""
		}
		if f == t.Body[0] {
			break
		}
	}
	return ""
}

// Words are the constant leading words, in capitals, of a raw command: Do, or Process of a command made by NewCmd.
func (o *Op) Words() []string {
	switch o.Kind {
	case calls.Do, calls.NewCmd:
		w, _ := o.rawWords()
		return w
	case calls.Process:
		if c := o.Cmd(); c != nil && c.Kind == ObjCmd && c.Op.Kind == calls.NewCmd {
			return c.Op.Words()
		}
	}
	return nil
}

// AbortsItself reports whether a direct write on the transaction's connection makes its own transaction fail: it writes a watched key,
// and an EXEC follows without tx.Watch or tx.Unwatch in between.
func (t *Txn) AbortsItself(op *Op) bool {
	if !op.IsCommand() || !op.Writes() {
		return false
	}
	from := op.Node
	switch r, p := t.Route(op); r {
	case RouteTx:
	case RoutePipe: // takes effect when the pipeline is sent
		from = nil
		for _, b := range t.g.Batches() {
			for _, q := range b.Pipes {
				if q == p {
					from = b.Node
				}
			}
		}
		if from == nil {
			return false
		}
	default:
		return false
	}
	uses, _ := op.Keys()
	for _, u := range uses {
		if !u.Write || !t.Watches(u.Key) {
			continue
		}
		for _, b := range t.Execs() {
			if b.Complete && len(b.Queued) == 0 {
				continue // nothing is sent, so nothing is refused
			}
			if t.g.Reaches(from, b.Node) && !t.Rewatches(from, b.Node) && !t.execBefore(from) {
				return true
			}
		}
	}
	return false
}

// execBefore reports whether the watch is over at a node: an EXEC lies on every way to it.
func (t *Txn) execBefore(n *Node) bool {
	execs := t.Execs()
	return len(execs) > 0 && t.g.Always(n, func(x *Node) bool {
		for _, b := range execs {
			if b.Node == x && x != n {
				return true
			}
		}
		return false
	})
}

// Unwatched reports whether the watch is given up on every way to a node.
func (t *Txn) Unwatched(n *Node) bool {
	return t.g.Always(n, func(x *Node) bool { return x.Op != nil && x.Op.Kind == calls.TxUnwatch && t.Contains(x) })
}
