package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/keys"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// errs are the values that hold the error of the execution.
func (b *Batch) errs() []Value {
	if b.Op.Effect != nil {
		if v := b.g.errOf(b.Op); !v.IsZero() {
			return []Value{v}
		}
		return nil
	}
	c, ok := b.Op.instr.(*ssa.Call)
	n := b.Op.Fn.Signature().Results().Len()
	if !ok || n == 0 {
		return nil
	}
	var out []Value
	for _, r := range callResults(c, n-1) {
		out = append(out, Value{v: r, f: b.Op.Node.Frame})
	}
	return out
}

// ErrUses are the uses of the error of the execution.
func (b *Batch) ErrUses() []ErrUse {
	var out []ErrUse
	for _, v := range b.errs() {
		out = append(out, b.g.ErrUses(v)...)
	}
	return out
}

// outcome is the program after the execution, on the assumption that its error is nil, a miss or something else.
type outcome struct{ ok, miss, other *Assumption }

func (b *Batch) outcomes() (o outcome, known bool) {
	errs := b.errs()
	if len(errs) == 0 {
		return o, false
	}
	g := b.g
	o.ok = g.Assume(b.Node, errs, NoError, b.Node, nil)
	o.miss = g.Assume(b.Node, errs, Miss, b.Node, nil)
	o.other = g.Assume(b.Node, errs, OtherErr, b.Node, nil)
	return o, true
}

// around are the frames that the execution runs in, up to the goroutine or the root.
func (b *Batch) around() map[*Frame]bool {
	out := map[*Frame]bool{}
	for f := b.Node.Frame; f != nil; f = f.Parent {
		out[f] = true
		if f.Kind == Async {
			break
		}
	}
	return out
}

// last reports whether a return ends what the batch is part of: the root function, a goroutine or a callback.
func (n *Node) last() bool {
	return n.Kind == ReturnNode && (n.Frame.Kind == Root || n.Frame.Kind == Async || n.Frame.Kind == Callback)
}

// errResult is the error that a return gives.
func (n *Node) errResult() (Value, bool) {
	ret, ok := n.instr.(*ssa.Return)
	sig := n.Frame.Fn.Signature.Results()
	if !ok || sig.Len() == 0 || !isError(sig.At(sig.Len()-1).Type()) {
		return Value{}, false
	}
	return Value{v: ret.Results[len(ret.Results)-1], f: n.Frame}, true
}

// MissPasses reports whether a redis.Nil of the execution is filtered out: the program goes on as if nothing had failed, while it handles
// other errors. An error that nobody handles is not filtered.
func (b *Batch) MissPasses() bool {
	if b.Op.Effect != nil && b.Op.Effect.PassesMiss {
		return true
	}
	if !b.tested(Miss) {
		return false
	}
	o, ok := b.outcomes()
	if !ok {
		return false
	}
	g, around := b.g, b.around()
	handlers, skipped, joins := 0, true, false
	for _, n := range g.Nodes {
		if !around[n.Frame] {
			continue
		}
		miss, other := o.miss.Reaches(n), o.other.Reaches(n)
		if n.last() && miss {
			v, hasErr := n.errResult()
			null, is := false, false
			if hasErr {
				null, is = o.miss.ErrIs(v)
			}
			switch {
			case hasErr && null && other:
				if _, fails := o.other.ErrIs(v); fails { // if err == redis.Nil { err = nil }; return err
					return true
				}
				joins = true
			case hasErr && null, o.ok.Reaches(n) && !is:
				joins = true
			}
		}
		if n.last() && other && o.ok.Reaches(n) { // return err, after a nil error too
			if v, hasErr := n.errResult(); hasErr {
				if _, fails := o.other.ErrIs(v); fails {
					handlers++
					if miss {
						skipped = false
					}
				}
			}
			continue
		}
		if !other || o.ok.Reaches(n) || !handles(g, n) {
			continue
		}
		handlers++
		if miss {
			skipped = false
		}
	}
	return handlers > 0 && skipped && joins
}

