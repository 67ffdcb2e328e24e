package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Retry is a call that is made again after redis.TxFailedErr: a Watch, or a call whose error is compared with TxFailedErr.
type Retry struct {
	// Op is the Watch; nil for a call that is only known by its error.
	Op *Op
	// Site is the call in the function that has the loop, or the recursive call: the place to report.
	Site *Node
	// Loop is the loop that repeats it; nil for a recursion.
	Loop *Loop
	// Func is the function with the loop, or the one that calls itself.
	Func *types.Func
	// Bounded is true when something ends the attempts: a counter, a clock, a context, anything that is not understood.
	Bounded bool
	// Lost are the returns of the function that report success after the last attempt has failed with a conflict.
	Lost []*Node
	// Paused is true when something happens between two attempts that may take time.
	Paused bool
}

// attempt is a call that can fail with TxFailedErr.
type attempt struct {
	op    *Op
	node  *Node // the call
	after *Node // its end
	err   []Value
	ctx   Value
}

// Retries finds the calls that are made again after a conflict.
func (g *Graph) Retries() []*Retry {
	var out []*Retry
	seen := map[*Node]bool{}
	for _, at := range g.attempts() {
		r := g.loopRetry(at)
		if r == nil {
			r = g.recursiveRetry(at)
		}
		if r != nil && !seen[r.Site] {
			seen[r.Site] = true
			out = append(out, r)
		}
	}
	return out
}

func (g *Graph) attempts() []*attempt {
	var out []*attempt
	watches := map[siteKey]bool{} // the calls that lead to a Watch
	for _, op := range g.Ops {
		if op.Kind != calls.Watch {
			continue
		}
		for f := op.Node.Frame; f != nil; f = f.Parent {
			if f.Site != nil && f.Parent != nil {
				watches[siteKey{f.Parent, f.Site}] = true
			}
		}
		if op.Effect != nil {
			watches[siteKey{op.Node.Frame, op.instr}] = true
		}
		if (op.Effect == nil || len(op.Body()) > 0) && !g.MayConflict(op) {
			continue
		}
		at := &attempt{op: op, node: op.Node, after: op.After(), ctx: op.Ctx}
		if e := g.errOf(op); !e.IsZero() {
			at.err = []Value{e}
		}
		if op.Effect != nil {
			c := op.instr.Common()
			at.ctx = g.contextArg(op.Node.Frame, c)
			at.after = g.siteEnd(op)
		}
		out = append(out, at)
	}
	// Calls of code that is not seen, or has no Watch of its own, whose error is compared with TxFailedErr.
	for _, n := range g.Nodes {
		c, ok := n.instr.(*ssa.Call)
		if !ok || n.Kind != CallNode || n.Op != nil || watches[siteKey{n.Frame, c}] || n.Recursive {
			continue
		}
		if callee := c.Call.StaticCallee(); callee != nil && (standardPackage2(callee) || errPredicate(callee)) {
			continue
		}
		var errs []Value
		for i := range resultCount(c) {
			if t := resultType(c, i); t != nil && isError(t) {
				for _, v := range callResults(c, i) {
					errs = append(errs, Value{v: v, f: n.Frame})
				}
			}
		}
		conflict := false
		for _, e := range errs {
			for _, u := range g.ErrUses(e) {
				conflict = conflict || u.Kind == UseTest && u.Test.Sentinel == Conflict
			}
		}
		if conflict {
			out = append(out, &attempt{node: n, after: g.endOf(n), err: errs, ctx: g.contextArg(n.Frame, &c.Call)})
		}
	}
	return out
}

// standardPackage2 reports functions of the standard library, which never fail with an error of the client library by themselves.
func standardPackage2(f *ssa.Function) bool {
	o := origin(f)
	return o.Pkg != nil && standardPackage(o.Pkg)
}

// endOf is the node after a call and all that is laid out for it.
func (g *Graph) endOf(n *Node) *Node {
	frs := g.inlined[siteKey{n.Frame, n.instr}]
	if len(frs) > 0 && len(frs[0].Exit.Succs) > 0 {
		return frs[0].Exit.Succs[0]
	}
	return n
}

