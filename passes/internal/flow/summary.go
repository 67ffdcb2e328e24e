package flow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/keys"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// maxEffects bounds a summary; a function with more is not summarised.
const maxEffects = 40

// summarize describes a function for other packages; nil when there is nothing to say.
func (p *Package) summarize(f *ssa.Function) (s *Summary) {
	defer func() {
		if recover() != nil {
			if debugPanics {
				panic("summarize " + f.String())
			}
			s = nil
		}
	}()
	s = &Summary{}
	obj, _ := f.Object().(*types.Func)
	if takesError(obj) {
		s.Test = p.predicate(f)
	}
	if !p.relevant[f] {
		if returnsString(obj) {
			if g := p.build(f); g != nil {
				if k := g.keyResult(f); len(k) > 0 {
					s.Results = []ResultFact{{Key: k}}
				}
			}
		}
		if s.Test == nil && len(s.Results) == 0 {
			return nil
		}
		return s
	}
	g := p.build(f)
	if g == nil {
		return nil
	}
	if obj != nil && turnsError(obj) {
		s.Err = g.errFunc()
	}
	index := map[*Op]int{}
	for _, n := range g.order() {
		op := n.Op
		if op == nil || op.Node != n {
			continue
		}
		e, ok := g.effectOf(op)
		if !ok {
			continue
		}
		index[op] = len(s.Effects)
		s.Effects = append(s.Effects, e)
		if len(s.Effects) > maxEffects {
			return nil
		}
	}
	g.resultFacts(f, s, index)
	s.Escapes = g.escapingParams(f)
	return s
}

// order is the nodes in reverse postorder: execution order but for loops.
func (g *Graph) order() []*Node {
	seen := map[*Node]bool{}
	var out []*Node
	var walk func(n *Node)
	walk = func(n *Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		for i := len(n.Succs) - 1; i >= 0; i-- {
			walk(n.Succs[i])
		}
		out = append(out, n)
	}
	walk(g.Root.Entry)
	slices.Reverse(out)
	return out
}

// symOf names an object in terms of the root's parameters.
func (g *Graph) symOf(o *Object) (Sym, bool) {
	switch o.Kind {
	case ObjParam:
		if o.Val.f != g.Root {
			return Sym{Param: -1}, false
		}
		for i, p := range g.Root.Fn.Params {
			if p == o.Val.v {
				return Sym{Param: i}, true
			}
		}
	case ObjGlobal:
		gl := o.Val.v.(*ssa.Global)
		if gl.Object() == nil || gl.Object().Pkg() == nil {
			return Sym{Param: -1}, false
		}
		return Sym{Param: -1, Global: gl.Object().Pkg().Path() + "." + gl.Name()}, true
	case ObjField:
		if s, ok := g.symOf(o.Base); ok {
			s.Path = append(slices.Clone(s.Path), o.Field)
			return s, len(s.Path) <= 4
		}
	case ObjElem:
		if s, ok := g.symOf(o.Base); ok {
			s.Path = append(slices.Clone(s.Path), "[]")
			return s, len(s.Path) <= 4
		}
	}
	return Sym{Param: -1}, false
}

// effectOf describes an operation, false when it is of no interest to callers.
func (g *Graph) effectOf(op *Op) (Effect, bool) {
	e := Effect{Kind: op.Kind, Method: op.Name(), Lib: op.Lib.Path, Recv: Sym{Param: -1}}
	if op.Effect != nil {
		e.Tx, e.Guarded, e.Queued = op.Effect.Tx, op.Effect.Guarded, op.Effect.Queued
	}
	recv := op.Target()
	switch op.Kind {
	case calls.Command, calls.ScriptRun, calls.Do, calls.Process:
		if !op.IsCommand() {
			return e, false
		}
		for _, o := range g.Objects(recv) {
			switch o.Kind {
			case ObjPipe:
				if o.Op.Effect != nil {
					return e, false
				}
				e.Queued = true
				e.Tx = o.IsTx()
				recv = o.Op.Recv
			case ObjTx:
				e.Guarded = true
				recv = o.Op.Recv
			}
		}
		// A pipeline made from the Tx of a Watch.
		for _, o := range g.Objects(recv) {
			if o.Kind == ObjTx {
				e.Guarded = true
				recv = o.Op.Recv
			}
		}
	case calls.Exec, calls.Discard, calls.Read, calls.Pipelined, calls.TxPipelined, calls.Watch, calls.Close, calls.IteratorUse:
	case calls.PubSubUse:
		if !op.Receives() {
			return e, false
		}
	default:
		return e, false
	}
	o := g.One(recv)
	if o == nil {
		return e, false
	}
	sym, ok := g.symOf(o)
	if !ok {
		return e, false
	}
	e.Recv = sym
	uses, complete := op.Keys()
	e.Complete = complete
	for _, u := range uses {
		e.Keys = append(e.Keys, KeyFact{Parts: g.partFacts(u.Key), Write: u.Write})
	}
	if op.Writes() {
		e.From = g.dataParams(op)
	}
	switch {
	case op.Effect != nil && op.Effect.Body > 0:
		e.Body = g.bodyParam(op.effBody)
	case op.Kind == calls.Pipelined, op.Kind == calls.TxPipelined, op.Kind == calls.Watch:
		e.Body = g.bodyParam(op.Arg(0))
	}
	for _, b := range g.Batches() {
		if b.Op == op && b.MissPasses() && !b.resultsChecked() {
			e.PassesMiss = true
		}
	}
	if a, ok := op.Access(); ok && a.Member.Known() {
		e.Field = g.partFacts(a.Member)
	}
	e.Into, e.Expiry = g.filledParams(op), op.Expiry()
	n := op.Node
	e.May = op.May || !g.AlwaysAfterEntry(n)
	return e, true
}

