package flow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/keys"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// site is a call of a function of another package whose summary is known.
type site struct {
	sum  *Summary
	args []Value
	ops  []*Op // by index of the effect; nil where it could not be applied
	made *Op   // the operation that made result 0 for the caller, or nil
}

// effects lays out the effects of a function of another package after n; nil when it has no summary.
func (g *Graph) effects(f *Frame, n *Node, in ssa.CallInstruction, c *ssa.CallCommon, t target, args []Value) *Node {
	if t.obj == nil {
		return nil
	}
	if t.recv != nil {
		args = append([]Value{*t.recv}, args...)
	}
	return g.effectsOf(f, n, in, t.obj, args)
}

func (g *Graph) effectsOf(f *Frame, n *Node, in ssa.CallInstruction, fn *types.Func, args []Value) *Node {
	s := g.Pkg.factOf(fn)
	if s == nil {
		return nil
	}
	st := &site{sum: s, args: args, ops: make([]*Op, len(s.Effects))}
	g.sites[siteKey{f, in}] = st
	cur := n
	for i := range s.Effects {
		e := &s.Effects[i]
		op := g.effectOp(st, e, in)
		if op == nil {
			continue
		}
		st.ops[i] = op
		en := g.node(CallNode, f, nil)
		en.Op, op.Node = op, en
		link(cur, en)
		last := g.effectBody(f, en, in, op, args)
		next := last
		if e.May {
			op.May = true
			next = g.node(Plain, f, nil)
			link(last, next)
			link(cur, next)
		}
		cur = next
	}
	if op := g.madeFor(st, in); op != nil {
		n := g.node(CallNode, f, nil)
		n.Op, op.Node = op, n
		st.made = op
		link(cur, n)
		cur = n
	}
	end := g.node(Plain, f, nil)
	link(cur, end)
	return end
}

// madeFor is the operation by which a function of another package makes a PubSub, Conn, client or iterator for the caller, nil for none.
func (g *Graph) madeFor(st *site, in ssa.CallInstruction) *Op {
	if _, ok := in.(*ssa.Call); !ok || len(st.sum.Results) == 0 || st.sum.Results[0].Made == 0 {
		return nil
	}
	rf := st.sum.Results[0]
	lib, ok := redisapi.LibraryOfPath(rf.Lib)
	if !ok {
		return nil
	}
	fn := types.NewFunc(token.NoPos, nil, calledName(in.Common()), in.Common().Signature())
	return &Op{Kind: rf.Made, Fn: fn, Lib: lib, Args: st.args, Effect: &Effect{Kind: rf.Made, Lib: rf.Lib}, g: g, instr: in, made: true}
}

// effectBody lays out the function that an effect runs: that of a helper of another package which takes it on to Pipelined,
// TxPipelined or Watch.
func (g *Graph) effectBody(f *Frame, n *Node, in ssa.CallInstruction, op *Op, args []Value) *Node {
	if op.Effect.Body == 0 || op.Effect.Body > len(args) {
		return n
	}
	op.effBody = args[op.Effect.Body-1]
	param, kind, endKind := g.pipe(op), Pipelined, Flush
	if op.Kind == calls.Watch {
		param, kind, endKind = g.tx(op), Watched, WatchEnd
	}
	end := g.node(endKind, f, nil)
	end.Op = op
	entered := false
	key := siteKey{f, in}
	saved, st := g.inlined[key], g.sites[key]
	for _, t := range g.functions(op.effBody) {
		if fr := g.enter(f, in, t, []Value{{o: param}}, kind, n); fr != nil {
			fr.Op = op
			link(n, fr.Entry)
			link(fr.Exit, end)
			entered = true
		} else if t.obj != nil {
			if last := g.effectsOf(f, n, in, t.obj, []Value{{o: param}}); last != nil {
				link(last, end)
				entered = true
			}
		}
	}
	g.inlined[key], g.sites[key] = saved, st // the call is no call of the function
	if !entered {
		link(n, end)
		param.Opaque = true
	}
	return end
}

// effectOp makes the operation of an effect at a call, nil when its receiver or method cannot be told.
func (g *Graph) effectOp(st *site, e *Effect, in ssa.CallInstruction) *Op {
	lib, ok := redisapi.LibraryOfPath(e.Lib)
	if !ok {
		return nil
	}
	fn := g.Pkg.libraryMethod(e.Lib, e.Method, e.Kind)
	recv, ok := g.bindSym(e.Recv, st.args)
	if !ok {
		return nil
	}
	op := &Op{Kind: e.Kind, Fn: fn, Lib: lib, Recv: recv, Effect: e, g: g, instr: in, May: e.May}
	if e.Kind == calls.Command {
		op.Method = redisapi.Lookup(e.Method)
	}
	if e.Kind == calls.ScriptRun {
		op.Args = []Value{recv}
	}
	op.role = redisapi.RoleCmdable
	if e.Kind == calls.Read {
		op.role = redisapi.RoleCmd
	}
	if e.Queued { // sent by the function itself: at once, as far as the caller is concerned
		op.role = redisapi.RoleUniversal
	}
	for _, k := range e.Keys {
		op.effKeys = append(op.effKeys, KeyUse{Key: g.bindKey(k.Parts, st.args), Write: k.Write})
	}
	op.effField = g.bindKey(e.Field, st.args)
	for _, i := range e.From {
		if i < len(st.args) {
			op.effFrom = append(op.effFrom, st.args[i])
		}
	}
	return op
}