// siteEnd is the last node of the effects of a call.
func (g *Graph) siteEnd(op *Op) *Node {
	st := g.sites[siteKey{op.Node.Frame, op.instr}]
	last := op.Node
	if st != nil {
		for _, o := range st.ops {
			if o != nil && o.Node != nil {
				last = o.After()
			}
		}
	}
	return last
}

func (g *Graph) contextArg(f *Frame, c *ssa.CallCommon) Value {
	for _, a := range c.Args {
		if isContext(a.Type()) {
			return Value{v: a, f: f}
		}
	}
	return Value{}
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// MayConflict reports whether a Watch can fail with TxFailedErr: its function executes a transaction, or is not known completely.
func (g *Graph) MayConflict(watch *Op) bool {
	tx := g.tx(watch)
	if len(watch.Body()) == 0 || tx.Opaque || len(g.Escapes(tx)) > 0 {
		return true
	}
	for _, op := range g.Ops {
		switch op.Kind {
		case calls.TxPipelined, calls.NewTxPipeline, calls.Pipelined, calls.NewPipeline:
			for _, r := range op.Receivers() {
				if r == tx || r.Kind != ObjTx && op.Node.Frame.Enclosing(Watched) != nil {
					return true
				}
			}
			if len(op.Receivers()) == 0 {
				return true
			}
		}
		if op.Effect != nil && op.Node.Frame.Enclosing(Watched) != nil {
			return true
		}
	}
	return false
}

// errOf is the error value that tells the outcome of an operation: its own, or that of the call that has it as an effect.
func (g *Graph) errOf(op *Op) Value {
	if op.Effect == nil {
		return op.Err()
	}
	c, ok := op.instr.(*ssa.Call)
	if !ok {
		return Value{}
	}
	for i := resultCount(c) - 1; i >= 0; i-- {
		if t := resultType(c, i); t != nil && isError(t) {
			for _, r := range callResults(c, i) {
				return Value{v: r, f: op.Node.Frame}
			}
		}
	}
	return Value{}
}

// loopRetry finds the innermost loop that repeats an attempt after a conflict and is left after success. A loop that goes on after
// success is a worker, not a retry.
func (g *Graph) loopRetry(at *attempt) *Retry {
	if len(at.err) == 0 {
		return nil
	}
	for _, l := range g.Loops(at.node) {
		inside := l.Contains
		failed := g.Assume(at.after, at.err, Conflict, at.node, inside)
		if !failed.Reaches(at.node) {
			continue
		}
		done := g.Assume(at.after, at.err, NoError, at.node, inside)
		if !l.leaves(done) || done.Reaches(at.node) && g.takesWork(l) {
			continue
		}
		r := &Retry{Op: at.op, Loop: l, Site: l.site(at.node), Func: funcOf(l.Frame.Fn), Paused: g.pauses(failed)}
		var bounds []*Node
		for _, n := range l.exits() {
			// The way out must be open after a conflict; what it depends on must be more than outcomes.
			if failed.Reaches(n) && l.canLeave(failed, n) && !g.vain(l, g.Cond(n), at.err, failed) {
				bounds = append(bounds, n)
			}
		}
		r.Bounded = len(bounds) > 0 || g.diesInside(l, failed) || l.contextBounded(at.ctx) || g.checksInside(l)
		if len(bounds) > 0 && !done.Reaches(at.node) {
			r.Lost = g.exhausted(l, at, bounds)
		}
		return r
	}
	return nil
}

// takesWork reports whether each turn of a loop takes what it works on from the outside: it waits for a reply of the library or receives
// from a channel. An exit that is open after success as well ends the worker, not the attempts.
func (g *Graph) takesWork(l *Loop) bool {
	for _, op := range g.Ops {
		if op.Kind == calls.Command && op.Node.Frame == l.Frame && l.Contains(op.Node) {
			return true
		}
	}
	for b := range l.blocks {
		for _, in := range b.Instrs {
			if u, ok := in.(*ssa.UnOp); ok && u.Op == token.ARROW {
				return true
			}
		}
	}
	return false
}

// checksInside reports whether a function that runs in the loop (the Watch function, a helper) counts the attempts or looks at the clock
// or the context.
func (g *Graph) checksInside(l *Loop) bool {
	for _, n := range g.Nodes {
		if n.Kind == Branch && n.Frame != l.Frame && l.Contains(n) && g.explicit(g.Cond(n), 0) {
			return true
		}
	}
	return false
}

// explicit reports whether a condition asks a counter, the clock or the context.
func (g *Graph) explicit(v Value, depth int) bool {
	if depth > 8 || v.v == nil {
		return false
	}
	switch x := v.v.(type) {
	case *ssa.Call:
		if x.Call.IsInvoke() && isContext(x.Call.Value.Type()) {
			return true
		}
		if callee := x.Call.StaticCallee(); callee != nil {
			if o, ok := callee.Object().(*types.Func); ok && o.Pkg() != nil && (o.Pkg().Path() == "time" || o.Pkg().Path() == "sync/atomic") {
				return true
			}
		}
	case *ssa.Select:
		return true
	case *ssa.UnOp:
		if x.Op == token.MUL {
			for _, place := range g.Objects(Value{v: x.X, f: v.f}) {
				for _, rec := range g.stores[place] {
					if b, ok := rec.val.v.(*ssa.BinOp); ok && (b.Op == token.ADD || b.Op == token.SUB) {
						return true
					}
				}
			}
			return false
		}
	}
	in, ok := v.v.(ssa.Instruction)
	if !ok {
		return false
	}
	for _, op := range in.Operands(nil) {
		if *op != nil && g.explicit(Value{v: *op, f: v.f}, depth+1) {
			return true
		}
	}
	return false
}

func funcOf(f *ssa.Function) *types.Func {
	for ; f != nil; f = f.Parent() {
		if o, ok := origin(f).Object().(*types.Func); ok {
			return o
		}
	}
	return nil
}

// site is the node of the loop's own function that leads to n.
func (l *Loop) site(n *Node) *Node {
	f := n.Frame
	if f == l.Frame {
		return n
	}
	for f.Parent != nil && f.Parent != l.Frame {
		f = f.Parent
	}
	if s := l.g.byInstr[siteKey{l.Frame, f.Site}]; s != nil {
		return s
	}
	return n
}

// exits are the branch nodes that can leave the loop.
func (l *Loop) exits() []*Node {
	var out []*Node
	for _, b := range l.Frame.Fn.Blocks {
		if !l.blocks[b] || len(b.Instrs) == 0 {
			continue
		}
		i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || l.blocks[b.Succs[0]] && l.blocks[b.Succs[1]] {
			continue
		}
		if n := l.g.byInstr[siteKey{l.Frame, i}]; n != nil {
			out = append(out, n)
		}
	}
	return out
}

// canLeave reports whether a branch may leave the loop under the assumption.
func (l *Loop) canLeave(a *Assumption, n *Node) bool {
	for i, s := range n.instr.Block().Succs {
		if !l.blocks[s] && a.takes(n, i) {
			return true
		}
	}
	return false
}

// leaves reports whether the loop can be left under the assumption.
func (l *Loop) leaves(a *Assumption) bool {
	for _, n := range l.exits() {
		if a.Reaches(n) && l.canLeave(a, n) {
			return true
		}
	}
	return false
}

// diesInside reports whether a helper of the loop may end the program after a conflict: it may count.
func (g *Graph) diesInside(l *Loop, a *Assumption) bool {
	for _, n := range g.Nodes {
		if n.Kind == DeadNode && n.Frame != l.Frame && a.Reaches(n) {
			return true
		}
	}
	return false
}

// pauses reports whether something that may take time runs between two attempts.
func (g *Graph) pauses(a *Assumption) bool {
	for _, n := range g.Nodes {
		if !a.Reaches(n) || n == a.stop {
			continue
		}
		switch in := n.instr.(type) {
		case *ssa.Call:
			if callee := in.Call.StaticCallee(); callee == nil || !quiet(callee) && !strings.HasPrefix(qualified(callee), "errors.") {
				return true
			}
		}
	}
	return a.selects()
}

// selects reports whether a select or a receive lies between the attempts.
func (a *Assumption) selects() bool {
	seen := map[*ssa.BasicBlock]bool{}
	for n := range a.reach {
		if n.block == nil || seen[n.block] {
			continue
		}
		seen[n.block] = true
		for _, in := range n.block.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				return true
			case *ssa.UnOp:
				if in.Op == token.ARROW {
					return true
				}
			}
		}
	}
	return false
}

