package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Loop is a loop of a frame's function (for, range, goto).
type Loop struct {
	g      *Graph
	Frame  *Frame
	header *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
}

// Loops returns the loops around a node, innermost first, through the frames it is called from. The body of a goroutine is not in the
// loops that start it.
func (g *Graph) Loops(n *Node) []*Loop {
	var out []*Loop
	in := n.instr
	if in == nil && n.Op != nil {
		in = n.Op.instr
	}
	for f := n.Frame; f != nil && in != nil; f = f.Parent {
		out = append(out, g.loopsAt(f, in.Block())...)
		if f.Kind == Async {
			break
		}
		in = f.Site
	}
	return out
}

func (g *Graph) loopsAt(f *Frame, b *ssa.BasicBlock) []*Loop {
	byHeader := map[*ssa.BasicBlock]*Loop{}
	for _, t := range f.Fn.Blocks {
		for _, h := range t.Succs {
			if !h.Dominates(t) {
				continue
			}
			l := byHeader[h]
			if l == nil {
				l = &Loop{g: g, Frame: f, header: h, blocks: map[*ssa.BasicBlock]bool{h: true}}
				byHeader[h] = l
			}
			work := []*ssa.BasicBlock{t}
			for len(work) > 0 {
				x := work[len(work)-1]
				work = work[:len(work)-1]
				if l.blocks[x] {
					continue
				}
				l.blocks[x] = true
				work = append(work, x.Preds...)
			}
		}
	}
	var out []*Loop
	for _, l := range byHeader {
		if l.blocks[b] {
			out = append(out, l)
		}
	}
	for i := range out { // innermost first: fewest blocks
		for j := i + 1; j < len(out); j++ {
			if len(out[j].blocks) < len(out[i].blocks) {
				out[i], out[j] = out[j], out[i]
			}
		}
	}
	return out
}

// Contains reports whether a node runs inside the loop, in its function or in a frame called from it.
func (l *Loop) Contains(n *Node) bool {
	in := n.instr
	if in == nil && n.Op != nil {
		in = n.Op.instr
	}
	for f := n.Frame; f != nil; f = f.Parent {
		if f == l.Frame {
			return in == nil || l.blocks[in.Block()]
		}
		in = f.Site
	}
	return false
}

// Over is the value that a range loop iterates over and true, or false for other loops.
func (l *Loop) Over() (Value, bool) {
	for b := range l.blocks {
		for _, in := range b.Instrs {
			if nx, ok := in.(*ssa.Next); ok {
				if r, ok := nx.Iter.(*ssa.Range); ok && b == l.header {
					return Value{v: r.X, f: l.Frame}, true
				}
			}
		}
	}
	return Value{}, false
}

// Pos is the position of the loop's first instruction with one.
func (l *Loop) Pos() token.Pos {
	for _, in := range l.header.Instrs {
		if in.Pos().IsValid() {
			return in.Pos()
		}
	}
	return token.NoPos
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

// hasSelect reports whether the loop waits in a select: an explicit wait for a context, a timer or a channel.
func (l *Loop) hasSelect() bool {
	for b := range l.blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				return true
			case *ssa.UnOp:
				if in.Op == token.ARROW && !fromTimeAfter(in.X) {
					return true
				}
			case *ssa.Next:
				return true
			}
		}
	}
	return false
}

func fromTimeAfter(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	return ok && c.Call.StaticCallee() != nil && qualified(c.Call.StaticCallee()) == "time.After"
}

// Bounded reports whether something besides the outcome of library operations can end the loop: a counter, a clock, a context, a
// budget, a value that is not understood. Only a loop whose every way out depends on nothing but constants and the errors of library
// operations is unbounded.
func (l *Loop) Bounded() bool {
	if l.hasSelect() {
		return true
	}
	for _, n := range l.exits() {
		if !l.g.onlyOutcome(l.g.Cond(n), map[Value]bool{}) {
			return true
		}
	}
	return false
}

// OutcomeOnly reports whether a branch depends on nothing but constants and the outcome of library operations.
func (g *Graph) OutcomeOnly(n *Node) bool { return g.onlyOutcome(g.Cond(n), map[Value]bool{}) }