// handles reports whether a node may be part of the handling of an error: anything but a test of it.
func handles(g *Graph, n *Node) bool {
	switch n.Kind {
	case ReturnNode, DeadNode, StoreNode, GoNode:
		return true
	case CallNode:
		c, ok := n.instr.(*ssa.Call)
		if !ok {
			return true
		}
		if _, test := g.ErrTest(Value{v: c, f: n.Frame}); test {
			return false
		}
		return !errPredicate2(c)
	}
	return false
}

// errPredicate2 reports a call that only answers a question about an error.
func errPredicate2(c *ssa.Call) bool {
	f := c.Call.StaticCallee()
	if f == nil {
		return false
	}
	r := f.Signature.Results()
	return r.Len() == 1 && isBool(r.At(0).Type()) && errorParam(f.Signature) >= 0
}

func (b *Batch) tested(s Sentinel) bool {
	for _, u := range b.ErrUses() {
		if u.Kind == UseTest && u.Test.Sentinel == s {
			return true
		}
	}
	return false
}

// MayTestMiss reports whether the error may be compared with redis.Nil anywhere: here, in a helper, or in code that is not seen and knows
// the library.
func (b *Batch) MayTestMiss() bool {
	if b.Op.Effect != nil && b.Op.Effect.PassesMiss {
		return true
	}
	g := b.g
	for _, u := range b.ErrUses() {
		switch u.Kind {
		case UseTest:
			if u.Test.Sentinel == Miss || u.Test.Sentinel == OtherErr && g.foreignSentinel(u) {
				return true
			}
		case UsePass:
			if u.Node == nil || u.Node.instr == nil {
				return true
			}
			if c, ok := u.Node.instr.(ssa.CallInstruction); ok {
				if g.mayKnowMiss(c.Common()) {
					return true
				}
				continue
			}
			if _, ok := u.Node.instr.(*ssa.Return); ok { // of a goroutine or a callback: the waiting side may test
				return true
			}
		case UseStore:
			return true
		case UseReturn:
			if g.Pkg.missTested()[g.Root.Fn.Name()] {
				return true
			}
		}
	}
	return false
}

// foreignSentinel reports a comparison with an error of another package that imports the library: it may be redis.Nil by another name.
func (g *Graph) foreignSentinel(u ErrUse) bool {
	if u.Node == nil {
		return true
	}
	cond := g.Cond(u.Node)
	if not, ok := cond.v.(*ssa.UnOp); ok {
		cond.v = not.X
	}
	var operands []ssa.Value
	switch x := cond.v.(type) {
	case *ssa.BinOp:
		operands = []ssa.Value{x.X, x.Y}
	case *ssa.Call:
		operands = x.Call.Args
	default:
		return true
	}
	for _, v := range operands {
		if mi, ok := v.(*ssa.MakeInterface); ok {
			v = mi.X
		}
		if ld, ok := v.(*ssa.UnOp); ok {
			if gl, ok := ld.X.(*ssa.Global); ok && gl.Object() != nil && importsLibrary(gl.Object().Pkg()) && gl.Object().Pkg() != g.Pkg.Types {
				return true
			}
		}
	}
	return false
}

// mayKnowMiss reports whether code that is not seen may compare an error that it is given with redis.Nil.
func (g *Graph) mayKnowMiss(c *ssa.CallCommon) bool {
	results := c.Signature().Results().Len() > 0
	if c.IsInvoke() {
		return results
	}
	f := c.StaticCallee()
	if f == nil {
		return results
	}
	obj, _ := origin(f).Object().(*types.Func)
	if obj == nil || obj.Pkg() == nil {
		return results
	}
	if obj.Pkg() == g.Pkg.Types {
		return g.Pkg.relevant[origin(f)] // seen otherwise, and it does not know the library
	}
	return importsLibrary(obj.Pkg())
}

func importsLibrary(p *types.Package) bool {
	if p == nil {
		return false
	}
	for _, i := range p.Imports() {
		if _, ok := redisapi.LibraryOf(i); ok {
			return true
		}
	}
	return false
}