// exhausted are the returns that report success after the attempts have run out: from the loop by one of its bounds, under the assumption
// that the last attempt failed with a conflict, past nothing but logging.
func (g *Graph) exhausted(l *Loop, at *attempt, bounds []*Node) []*Node {
	sig := l.Frame.Fn.Signature.Results()
	if sig.Len() == 0 || !isError(sig.At(sig.Len()-1).Type()) {
		return nil
	}
	for i := range sig.Len() - 1 {
		b, ok := sig.At(i).Type().Underlying().(*types.Basic)
		if !ok || b.Kind() == types.Bool {
			return nil // a domain result may tell the caller
		}
	}
	failed := g.Assume(at.after, at.err, Conflict, at.node, nil)
	// Only what is outside the loop and reached by running out of attempts, not by a decision on the conflict.
	after := map[*Node]bool{}
	var work []*Node
	for _, n := range bounds {
		for i, s := range n.Succs {
			if b := n.instr.Block().Succs[i]; !l.blocks[b] && failed.takes(n, i) {
				work = append(work, s)
			}
		}
	}
	var out []*Node
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if after[n] || !failed.Reaches(n) || n == at.node {
			continue
		}
		after[n] = true
		if n.Kind == CallNode && !g.onlyTells(n) {
			return nil // it may do the work in another way
		}
		if n.Kind == StoreNode || n.Kind == GoNode {
			if st, ok := n.instr.(*ssa.Store); !ok || !g.localPlace(Value{v: st.Addr, f: n.Frame}) {
				return nil
			}
		}
		if n.Kind == ReturnNode && n.Frame == l.Frame {
			ret := n.instr.(*ssa.Return)
			if null, _ := failed.ErrIs(Value{v: ret.Results[sig.Len()-1], f: n.Frame}); null && zeroBefore(ret, sig.Len()-1) {
				out = append(out, n)
			}
			continue
		}
		work = append(work, n.Succs...)
	}
	return out
}