// bodyParam is 1 + the parameter that a function value is, 0 for none.
func (g *Graph) bodyParam(v Value) int {
	if o := g.One(v); o != nil && o.Kind == ObjParam && o.Val.f == g.Root {
		for i, p := range g.Root.Fn.Params {
			if p == o.Val.v {
				return i + 1
			}
		}
	}
	return 0
}

// AlwaysAfterEntry reports whether every run of the root function that returns passes n.
func (g *Graph) AlwaysAfterEntry(n *Node) bool {
	end := g.Root.Exit
	return g.search([]*Node{g.Root.Entry}, func(x *Node) bool { return x == end }, func(x *Node) bool { return x == n }) == nil
}

// IsTx reports whether a pipeline is a MULTI/EXEC transaction, known from its creation. In v6 the pipelines of a Tx are transactions too.
func (o *Object) IsTx() bool {
	if o.Kind != ObjPipe || o.Op == nil {
		return false
	}
	switch o.Op.Kind {
	case calls.TxPipelined, calls.NewTxPipeline:
		return o.Op.Role() != redisapi.RolePipeline
	case calls.Pipelined, calls.NewPipeline:
		return redisapi.Newest(o.Op.Lib.Major).TxPipelineTransactional() && o.Op.Role() == redisapi.RoleTx
	}
	return false
}

// dataParams are the parameters whose data reach the arguments (not the keys) of a write.
func (g *Graph) dataParams(op *Op) []int {
	var out []int
	isKey := map[Value]bool{}
	uses, _ := op.Keys()
	for _, u := range uses {
		isKey[u.Val] = true
	}
	for i, p := range g.Root.Fn.Params {
		if touchesLibrary(p.Type()) || i == 0 && g.Root.Fn.Signature.Recv() != nil {
			continue
		}
		pv := Value{v: p, f: g.Root}
		var places []*Object
		if _, ptr := p.Type().Underlying().(*types.Pointer); ptr {
			places = g.Objects(pv)
		}
		t := g.Depend([]Value{pv}, places)
		for _, a := range op.Args {
			if !isKey[a] && t.Has(a) {
				// The variadic list of a method whose keys and values share it counts by its values.
				out = append(out, i)
				break
			}
		}
	}
	return out
}

// filledParams are the parameters that the reply of an operation is stored through: func GetJSON(key string, dest any).
func (g *Graph) filledParams(op *Op) []int {
	if !op.IsCommand() || op.Effect == nil && len(g.Replies(op)) == 0 {
		return nil
	}
	var out []int
	for i, p := range g.Root.Fn.Params {
		pv := Value{v: p, f: g.Root}
		if touchesLibrary(p.Type()) || !pointsTo(pv) || i == 0 && g.Root.Fn.Signature.Recv() != nil {
			continue
		}
		for _, o := range g.Objects(pv) {
			t := &tracer{g: g, busy: map[traceKey]bool{}, done: map[traceKey]Origin{}}
			if t.place(o, g.Root.Exit, true).Replies[op] != 0 {
				out = append(out, i)
				break
			}
		}
	}
	return out
}

func (g *Graph) partFacts(k keys.Key) []PartFact {
	var out []PartFact
	for _, p := range k.Parts {
		if p.Sym == "" {
			out = append(out, PartFact{Lit: p.Lit})
			continue
		}
		pf := PartFact{Number: p.Class == keys.Number}
		name := strings.TrimPrefix(p.Sym, "d")
		for _, o := range g.objects {
			if symName(o) == name {
				if s, ok := g.symOf(o); ok {
					pf.Sym, pf.Known = s, true
				}
				break
			}
		}
		out = append(out, pf)
	}
	return out
}

// keyResult is the key that a function returns, in terms of its parameters.
func (g *Graph) keyResult(f *ssa.Function) []PartFact {
	k, ok := g.returnedKey(g.Root, 0, 0)
	if !ok {
		return nil
	}
	parts := g.partFacts(k)
	for _, p := range parts {
		if p.Lit == "" && !p.Known {
			return nil
		}
	}
	return parts
}