// missTested are the names of the functions and methods whose error is compared with redis.Nil somewhere in the package: also of those that
// are called through an interface.
func (p *Package) missTested() map[string]bool {
	p.missOnce.Do(func() {
		p.missNames = map[string]bool{}
		g := &Graph{Pkg: p, objects: map[objKey]*Object{}, stores: map[*Object][]storeRec{}, inlined: map[siteKey][]*Frame{}, opAt: map[siteKey]*Op{}}
		for _, f := range p.fns {
			fr := &Frame{Fn: f}
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					v, ok := in.(ssa.Value)
					if !ok {
						continue
					}
					switch in.(type) {
					case *ssa.BinOp, *ssa.Call:
					default:
						continue
					}
					if t, ok := g.ErrTest(Value{v: v, f: fr}); ok && t.Sentinel == Miss {
						p.originNames(t.Err.v, map[ssa.Value]bool{})
					} else if c, ok := in.(*ssa.Call); ok && errPredicate2(c) {
						for _, a := range c.Call.Args {
							p.originNames(a, map[ssa.Value]bool{})
						}
					}
				}
			}
		}
	})
	return p.missNames
}

func (p *Package) originNames(v ssa.Value, seen map[ssa.Value]bool) {
	if v == nil || seen[v] {
		return
	}
	seen[v] = true
	switch x := v.(type) {
	case *ssa.Phi:
		for _, e := range x.Edges {
			p.originNames(e, seen)
		}
	case *ssa.ChangeInterface:
		p.originNames(x.X, seen)
	case *ssa.Extract:
		p.originNames(x.Tuple, seen)
	case *ssa.UnOp: // a captured or named variable: every call that is stored in it
		if refs := x.X.Referrers(); refs != nil {
			for _, r := range *refs {
				if st, ok := r.(*ssa.Store); ok && st.Addr == x.X {
					p.originNames(st.Val, seen)
				}
			}
		}
	case *ssa.Call:
		if x.Call.IsInvoke() {
			p.missNames[x.Call.Method.Name()] = true
		} else if f := x.Call.StaticCallee(); f != nil && !isLibraryFunc(f) {
			p.missNames[origin(f).Name()] = true
		}
	}
}

// MissFails reports whether a miss makes the program treat the whole batch as failed: it returns the error, ends, or does not come to the
// place where it reads the commands.
func (b *Batch) MissFails() bool {
	o, ok := b.outcomes()
	if !ok {
		return false
	}
	around := b.around()
	if b.answersFound() {
		return false
	}
	for _, n := range b.g.Nodes {
		if !o.miss.Reaches(n) {
			continue
		}
		if n.Kind == DeadNode && around[n.Frame] && !o.ok.Reaches(n) {
			return true
		}
		if !n.last() || !around[n.Frame] {
			continue
		}
		v, hasErr := n.errResult()
		if hasErr {
			if _, is := o.miss.ErrIs(v); is {
				return true
			}
		}
		if !o.ok.Reaches(n) {
			return true
		}
	}
	for _, r := range b.Reads(nil) {
		if o.ok.Reaches(r.Node) && !o.miss.Reaches(r.Node) {
			return true
		}
	}
	return false
}

// answersFound reports whether the function around the execution gives values and "found", and no error: (T, bool). A miss is what its
// false says, as long as the error is told to nobody.
func (b *Batch) answersFound() bool {
	for _, u := range b.ErrUses() {
		if u.Kind != UseTest {
			return false
		}
	}
	f := b.Node.Frame
	for f.Parent != nil && f.Kind != Async {
		f = f.Parent
	}
	r := f.Fn.Signature.Results()
	return f.Kind == Root && r.Len() > 1 && isBool(r.At(r.Len()-1).Type())
}

// Missable reports whether the command of an operation certainly gives redis.Nil when its key or element does not exist. Scripts and raw
// commands are not known.
func (b *Batch) Missable(q *Op) bool {
	if q.Kind != calls.Command || q.Method == nil || q.Method.Nil != redisapi.NilMay {
		return false
	}
	g := b.g
	switch q.Name() {
	case "SetArgs": // SET with NX or XX gives a null reply when the condition does not hold
		if q.Effect != nil {
			return false
		}
		v, ok := g.FieldOrZero(q.Arg(2), "Mode")
		if !ok || v.IsZero() {
			return false
		}
		s, known := g.ConstString(v)
		return known && s != ""
	case "ClientGetName", "MemoryUsage", "RandomKey", "GetSet":
		return false
	}
	return !b.written(q)
}