// onlyOutcome reports whether a value depends only on constants and on the errors of library operations.
func (g *Graph) onlyOutcome(v Value, seen map[Value]bool) bool {
	if v.v == nil {
		return false
	}
	if seen[v] {
		return true
	}
	seen[v] = true
	at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
	if _, _, ok := g.SentinelOf(v); ok {
		return true
	}
	switch x := v.v.(type) {
	case *ssa.Const:
		return true
	case *ssa.BinOp:
		switch x.Op {
		case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ:
			return g.onlyOutcome(at(x.X), seen) && g.onlyOutcome(at(x.Y), seen)
		}
		return false
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return g.onlyOutcome(at(x.X), seen)
		}
		if x.Op == token.MUL {
			for _, place := range g.Objects(at(x.X)) {
				if place.Kind != ObjCell && !(place.Kind == ObjField && place.Local()) {
					return false
				}
				for _, rec := range g.stores[place] {
					if !g.onlyOutcome(rec.val, seen) {
						return false
					}
				}
			}
			return true
		}
	case *ssa.ChangeInterface:
		return g.onlyOutcome(at(x.X), seen)
	case *ssa.MakeInterface:
		return g.onlyOutcome(at(x.X), seen)
	case *ssa.ChangeType:
		return g.onlyOutcome(at(x.X), seen)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if !g.onlyOutcome(at(e), seen) {
				return false
			}
		}
		for _, p := range x.Block().Preds { // what selects the edge counts too
			for d := p; d != nil; d = d.Idom() {
				if i, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok {
					if d != p || len(p.Succs) == 2 {
						if !g.onlyOutcome(at(i.Cond), seen) {
							return false
						}
						break
					}
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
				return g.onlyOutcome(v.f.params[i], seen)
			}
		}
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return g.callOutcome(v, c, x.Index, seen)
		}
		if ta, ok := x.Tuple.(*ssa.TypeAssert); ok {
			return g.onlyOutcome(at(ta.X), seen)
		}
	case *ssa.Call:
		return g.callOutcome(v, x, 0, seen)
	}
	return false
}

func (g *Graph) callOutcome(v Value, c *ssa.Call, i int, seen map[Value]bool) bool {
	key := siteKey{v.f, c}
	t := resultType(c, i)
	if op := g.opAt[key]; op != nil {
		return t != nil && isError(t)
	}
	if st := g.sites[key]; st != nil && len(st.sum.Effects) > 0 {
		return t != nil && (isError(t) || isBool(t))
	}
	if frs := g.inlined[key]; len(frs) > 0 && frs[0].Kind == Called {
		for _, fr := range frs {
			for _, b := range fr.Fn.Blocks {
				last := b.Instrs[len(b.Instrs)-1]
				switch last := last.(type) {
				case *ssa.Return:
					if i < len(last.Results) && !g.onlyOutcome(Value{v: last.Results[i], f: fr}, seen) {
						return false
					}
				case *ssa.If:
					if !g.onlyOutcome(Value{v: last.Cond, f: fr}, seen) {
						return false
					}
				}
			}
		}
		return true
	}
	callee := c.Call.StaticCallee()
	if callee == nil || callee.Signature.Recv() != nil {
		return false
	}
	if len(c.Call.Args) == 0 {
		return false
	}
	outcome := false
	for _, a := range c.Call.Args {
		if !g.onlyOutcome(Value{v: a, f: v.f}, seen) {
			return false
		}
		if _, isConst := a.(*ssa.Const); !isConst && isErrorIface(a.Type()) {
			outcome = true
		}
	}
	return outcome
}

// Assume decides branches under an assumption about one operation: its error is the given sentinel. Walk uses it.
type Assume struct {
	Op       *Op
	Sentinel Sentinel
	carriers map[Value]bool
}

// AssumeErr makes the assumption that the error of an operation is a sentinel.
func (g *Graph) AssumeErr(op *Op, s Sentinel) *Assume {
	return &Assume{Op: op, Sentinel: s, carriers: g.errCarriers(g.errOf(op))}
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

// errCarriers are the values that hold an error on its way: variables, results of helpers, wrapped forms.
func (g *Graph) errCarriers(v Value) map[Value]bool {
	out := map[Value]bool{}
	var work []Value
	push := func(v Value) {
		if v.v != nil && !out[v] {
			out[v] = true
			work = append(work, v)
		}
	}
	push(v)
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		refs := v.v.Referrers()
		if refs == nil {
			continue
		}
		for _, r := range *refs {
			switch r := r.(type) {
			case *ssa.Phi, *ssa.ChangeInterface, *ssa.MakeInterface:
				push(Value{v: r.(ssa.Value), f: v.f})
			case *ssa.Store:
				if r.Val == v.v {
					for _, p := range g.Objects(Value{v: r.Addr, f: v.f}) {
						for _, l := range g.loadsOf(p) {
							push(l)
						}
					}
				}
			case *ssa.Return:
				if v.f.Parent == nil {
					continue
				}
				i := resultIndex(r, v.v)
				switch {
				case v.f.Op != nil && (v.f.Kind == Watched || v.f.Kind == Pipelined):
					push(g.errOf(v.f.Op))
				case v.f.Kind == Called:
					if c, ok := v.f.Site.(*ssa.Call); ok {
						for _, res := range callResults(c, i) {
							push(Value{v: res, f: v.f.Parent})
						}
					}
				}
			case *ssa.Call:
				if frs := g.inlined[siteKey{v.f, r}]; len(frs) > 0 {
					for _, fr := range frs {
						off := len(fr.params) - len(r.Call.Args)
						for i, a := range r.Call.Args {
							if a == v.v && i+off >= 0 && i+off < len(fr.Fn.Params) {
								push(Value{v: fr.Fn.Params[i+off], f: fr})
							}
						}
					}
				}
			}
		}
	}
	return out
}

