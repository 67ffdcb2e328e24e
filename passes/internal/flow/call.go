package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// call lays out one call after cur and returns the node to go on from, nil when the call does not return.
func (g *Graph) call(f *Frame, cur *Node, in ssa.CallInstruction, c *ssa.CallCommon, kind FrameKind) *Node {
	if op := g.identify(f, in, c); op != nil {
		return g.libraryCall(f, cur, op, kind)
	}
	n := g.node(CallNode, f, in)
	link(cur, n)
	if callee := c.StaticCallee(); callee != nil && g.neverReturns(callee) {
		n.Kind = DeadNode
		return nil
	}
	args := make([]Value, len(c.Args))
	for i, a := range c.Args {
		args[i] = Value{v: a, f: f}
	}
	after := g.node(Plain, f, nil)
	entered := false
	for _, t := range g.targets(f, c) {
		targs := args
		if c.IsInvoke() {
			targs = append([]Value{{v: c.Value, f: f}}, args...)
		}
		if fr := g.enter(f, in, t, targs, kind, n); fr != nil {
			link(n, fr.Entry)
			link(fr.Exit, after)
			entered = true
		} else if last := g.effects(f, n, in, c, t, targs); last != nil {
			link(last, after)
			entered = true
		}
	}
	if entered {
		return after
	}
	// Code that is not seen. The functions given to it are its callbacks.
	link(n, after)
	ck := Callback
	if kind == Async || runsLater(c) {
		ck = Async
	}
	for _, a := range args {
		for _, t := range g.functions(a) {
			if !g.Pkg.relevant[origin(t.fn)] {
				continue
			}
			fr := g.enter(f, in, t, nil, ck, n)
			if fr == nil {
				continue
			}
			link(n, fr.Entry)
			if ck == Callback {
				link(fr.Exit, n)
				link(fr.Exit, after)
			}
		}
	}
	return after
}

// runsLater reports the functions that start their argument on its own: errgroup's and WaitGroup's Go, a program's own Go(func()),
// time.AfterFunc, context.AfterFunc, T.Cleanup.
func runsLater(c *ssa.CallCommon) bool {
	name := ""
	if c.IsInvoke() {
		name = c.Method.Name()
	} else if f := c.StaticCallee(); f != nil {
		name = f.Name()
		if o := f.Origin(); o != nil {
			name = o.Name()
		}
	}
	switch name {
	case "Go", "TryGo", "AfterFunc", "Cleanup", "Submit", "Spawn", "GoCtx", "SafeGo", "GoSafe":
		return true
	}
	return false
}

func (g *Graph) neverReturns(fn *ssa.Function) bool {
	if obj, ok := fn.Object().(*types.Func); ok && noReturn(obj) {
		return true
	}
	if len(fn.Blocks) == 0 || g.Pkg.ssa != fn.Pkg {
		return false
	}
	for _, b := range fn.Blocks { // a helper that always ends the program: no block returns
		if n := len(b.Instrs); n > 0 {
			switch b.Instrs[n-1].(type) {
			case *ssa.Return:
				return false
			}
		}
	}
	// A helper without any return either ends the program or loops for ever; both never come back.
	return true
}

// target is a function value: the function and what it brings along.
type target struct {
	fn   *ssa.Function
	free []Value // bindings of free variables
	recv *Value  // receiver of a method value
	obj  *types.Func
}

// targets returns the functions a call may run, as far as they are known.
func (g *Graph) targets(f *Frame, c *ssa.CallCommon) []target {
	if c.IsInvoke() {
		var out []target
		for _, o := range g.Objects(Value{v: c.Value, f: f}) {
			t := o.concreteType()
			if t == nil {
				return nil
			}
			if types.NewMethodSet(t).Lookup(c.Method.Pkg(), c.Method.Name()) == nil {
				return []target{{obj: c.Method}}
			}
			if m := g.Pkg.ssa.Prog.LookupMethod(t, c.Method.Pkg(), c.Method.Name()); m != nil {
				obj, _ := m.Object().(*types.Func)
				out = append(out, target{fn: m, obj: obj})
			}
		}
		if len(out) == 0 {
			return []target{{obj: c.Method}}
		}
		return out
	}
	if callee := c.StaticCallee(); callee != nil {
		t := target{fn: callee}
		t.obj, _ = callee.Object().(*types.Func)
		if t.obj == nil && callee.Origin() != nil {
			t.obj, _ = callee.Origin().Object().(*types.Func)
		}
		if mc, ok := c.Value.(*ssa.MakeClosure); ok {
			return []target{g.closure(Value{v: mc, f: f})}
		}
		return []target{t}
	}
	ts := g.functions(Value{v: c.Value, f: f})
	if len(ts) > 4 {
		return nil
	}
	return ts
}

