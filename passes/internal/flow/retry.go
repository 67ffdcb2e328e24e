package flow

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
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