// zeroBefore reports whether the other results of a return are constants: nothing that was computed is handed out.
func zeroBefore(ret *ssa.Return, n int) bool {
	for _, r := range ret.Results[:n] {
		if _, ok := r.(*ssa.Const); !ok {
			return false
		}
	}
	return true
}

func (g *Graph) localPlace(v Value) bool {
	for _, o := range g.Objects(v) {
		if !o.Local() {
			return false
		}
	}
	return true
}

// onlyTells reports calls that tell somebody and change nothing: logs, metrics, a pause.
func (g *Graph) onlyTells(n *Node) bool {
	c, ok := n.instr.(ssa.CallInstruction)
	if !ok || n.Op != nil {
		return false
	}
	cc := c.Common()
	if _, ok := cc.Value.(*ssa.Builtin); ok {
		return true
	}
	name := ""
	if cc.IsInvoke() {
		name = cc.Method.Name()
	} else if callee := cc.StaticCallee(); callee != nil {
		if quiet(callee) || standardPackage2(callee) {
			return true
		}
		name = callee.Name()
	}
	for _, p := range []string{"Print", "Log", "Warn", "Error", "Info", "Debug", "Inc", "Observe", "Sleep", "WithLabelValues", "With", "String", "Stop", "Done"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// vain reports whether a condition bounds nothing: it depends only on constants, on what does not change in the loop, and on the
// outcomes of library operations.
func (g *Graph) vain(l *Loop, v Value, errs []Value, failed *Assumption) bool {
	return (&vanity{g: g, loop: l, errs: errs, failed: failed, seen: map[Value]bool{}}).value(v)
}

type vanity struct {
	g    *Graph
	loop *Loop
	errs []Value
	// failed is the way from one attempt to the next; nil for a recursion, where fixed says what does not change.
	failed *Assumption
	fixed  func(Value) bool
	seen   map[Value]bool
}

func (q *vanity) value(v Value) bool {
	if v.v == nil {
		return false
	}
	if q.seen[v] {
		return true
	}
	q.seen[v] = true
	g := q.g
	at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
	for _, e := range q.errs {
		if e == v {
			return true
		}
	}
	if _, _, ok := g.SentinelOf(v); ok {
		return true
	}
	if q.fixed != nil && q.fixed(v) || q.loop != nil && q.loop.invariant(v) {
		return true
	}
	switch x := v.v.(type) {
	case *ssa.Const:
		return true
	case *ssa.BinOp:
		switch x.Op {
		case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ, token.ADD, token.SUB, token.MUL, token.QUO:
			return q.value(at(x.X)) && q.value(at(x.Y))
		}
		return false
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return q.value(at(x.X))
		}
		if x.Op == token.MUL {
			return q.load(v, x)
		}
	case *ssa.ChangeInterface:
		return q.value(at(x.X))
	case *ssa.MakeInterface:
		return q.value(at(x.X))
	case *ssa.ChangeType:
		return q.value(at(x.X))
	case *ssa.Convert:
		return q.value(at(x.X))
	case *ssa.TypeAssert:
		return q.value(at(x.X))
	case *ssa.Phi:
		if !isBool(x.Type()) && !isErrorIface(x.Type()) && g.header(v.f, x.Block()) {
			return q.stands(v, x) // or it counts
		}
		for _, e := range x.Edges {
			if !q.value(at(e)) {
				return false
			}
		}
		for _, p := range x.Block().Preds { // what selects the edge counts too
			for d := p; d != nil; d = d.Idom() {
				if i, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok && (d != p || len(p.Succs) == 2) {
					if !q.value(at(i.Cond)) {
						return false
					}
					break
				}
				if d == x.Block().Idom() {
					break
				}
			}
		}
		return true
	case *ssa.Parameter:
		for i, p := range v.f.Fn.Params {
			if p == x && i < len(v.f.params) && !v.f.params[i].IsZero() {
				return q.value(v.f.params[i])
			}
		}
	case *ssa.Extract:
		switch t := x.Tuple.(type) {
		case *ssa.Call:
			return q.call(v, t, x.Index)
		case *ssa.TypeAssert:
			return q.value(at(t.X))
		}
	case *ssa.Call:
		return q.call(v, x, 0)
	}
	return false
}

// stands reports whether a counter is left as it was, or set back to a constant, on every way from one attempt to the next.
func (q *vanity) stands(v Value, x *ssa.Phi) bool {
	if q.failed == nil || q.loop == nil || v.f != q.loop.Frame || x.Block() != q.loop.header {
		return false
	}
	seen := map[ssa.Value]bool{}
	var still func(y ssa.Value) bool
	still = func(y ssa.Value) bool {
		if y == x || seen[y] {
			return true
		}
		seen[y] = true
		switch y := y.(type) {
		case *ssa.Const:
			return true
		case *ssa.Phi:
			for i, p := range y.Block().Preds {
				if from := v.f.edge[[2]*ssa.BasicBlock{p, y.Block()}]; from != nil && q.failed.passes(from, y.Block()) && !still(y.Edges[i]) {
					return false
				}
			}
			return true
		}
		return false
	}
	for i, p := range x.Block().Preds {
		if from := v.f.edge[[2]*ssa.BasicBlock{p, x.Block()}]; from != nil && q.failed.passes(from, x.Block()) && !still(x.Edges[i]) {
			return false
		}
	}
	return true
}

// load is vain when all that is ever stored in a local place is, and nothing is counted in it.
func (q *vanity) load(v Value, x *ssa.UnOp) bool {
	g := q.g
	if gl, ok := x.X.(*ssa.Global); ok {
		return isError(derefType(gl.Type()))
	}
	places := g.Objects(Value{v: x.X, f: v.f})
	for _, place := range places {
		if place.Kind != ObjCell && !(place.Kind == ObjField && place.Local()) || g.unknownW[place] {
			return false
		}
		if !isBool(x.Type()) && !isErrorIface(x.Type()) && len(g.stores[place]) > 1 {
			return false
		}
		for _, rec := range g.stores[place] {
			if !q.value(rec.val) {
				return false
			}
		}
	}
	return len(places) > 0
}

func (q *vanity) call(v Value, c *ssa.Call, i int) bool {
	g := q.g
	key := siteKey{v.f, c}
	t := resultType(c, i)
	if op := g.opAt[key]; op != nil {
		if t != nil && isError(t) {
			return true
		}
		return op.Kind == calls.Read && q.readsOnly(op)
	}
	if st := g.sites[key]; st != nil && len(st.sum.Effects) > 0 {
		return t != nil && (isError(t) || isBool(t))
	}
	if frs := g.inlined[key]; len(frs) > 0 && frs[0].Kind == Called {
		for _, fr := range frs {
			for _, b := range fr.Fn.Blocks {
				switch last := b.Instrs[len(b.Instrs)-1].(type) {
				case *ssa.Return:
					if i < len(last.Results) && !q.value(Value{v: last.Results[i], f: fr}) {
						return false
					}
				case *ssa.If:
					if !q.value(Value{v: last.Cond, f: fr}) {
						return false
					}
				}
			}
		}
		return true
	}
	if c.Call.IsInvoke() {
		return c.Call.Method.Name() == "Error" && q.value(Value{v: c.Call.Value, f: v.f})
	}
	callee := c.Call.StaticCallee()
	if callee == nil {
		return false
	}
	switch qualified(callee) {
	case "errors.As", "golang.org/x/xerrors.As", "github.com/pkg/errors.As", "github.com/cockroachdb/errors.As":
		return q.value(Value{v: c.Call.Args[0], f: v.f})
	case "errors.Is", "golang.org/x/xerrors.Is", "github.com/pkg/errors.Is", "github.com/cockroachdb/errors.Is", "errors.Unwrap", "github.com/pkg/errors.Cause",
		"strings.Contains", "strings.HasSuffix", "strings.HasPrefix", "strings.EqualFold":
	case "fmt.Errorf", "errors.New", "github.com/pkg/errors.Wrap", "github.com/pkg/errors.Wrapf", "github.com/pkg/errors.WithStack", "github.com/pkg/errors.New", "github.com/pkg/errors.Errorf":
		return true // an error that is made: only whether it is nil can be asked
	default:
		if t, ok := g.ErrTest(v); ok {
			return q.value(t.Err)
		}
		return false
	}
	for _, a := range c.Call.Args {
		if !q.value(Value{v: a, f: v.f}) {
			return false
		}
	}
	return true
}

// readsOnly reports whether what is read is the reply of reading commands: data, and no counter.
func (q *vanity) readsOnly(read *Op) bool {
	for _, c := range read.Cmds() {
		if c.Kind != ObjCmd || c.Op.Method == nil || c.Op.Method.Access != redisapi.AccessRead {
			return false
		}
	}
	return len(read.Cmds()) > 0
}

// header reports whether a block is the head of a loop.
func (g *Graph) header(f *Frame, b *ssa.BasicBlock) bool {
	for _, p := range b.Preds {
		if b.Dominates(p) {
			return true
		}
	}
	return false
}

// invariant reports whether a value is computed before the loop.
func (l *Loop) invariant(v Value) bool {
	if v.f != l.Frame {
		for f := l.Frame.Parent; f != nil; f = f.Parent {
			if f == v.f {
				return true
			}
		}
		return false
	}
	switch x := v.v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	case ssa.Instruction:
		return !l.blocks[x.Block()]
	}
	return false
}