// functions returns the functions that a value may be.
func (g *Graph) functions(v Value) []target {
	if v.v != nil {
		if _, ok := v.v.Type().Underlying().(*types.Signature); !ok {
			return nil
		}
	}
	var out []target
	for _, o := range g.Objects(v) {
		switch o.Kind {
		case ObjFunc:
			out = append(out, g.closure(o.Val))
		}
	}
	return out
}

func (g *Graph) closure(v Value) target {
	switch x := v.v.(type) {
	case *ssa.Function:
		t := target{fn: x}
		t.obj, _ = x.Object().(*types.Func)
		if m := wrapped(x); m != nil { // a method expression
			if real := x.Prog.FuncValue(m); real != nil && len(real.Blocks) > 0 {
				t.fn = real
			}
		}
		return t
	case *ssa.MakeClosure:
		fn := x.Fn.(*ssa.Function)
		if m := wrapped(fn); m != nil && len(x.Bindings) == 1 { // a method value
			r := Value{v: x.Bindings[0], f: v.f}
			t := target{fn: fn, recv: &r, obj: m}
			if real := fn.Prog.FuncValue(m); real != nil && len(real.Blocks) > 0 {
				t.fn = real
			}
			return t
		}
		t := target{fn: fn}
		for _, b := range x.Bindings {
			t.free = append(t.free, Value{v: b, f: v.f})
		}
		return t
	}
	return target{}
}

// enter makes and lays out the frame of a target, or returns nil when it is not to be laid out here.
func (g *Graph) enter(f *Frame, site ssa.Instruction, t target, args []Value, kind FrameKind, n *Node) *Frame {
	fn := t.fn
	if fn == nil || len(fn.Blocks) == 0 || g.over {
		return nil
	}
	o := origin(fn)
	if o.Pkg != g.Pkg.ssa && o.Parent() == nil && !isWrapperOf(fn, g.Pkg) {
		return nil
	}
	if !g.Pkg.relevant[o] && !g.bringsRelevant(args) && fn.Synthetic == "" && !errPredicate(fn) {
		return nil
	}
	if f.depth+1 > g.depth {
		return nil
	}
	for x := f; x != nil; x = x.Parent {
		if origin(x.Fn) == o {
			n.Recursive, n.rec = true, x
			return nil
		}
	}
	fr := g.frame(fn, kind, f, site)
	if fr == nil {
		return nil
	}
	if t.recv != nil {
		args = append([]Value{*t.recv}, args...)
	}
	fr.params = make([]Value, len(fn.Params))
	if args != nil {
		for i := range fn.Params {
			if i < len(args) {
				fr.params[i] = args[i]
			}
		}
	}
	fr.free = t.free
	g.inlined[siteKey{f, site}] = append(g.inlined[siteKey{f, site}], fr)
	g.layout(fr)
	return fr
}

// errPredicate reports a small function such as isConflict(err error) bool: what it answers matters to the checks of transactions.
func errPredicate(fn *ssa.Function) bool {
	r := fn.Signature.Results()
	return r.Len() == 1 && isBool(r.At(0).Type()) && errorParam(fn.Signature) >= 0 && len(fn.Blocks) <= 16
}

// isWrapperOf reports a synthetic wrapper (promoted method, interface thunk) that leads into the package or the library.
func isWrapperOf(fn *ssa.Function, p *Package) bool {
	return fn.Synthetic != "" && fn.Origin() == nil && len(fn.Blocks) > 0
}

// bringsRelevant reports whether an argument is a function of this package that has to do with the library: the callee may run it.
func (g *Graph) bringsRelevant(args []Value) bool {
	for _, a := range args {
		for _, t := range g.functions(a) {
			if t.fn != nil && g.Pkg.relevant[origin(t.fn)] {
				return true
			}
		}
	}
	return false
}

// identify returns the operation of a call of the library, nil for other calls.
func (g *Graph) identify(f *Frame, in ssa.CallInstruction, c *ssa.CallCommon) *Op {
	var op *Op
	if call := g.Pkg.Calls.At(c.Pos()); call != nil && !syntheticBody(f.Fn) {
		op = &Op{Kind: call.Kind, Fn: call.Fn, Method: call.Method, Lib: call.Lib, Call: call, role: call.Role}
	} else if fn, recvType := calledMethod(g, f, c); fn != nil {
		role, lib, app, ok := calls.Identify(fn, recvType, redisapi.RoleNone)
		if !ok {
			return nil
		}
		k, m := calls.Classify(fn, role)
		if app && k == calls.Other {
			return nil
		}
		op = &Op{Kind: k, Fn: fn, Method: m, Lib: lib, role: role}
	} else {
		return nil
	}
	op.g, op.instr = g, in
	args := c.Args
	switch {
	case c.IsInvoke():
		op.Recv = Value{v: c.Value, f: f}
	case op.Fn.Signature().Recv() != nil:
		if mc := boundReceiver(g, f, c); mc != nil {
			op.Recv = *mc
		} else if len(args) > 0 {
			op.Recv, args = Value{v: args[0], f: f}, args[1:]
		}
	}
	if calls.HasContext(op.Fn) && len(args) > 0 {
		op.Ctx, args = Value{v: args[0], f: f}, args[1:]
	}
	for _, a := range args {
		op.Args = append(op.Args, Value{v: a, f: f})
	}
	return op
}