// Given is the expression by which the caller hands over what an effect works on, nil when it is not a whole argument or receiver.
func (o *Op) Given() ast.Expr {
	call := o.Expr()
	if o.Effect == nil || call == nil || o.Effect.Recv.Global != "" || o.Effect.Recv.Param < 0 || len(o.Effect.Recv.Path) > 0 {
		return nil
	}
	i := o.Effect.Recv.Param
	if callee := o.instr.Common().StaticCallee(); o.instr.Common().IsInvoke() || callee != nil && callee.Signature.Recv() != nil {
		if i--; i < 0 {
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
				return sel.X
			}
			return nil
		}
	}
	if i >= len(call.Args) {
		return nil
	}
	return call.Args[i]
}

func (o *Op) effectKeys() ([]KeyUse, bool) { return o.effKeys, o.Effect.Complete }

// bindSym is the value of a symbol at a call.
func (g *Graph) bindSym(s Sym, args []Value) (Value, bool) {
	if s.Global != "" {
		return Value{o: g.globalByName(s)}, true
	}
	if s.Param < 0 || s.Param >= len(args) || args[s.Param].IsZero() {
		return Value{}, false
	}
	v := args[s.Param]
	if len(s.Path) == 0 {
		return v, true
	}
	os := g.Objects(v)
	if len(os) != 1 {
		return Value{}, false
	}
	o := os[0]
	for _, p := range s.Path {
		if p == "[]" {
			o = g.elem(o)
			continue
		}
		st := structOf(o.typ)
		if st == nil {
			// An interface whose dynamic type is not known here: the field is still the same field of the same object.
			o = g.intern(objKey{kind: ObjField, base: o, field: p}, nil)
			continue
		}
		found := false
		for i := range st.NumFields() {
			if st.Field(i).Name() == p {
				o, found = g.fieldOf(o, st, i), true
				break
			}
		}
		if !found {
			return Value{}, false
		}
	}
	return Value{o: o}, true
}

func (g *Graph) globalByName(s Sym) *Object {
	o := g.intern(objKey{kind: ObjUnknown, field: s.Global}, nil)
	for _, p := range s.Path {
		o = g.intern(objKey{kind: ObjField, base: o, field: p}, nil)
	}
	return o
}

// bindKey is a key of a summary at a call.
func (g *Graph) bindKey(parts []PartFact, args []Value) keys.Key {
	if len(parts) == 0 {
		return keys.Key{}
	}
	var ks []keys.Key
	for _, p := range parts {
		switch {
		case p.Lit != "":
			ks = append(ks, keys.Lit(p.Lit))
		case !p.Known:
			return keys.Key{}
		case p.Sym.Global == "" && len(p.Sym.Path) == 0 && p.Sym.Param < len(args) && p.Sym.Param >= 0:
			k := g.key(args[p.Sym.Param], 1)
			if p.Number {
				k = g.number(args[p.Sym.Param], 1)
			}
			ks = append(ks, k)
		default:
			v, ok := g.bindSym(p.Sym, args)
			if !ok || v.o == nil {
				return keys.Key{}
			}
			ks = append(ks, keys.Sym(symName(v.o), keys.Any))
		}
	}
	return keys.Concat(ks...)
}

func symName(o *Object) string { return fmt.Sprintf("o%d", o.ID) }

// factKey is the key that a pure function of another package returns.
func (g *Graph) factKey(f *Frame, c *ssa.Call, fn *types.Func, i, depth int) (keys.Key, bool) {
	s := g.Pkg.factOf(fn)
	if s == nil || i >= len(s.Results) || len(s.Results[i].Key) == 0 {
		return keys.Key{}, false
	}
	var args []Value
	for _, a := range c.Call.Args {
		args = append(args, Value{v: a, f: f})
	}
	k := g.bindKey(s.Results[i].Key, args)
	return k, k.Known()
}