// Outcome returns the way a branch takes under the assumption, known only when it tests the error of the operation.
func (a *Assume) Outcome(g *Graph, n *Node) (taken int, known bool) {
	t, ok := g.ErrTest(g.Cond(n))
	if !ok || !a.carriers[t.Err] {
		return 0, false
	}
	match := false
	switch {
	case t.Sentinel == OtherErr:
		return 0, false
	case t.Sentinel == a.Sentinel:
		match = true
	}
	if match == t.Equal {
		return 0, true
	}
	return 1, true
}

// Walk is Search under an assumption.
func (g *Graph) Walk(from *Node, a *Assume, to, stop func(*Node) bool) *Node {
	seen := make(map[*Node]bool)
	work := append([]*Node(nil), from.Succs...)
	for len(work) > 0 {
		n := work[0]
		work = work[1:]
		if seen[n] {
			continue
		}
		seen[n] = true
		if to(n) {
			return n
		}
		if stop != nil && stop(n) {
			continue
		}
		if n.Kind == Branch {
			if i, known := a.Outcome(g, n); known {
				work = append(work, n.Succs[i])
				continue
			}
		}
		work = append(work, n.Succs...)
	}
	return nil
}

// ContextBounded reports whether the context of an operation is cut off around the loop: context.WithTimeout or WithDeadline made
// outside it, in a function that is seen.
func (l *Loop) ContextBounded(op *Op) bool {
	for _, o := range l.g.Objects(op.Ctx) {
		v := o.Val
		e, ok := v.v.(*ssa.Extract)
		if ok {
			if c, isCall := e.Tuple.(*ssa.Call); isCall {
				v = Value{v: c, f: v.f}
			}
		}
		c, ok := v.v.(*ssa.Call)
		if !ok || c.Call.StaticCallee() == nil {
			continue
		}
		switch qualified(c.Call.StaticCallee()) {
		case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause":
			if n := l.g.byInstr[siteKey{v.f, c}]; n == nil || !l.Contains(n) {
				return true
			}
		}
	}
	return false
}

// rawWords are the constant leading words of Do, in capitals.
func (o *Op) rawWords() ([]string, bool) {
	es, ok := o.g.Elems(o.Arg(0))
	if !ok {
		return nil, false
	}
	var out []string
	for _, e := range es {
		s, ok := o.g.ConstString(e)
		if !ok {
			break
		}
		out = append(out, upper(s))
	}
	return out, len(out) > 0
}

func upper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 32
		}
	}
	return string(b)
}

// rawAccess is what a raw command does, by the row of the method that sends it.
func rawAccess(words []string) redisapi.Access {
	for _, m := range redisapi.Methods() {
		for _, c := range m.Commands {
			if c == words[0] {
				return m.Access
			}
		}
	}
	return redisapi.AccessNone
}

// rawKeys are the keys of Do: only the first argument of commands whose method takes one key first.
func (o *Op) rawKeys() ([]KeyUse, bool) {
	w, ok := o.rawWords()
	if !ok {
		return nil, false
	}
	es, _ := o.g.Elems(o.Arg(0))
	for _, m := range redisapi.Methods() {
		if len(m.Commands) == 1 && m.Commands[0] == w[0] && len(m.Keys) == 1 && m.Keys[0].Param == 0 && m.Keys[0].Shape == redisapi.ShapeSingle && len(es) > 1 {
			return []KeyUse{{Key: o.g.Key(es[1]), Val: es[1], Write: m.Keys[0].Write}}, true
		}
	}
	return nil, false
}