// written reports whether a key of q is written before it: in the batch or anywhere on the way to it, by a command that makes the key exist.
func (b *Batch) written(q *Op) bool {
	g := b.g
	ks, complete := q.Keys()
	if len(ks) == 0 || !complete {
		return true // the key is not known
	}
	for _, w := range g.Ops {
		if w == q || !w.IsCommand() || !creates(w.Name()) {
			continue
		}
		if otherField(w, q) || !g.Reaches(w.Node, q.Node) {
			continue
		}
		ws, complete := w.Keys()
		if !complete {
			if w.Kind == calls.Command {
				return true
			}
			continue
		}
		for _, x := range ws {
			for _, y := range ks {
				if keys.Same(x.Key, y.Key) {
					return true
				}
			}
		}
	}
	return false
}

// otherField reports whether w writes fields of a hash that are certainly not the one that q reads.
func otherField(w, q *Op) bool {
	if q.Name() != "HGet" || w.Kind != calls.Command || w.Name() != "HSet" && w.Name() != "HIncrBy" {
		return false
	}
	r, ok := q.Access()
	if !ok || !r.Member.Known() {
		return false
	}
	x, ok := w.Access()
	for _, m := range x.Members {
		if !m.Known() || !keys.Different(m, r.Member) {
			return false
		}
	}
	return ok && len(x.Members) > 0
}

// creates reports the commands after which their key exists.
func creates(name string) bool {
	switch name {
	case "Set", "SetEx", "SetNX", "SetArgs", "SetXX", "SetBit", "SetRange", "GetSet", "Append", "MSet", "MSetNX", "Incr", "IncrBy", "IncrByFloat", "Decr", "DecrBy",
		"HSet", "HSetNX", "HMSet", "HIncrBy", "HIncrByFloat", "HSetEX", "LPush", "RPush", "LInsert", "SAdd", "ZAdd", "ZAddNX", "ZAddArgs", "ZAddArgsIncr", "ZIncrBy",
		"XAdd", "PFAdd", "GeoAdd", "Restore", "RestoreReplace", "Copy", "JSONSet", "Rename", "LPushX", "RPushX",
		"ZAddXX", "ZAddGT", "ZAddLT", "ZIncr", "ZIncrNX", "ZIncrXX", "ZAddCh":
		return true
	}
	return false
}

// Masked returns the commands of the batch whose failure hides behind a miss: a command that can miss may come before them, they cannot
// miss themselves, and nobody looks at their own error.
func (b *Batch) Masked() []*Op {
	g := b.g
	var out []*Op
	for _, x := range b.Queued {
		if x.May || x.Kind == calls.Command && (x.Method == nil || x.Method.Nil != redisapi.NilNever) || x.Cmd() == nil {
			continue
		}
		if x.Kind != calls.Command && x.Kind != calls.ScriptRun {
			continue
		}
		behind := false
		for _, m := range b.Queued {
			if b.Missable(m) && g.Search(m.Node, func(n *Node) bool { return n == x.Node }, func(n *Node) bool { return n == b.Node }) != nil {
				behind = true
				break
			}
		}
		if behind && !b.Checked(x) {
			out = append(out, x)
		}
	}
	return out
}

// Site is where a finding about the batch belongs: the execution, or the call that leads to it in the function that also queues q.
func (b *Batch) Site(q *Op) *Node { return b.g.Beside(b.Op.Node, q.Node.Frame) }

// Beside is the call that leads to a node in the innermost function that another frame is part of, too; the node itself when it stands
// there. Function literals count as part of the function that they stand in.
func (g *Graph) Beside(n *Node, other *Frame) *Node {
	at := lexicalParent(n.Frame)
	for f := lexicalParent(other); f != nil; f = f.Parent {
		if n.Frame.Within(f) {
			if at == f {
				return n
			}
			return g.SiteIn(f, n)
		}
	}
	return n
}

// lexicalParent is the frame of the declared function that a frame's literal stands in.
func lexicalParent(f *Frame) *Frame {
	for f.Fn.Parent() != nil {
		p := f.Parent
		for p != nil && p.Fn != f.Fn.Parent() {
			p = p.Parent
		}
		if p == nil {
			return f
		}
		f = p
	}
	return f
}