// contextBounded reports whether a context is cut off around the loop: by context.WithTimeout or WithDeadline, or by a function that is
// not seen and may do so.
func (l *Loop) contextBounded(ctx Value) bool {
	return l.g.deadline(ctx, func(n *Node) bool { return n == nil || !l.Contains(n) }, 0)
}

func (g *Graph) deadline(ctx Value, outside func(*Node) bool, depth int) bool {
	if ctx.IsZero() || depth > 10 {
		return false
	}
	for _, o := range g.Objects(ctx) {
		v := o.Val
		if e, ok := v.v.(*ssa.Extract); ok {
			v = Value{v: e.Tuple, f: v.f}
		}
		c, ok := v.v.(*ssa.Call)
		if !ok {
			continue
		}
		out := outside(g.byInstr[siteKey{v.f, c}])
		name := ""
		if callee := c.Call.StaticCallee(); callee != nil {
			switch qualified(callee) {
			case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause":
				if out {
					return true
				}
			}
			name = callee.Name()
			if origin(callee).Pkg == g.Pkg.ssa && out && makesDeadline(callee) {
				return true
			}
		} else if c.Call.IsInvoke() {
			name = c.Call.Method.Name()
		}
		if out && (strings.Contains(name, "Timeout") || strings.Contains(name, "Deadline") || strings.Contains(name, "timeout") || strings.Contains(name, "deadline")) {
			return true
		}
		for _, a := range c.Call.Args {
			if isContext(a.Type()) && g.deadline(Value{v: a, f: v.f}, outside, depth+1) {
				return true
			}
		}
	}
	return false
}