// syntheticBody reports a wrapper whose call positions are those of a declaration, not of a call.
func syntheticBody(fn *ssa.Function) bool {
	return fn.Synthetic != "" && fn.Parent() == nil && fn.Origin() == nil && fn.Syntax() == nil
}

// calledMethod returns the library method that a call without a classified expression runs: through a method value, or inside a wrapper.
func calledMethod(g *Graph, f *Frame, c *ssa.CallCommon) (*types.Func, types.Type) {
	if c.IsInvoke() {
		if syntheticBody(f.Fn) {
			return c.Method, c.Value.Type()
		}
		return nil, nil
	}
	if callee := c.StaticCallee(); callee != nil {
		if fn, ok := callee.Object().(*types.Func); ok {
			if _, lib := redisapi.LibraryOf(fn.Pkg()); lib {
				var t types.Type
				if r := boundReceiver(g, f, c); r != nil {
					t = r.Type()
				} else if fn.Signature().Recv() != nil && len(c.Args) > 0 {
					t = g.stripType(Value{v: c.Args[0], f: f})
				}
				return fn, t
			}
		}
		return nil, nil
	}
	for _, t := range g.functions(Value{v: c.Value, f: f}) {
		if t.obj != nil && t.recv != nil {
			if _, lib := redisapi.LibraryOf(t.obj.Pkg()); lib {
				return t.obj, t.recv.Type()
			}
		}
	}
	return nil, nil
}

// stripType is the type of the client behind a promoted receiver.
func (g *Graph) stripType(v Value) types.Type {
	for _, o := range g.Objects(v) {
		if t := o.Type(); t != nil {
			return t
		}
	}
	return v.Type()
}

func boundReceiver(g *Graph, f *Frame, c *ssa.CallCommon) *Value {
	if c.IsInvoke() {
		return nil
	}
	if mc, ok := c.Value.(*ssa.MakeClosure); ok {
		return g.closure(Value{v: mc, f: f}).recv
	}
	if c.StaticCallee() != nil {
		return nil
	}
	for _, t := range g.functions(Value{v: c.Value, f: f}) {
		if t.recv != nil {
			return t.recv
		}
	}
	return nil
}

// libraryCall lays out an operation of the library.
func (g *Graph) libraryCall(f *Frame, cur *Node, op *Op, kind FrameKind) *Node {
	n := g.node(CallNode, f, op.instr)
	n.Op, op.Node = op, n
	link(cur, n)
	g.opAt[siteKey{f, op.instr}] = op
	body, fk, param := Value{}, Called, (*Object)(nil)
	switch op.Kind {
	case calls.Pipelined, calls.TxPipelined:
		body, fk, param = op.Arg(0), Pipelined, g.pipe(op)
	case calls.Watch:
		body, fk, param = op.Arg(0), Watched, g.tx(op)
	case calls.ForEach:
		body, fk = op.Arg(0), Callback
	default:
		return n
	}
	end := g.node(Plain, f, op.instr)
	switch fk {
	case Pipelined:
		end.Kind = Flush
	case Watched:
		end.Kind = WatchEnd
	}
	end.Op = op
	entered := false
	for _, t := range g.functions(body) {
		var args []Value
		if param != nil {
			args = []Value{{o: param}}
		}
		if fr := g.enter(f, op.instr, t, args, fk, n); fr != nil {
			fr.Op = op
			link(n, fr.Entry)
			link(fr.Exit, end)
			entered = true
		} else if t.obj != nil && len(args) == 1 {
			if last := g.effectsOf(f, n, op.instr, t.obj, args); last != nil {
				link(last, end)
				entered = true
			}
		}
	}
	if fk == Callback || !entered {
		link(n, end)
	}
	if param != nil && !entered {
		param.Opaque = true
	}
	return end
}

// Arg returns the i-th argument (without the context), zero when there is none.
func (o *Op) Arg(i int) Value {
	if i < len(o.Args) {
		return o.Args[i]
	}
	return Value{}
}