// effectResult is what result i of a summarised call is.
func (g *Graph) effectResult(key siteKey, i int) ([]*Object, bool) {
	st := g.sites[key]
	if st == nil || i >= len(st.sum.Results) {
		return nil, false
	}
	rf := st.sum.Results[i]
	switch {
	case st.made != nil && i == 0:
		return []*Object{g.intern(objKey{kind: ObjResult, op: st.made}, st.made.Fn.Signature().Results().At(0).Type())}, true
	case rf.Pipe:
		op := g.freshPipe(key, st, rf)
		if op == nil {
			return nil, false
		}
		return []*Object{g.pipe(op)}, true
	case rf.Cmd > 0 && st.ops[rf.Cmd-1] != nil:
		return []*Object{g.cmd(st.ops[rf.Cmd-1])}, true
	case rf.Client && rf.Sym != nil:
		if v, ok := g.bindSym(*rf.Sym, st.args); ok {
			return g.Objects(v), true
		}
	}
	return nil, false
}

// freshPipe is the operation by which a function of another package made the pipeline that it returns.
func (g *Graph) freshPipe(key siteKey, st *site, rf ResultFact) *Op {
	if op := g.madePipes[key]; op != nil {
		return op
	}
	kind, name := calls.NewPipeline, "Pipeline"
	if rf.Tx {
		kind, name = calls.NewTxPipeline, "TxPipeline"
	}
	for lib := range g.Pkg.libs() {
		fn := g.Pkg.libraryMethod(lib, name, kind)
		l, _ := redisapi.LibraryOfPath(lib)
		op := &Op{Kind: kind, Fn: fn, Lib: l, g: g, role: redisapi.RoleUniversal, Effect: &Effect{Kind: kind, Method: name, Lib: lib}}
		if c, ok := key.i.(ssa.CallInstruction); ok {
			op.instr = c
		}
		op.Node = g.byInstr[key]
		if rf.Sym != nil {
			if v, ok := g.bindSym(*rf.Sym, st.args); ok {
				op.Recv = v
			}
		}
		g.madePipes[key] = op
		return op
	}
	return nil
}

// siteOf is the call that has an effect.
func (g *Graph) siteOf(op *Op) *site {
	for _, st := range g.sites {
		if slices.Contains(st.ops, op) {
			return st
		}
	}
	return nil
}

// effectReplies are the results of a summarised call that depend on the reply of one of its effects, and what it stores through pointers.
func (g *Graph) effectReplies(op *Op) []Reply {
	var out []Reply
	for key, st := range g.sites {
		j := slices.Index(st.ops, op)
		if j < 0 {
			continue
		}
		c, ok := key.i.(*ssa.Call)
		if !ok {
			continue
		}
		for _, i := range op.Effect.Into {
			if i < len(st.args) {
				out = append(out, Reply{Node: g.byInstr[key], Places: g.Objects(st.args[i])})
			}
		}
		for i, rf := range st.sum.Results {
			if !slices.Contains(rf.Reply, j) {
				continue
			}
			rep := Reply{Node: g.byInstr[key]}
			for _, res := range callResults(c, i) {
				rep.Vals = append(rep.Vals, Value{v: res, f: key.f})
			}
			out = append(out, rep)
		}
	}
	return out
}

// libs are the import paths of the libraries that the package can see.
func (p *Package) libs() map[string]*types.Package {
	p.libOnce.Do(func() {
		p.libPkgs = map[string]*types.Package{}
		seen := map[*types.Package]bool{}
		var walk func(*types.Package)
		walk = func(pkg *types.Package) {
			if seen[pkg] {
				return
			}
			seen[pkg] = true
			if l, ok := redisapi.LibraryOf(pkg); ok {
				p.libPkgs[l.Path] = pkg
				return
			}
			for _, i := range pkg.Imports() {
				walk(i)
			}
		}
		walk(p.Types)
	})
	return p.libPkgs
}

// libraryMethod finds a method of the library by name.
func (p *Package) libraryMethod(lib, name string, kind calls.Kind) *types.Func {
	pkg := p.libs()[lib]
	if pkg == nil { // the wrapper hides the library: the name is all that is needed
		return types.NewFunc(token.NoPos, nil, name, types.NewSignatureType(nil, nil, nil, nil, nil, false))
	}
	holders := []string{"Pipeliner", "UniversalClient", "Cmdable", "Client", "Tx"}
	switch kind {
	case calls.Read:
		holders = []string{"StringCmd", "Cmd", "IntCmd", "SliceCmd", "MapStringStringCmd", "Cmder"}
	case calls.ScriptRun:
		holders = []string{"Script"}
	case calls.PubSubUse:
		holders = []string{"PubSub"}
	case calls.IteratorUse:
		holders = []string{"ScanIterator"}
	}
	for _, h := range holders {
		tn, ok := pkg.Scope().Lookup(h).(*types.TypeName)
		if !ok {
			continue
		}
		t := tn.Type()
		if !types.IsInterface(t) {
			t = types.NewPointer(t)
		}
		if sel := types.NewMethodSet(t).Lookup(pkg, name); sel != nil {
			if fn, ok := sel.Obj().(*types.Func); ok {
				return fn
			}
		}
	}
	return types.NewFunc(token.NoPos, pkg, name, types.NewSignatureType(nil, nil, nil, nil, nil, false))
}