// resultFacts describes the results of the root function.
func (g *Graph) resultFacts(f *ssa.Function, s *Summary, index map[*Op]int) {
	res := f.Signature.Results()
	s.Results = make([]ResultFact, res.Len())
	var rets []*ssa.Return
	for _, b := range f.Blocks {
		if n := len(b.Instrs); n > 0 {
			if r, ok := b.Instrs[n-1].(*ssa.Return); ok {
				rets = append(rets, r)
			}
		}
	}
	taints := map[*Op]*Taint{}
	for op := range index {
		if op.IsCommand() && (op.Reads() || op.Method == nil || op.Writes()) {
			taints[op] = g.ReplyTaint(op)
		}
	}
	for i := range res.Len() {
		rf := &s.Results[i]
		if isError(res.At(i).Type()) {
			for _, r := range rets {
				w, p := g.errOrigin(Value{v: r.Results[i], f: g.Root}, 0)
				rf.Wraps, rf.Plain = rf.Wraps || w, rf.Plain || p
			}
			g.errFacts(rf, rets, i, index)
			continue
		}
		var one *Object
		agree := true
		for _, r := range rets {
			for _, o := range g.Objects(Value{v: r.Results[i], f: g.Root}) {
				if o.Kind == ObjConst {
					continue
				}
				if one != nil && one != o {
					agree = false
				}
				one = o
			}
		}
		if agree && one != nil {
			switch {
			case one.Kind == ObjPipe && one.Op.Effect == nil:
				rf.Pipe, rf.Tx = true, one.IsTx()
				if c := g.One(one.Op.Recv); c != nil {
					if sym, ok := g.symOf(c); ok {
						rf.Sym = &sym
					}
				}
			case i == 0 && g.handsOver(one):
				rf.Made, rf.Lib = one.Op.Kind, one.Op.Lib.Path
			case one.Kind == ObjCmd:
				if j, ok := index[one.Op]; ok {
					rf.Cmd = j + 1
				}
			default:
				if sym, ok := g.symOf(one); ok && redisapi.RoleOf(res.At(i).Type()) != redisapi.RoleNone {
					rf.Client, rf.Sym = true, &sym
				}
			}
		}
		for op, t := range taints {
			for _, r := range rets {
				if t.Has(Value{v: r.Results[i], f: g.Root}) {
					rf.Reply = append(rf.Reply, index[op])
					break
				}
			}
		}
		slices.Sort(rf.Reply)
		if isString(res.At(i).Type()) && len(rf.Reply) == 0 && i == 0 {
			rf.Key = g.keyResult(f)
		}
	}
}

// handsOver reports something made for the caller alone: nobody else gets hold of it, here or in a goroutine.
func (g *Graph) handsOver(o *Object) bool {
	if o.Kind != ObjResult || o.Index != 0 {
		return false
	}
	switch o.Op.Kind {
	case calls.Subscribe, calls.NewConn, calls.NewClient:
		r := g.resource(o.Op, o)
		if r.unknown || r.kept || r.inGoroutine() {
			return false
		}
	case calls.Iterator:
	default:
		return false
	}
	for _, n := range g.Escapes(o) {
		if n.Kind != ReturnNode || n.Frame != g.Root {
			return false
		}
	}
	return true
}

// errFacts tells which effects the error result i may come from.
func (g *Graph) errFacts(rf *ResultFact, rets []*ssa.Return, i int, index map[*Op]int) {
	rf.Known = true
	for _, r := range rets {
		o := g.ErrOriginOf(Value{v: r.Results[i], f: g.Root})
		if !o.Complete || o.Param {
			rf.Known = false
		}
		for _, op := range o.Ops {
			// The error of a command is read by Err or Result: the command is the effect.
			for _, c := range append(op.Cmds(), op.Cmd()) {
				if c == nil || c.Kind != ObjCmd {
					continue
				}
				if j, ok := index[c.Op]; ok {
					if !slices.Contains(rf.Errs, j) {
						rf.Errs = append(rf.Errs, j)
					}
				} else {
					rf.Known = false
				}
			}
			if op.Kind != calls.Read {
				if j, ok := index[op]; ok {
					if !slices.Contains(rf.Errs, j) {
						rf.Errs = append(rf.Errs, j)
					}
				} else {
					rf.Known = false
				}
			}
		}
	}
	slices.Sort(rf.Errs)
}

// escapingParams are the parameters of a library type that the effects do not fully describe.
func (g *Graph) escapingParams(f *ssa.Function) []int {
	var out []int
	for i, p := range f.Params {
		if !touchesLibrary(p.Type()) {
			continue
		}
		for _, o := range g.Objects(Value{v: p, f: g.Root}) {
			if len(g.Escapes(o)) > 0 {
				out = append(out, i)
				break
			}
		}
	}
	return out
}