// makesDeadline reports whether a function of the package calls context.WithTimeout or WithDeadline.
func makesDeadline(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && c.Call.StaticCallee() != nil {
				switch qualified(c.Call.StaticCallee()) {
				case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause":
					return true
				}
			}
		}
	}
	return false
}

// recursiveRetry finds a call by which a function around the attempt calls itself after a conflict.
func (g *Graph) recursiveRetry(at *attempt) *Retry {
	if len(at.err) == 0 {
		return nil
	}
	failed := g.Assume(at.after, at.err, Conflict, nil, nil)
	done := g.Assume(at.after, at.err, NoError, nil, nil)
	for _, n := range g.Nodes {
		if !n.Recursive || n.rec == nil || !at.node.Frame.Within(n.rec) || !failed.Reaches(n) || done.Reaches(n) {
			continue
		}
		call, ok := n.instr.(*ssa.Call)
		if !ok {
			continue
		}
		q := &vanity{g: g, errs: at.err, seen: map[Value]bool{}, fixed: func(v Value) bool { return g.fixedArg(n, call, v) }}
		bounded := g.deadline(g.contextArg(n.Frame, &call.Call), func(*Node) bool { return true }, 0) ||
			g.deadline(at.ctx, func(d *Node) bool { return d == nil || !d.Frame.Within(n.rec) }, 0)
		for _, b := range g.Nodes {
			if b.Kind != Branch || bounded {
				continue
			}
			toAttempt := b != at.node && g.decidesWay(b, n.rec.Entry, at.node, nil)
			toCall := failed.Reaches(b) && !failed.Decides(b) && g.decidesWay(b, at.after, n, failed)
			if (toAttempt || toCall) && !q.value(g.Cond(b)) {
				bounded = true
			}
		}
		return &Retry{Op: at.op, Site: n, Func: funcOf(n.rec.Fn), Bounded: bounded}
	}
	return nil
}

// decidesWay reports whether a branch between two nodes has a way that does not lead to the second.
func (g *Graph) decidesWay(b, from, to *Node, a *Assumption) bool {
	isTo := func(n *Node) bool { return n == to }
	if a == nil && !g.Reaches(from, b) || b == to {
		return false
	}
	leads, misses := false, false
	for _, s := range b.Succs {
		if g.search([]*Node{s}, isTo, nil) != nil {
			leads = true
		} else {
			misses = true
		}
	}
	return leads && misses
}

// fixedArg reports whether a parameter of a function that calls itself is handed on unchanged.
func (g *Graph) fixedArg(n *Node, call *ssa.Call, v Value) bool {
	p, ok := v.v.(*ssa.Parameter)
	if !ok {
		return false
	}
	if v.f != n.rec {
		return !v.f.Within(n.rec)
	}
	args := call.Call.Args
	off := len(n.rec.Fn.Params) - len(args)
	for i, q := range n.rec.Fn.Params {
		if q != p {
			continue
		}
		if i-off < 0 || i-off >= len(args) {
			return true // the receiver of an interface call
		}
		return g.Same(Value{v: args[i-off], f: n.Frame}, v)
	}
	return false
}

func (g *Graph) recursiveContext(n *Node, call *ssa.Call) Value {
	return g.contextArg(n.Frame, &call.Call)
}

// Expr is the call expression of a node, nil when it has none in the source.
func (n *Node) Expr() *ast.CallExpr {
	c, ok := n.instr.(ssa.CallInstruction)
	if !ok {
		if n.Op == nil {
			return nil
		}
		c = n.Op.instr
	}
	return callExpr(c)
}

// Expr is the call expression of an operation: its own, or the call that has it as an effect.
func (o *Op) Expr() *ast.CallExpr {
	if o.Call != nil {
		return o.Call.Expr
	}
	return callExpr(o.instr)
}

func callExpr(c ssa.CallInstruction) (found *ast.CallExpr) {
	if c == nil || c.Parent().Syntax() == nil {
		return nil
	}
	ast.Inspect(c.Parent().Syntax(), func(x ast.Node) bool {
		if ce, ok := x.(*ast.CallExpr); ok && ce.Lparen == c.Common().Pos() {
			found = ce
		}
		return found == nil
	})
	return found
}
