package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/keys"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Budgets. Over a bound a function is laid out with less inlining, then not at all: silence, not a guess.
const (
	maxBlocks = 500   // blocks of one function
	maxNodes  = 12000 // nodes of one graph
	maxDepth  = 7     // frames on top of each other
)

// FrameKind says how a frame was entered.
type FrameKind uint8

// The kinds of frames.
const (
	Root      FrameKind = iota // the function the graph is about
	Called                     // an ordinary call of a helper or literal
	Pipelined                  // the function given to Pipelined or TxPipelined: runs once, at once
	Watched                    // the function given to Watch: runs once, at once
	Deferred                   // a deferred call, at an exit of its parent
	Callback                   // a function given to code that is not seen: runs any number of times, probably at once
	Async                      // a go statement, errgroup.Go, time.AfterFunc: runs at any time
	Stub                       // a parent that only lends its variables to a literal that is laid out alone
)

// Frame is one activation of a function in a graph.
type Frame struct {
	ID     int
	Fn     *ssa.Function
	Kind   FrameKind
	Parent *Frame
	Site   ssa.Instruction // the call, defer or go in Parent; nil for the root
	Op     *Op             // the Pipelined, TxPipelined, Watch or ForEach operation that runs the frame, or nil

	Entry, Exit *Node
	depth       int
	block       *ssa.BasicBlock              // the block being laid out
	edge        map[[2]*ssa.BasicBlock]*Node // the node that leads from one block into another
	params      []Value                      // bindings of Fn.Params; a zero Value means unknown
	free        []Value                      // bindings of Fn.FreeVars
}

// Within reports whether f is g or entered (directly or not) from g.
func (f *Frame) Within(g *Frame) bool {
	for ; f != nil; f = f.Parent {
		if f == g {
			return true
		}
	}
	return false
}

// Enclosing returns the nearest frame of a kind around f, f included, or nil.
func (f *Frame) Enclosing(k FrameKind) *Frame {
	for ; f != nil; f = f.Parent {
		if f.Kind == k {
			return f
		}
	}
	return nil
}

// Value is an SSA value in an activation. O, when set, is a synthetic object: the pipeline or transaction given to a closure.
type Value struct {
	v ssa.Value
	f *Frame
	o *Object
}

// IsZero reports whether the value is unknown.
func (v Value) IsZero() bool { return v.v == nil && v.o == nil }

// Type is the static type of the value, nil when unknown.
func (v Value) Type() types.Type {
	if v.v != nil {
		return v.v.Type()
	}
	return nil
}

// Concrete is the type of the value before it became an interface, nil when unknown.
func (v Value) Concrete() types.Type {
	x := v.v
	for {
		mi, ok := x.(*ssa.MakeInterface)
		if !ok {
			break
		}
		x = mi.X
	}
	if x == nil {
		return nil
	}
	return x.Type()
}

// NodeKind is what a node does.
type NodeKind uint8

// The kinds of nodes.
const (
	Plain      NodeKind = iota // a block start or a junction
	CallNode                   // a call; Op is set for the library's
	Flush                      // the end of a Pipelined or TxPipelined closure: its commands are sent
	WatchEnd                   // the return of Watch
	StoreNode                  // a store to memory, a map or a channel
	Branch                     // an if; Succs[0] is taken when the condition holds
	ReturnNode                 // a return of the frame's function
	ExitNode                   // the common end of a frame
	DeadNode                   // a panic or a call that does not return
	GoNode                     // a go statement
	DeferNode                  // a defer statement: its call runs at the exits that follow
)

// Node is one step of a graph.
type Node struct {
	ID    int
	Kind  NodeKind
	Frame *Frame
	Op    *Op
	Succs []*Node
	Preds []*Node
	// Recursive is true for a call of a function that is already active: it is not laid out again.
	Recursive bool

	instr ssa.Instruction
	block *ssa.BasicBlock // the block that the node was laid out for; nil at the ends of a frame
	rec   *Frame          // the active frame of a recursive call
}

// Pos is the position of the node in the source, NoPos for junctions.
func (n *Node) Pos() token.Pos {
	if n.Op != nil {
		return n.Op.Pos()
	}
	if n.instr != nil {
		if c, ok := n.instr.(ssa.CallInstruction); ok && c.Common().Pos().IsValid() {
			return c.Common().Pos()
		}
		return n.instr.Pos()
	}
	return token.NoPos
}

// Op is one operation of the library: a call in the source, a call of a method value, or an effect of a function of another package.
type Op struct {
	Kind   calls.Kind
	Fn     *types.Func
	Method *redisapi.Method
	Lib    redisapi.Library
	// Call is the call in the source, nil for method values and effects of other packages.
	Call *calls.Call
	Node *Node
	// Recv is the receiver, Ctx the context; Args the arguments without the context, a variadic list as one slice value.
	Recv, Ctx Value
	Args      []Value
	// Effect is set when the operation happens inside a function of another package, known by its summary.
	Effect *Effect
	// May is true for an effect that does not happen on every path through that function.
	May bool

	g        *Graph
	role     redisapi.Role
	instr    ssa.CallInstruction
	effKeys  []KeyUse // keys of an effect, bound at the call
	effBody  Value    // the function that an effect runs
	made     bool     // made by a function of another package for its caller
	effField keys.Key
	effFrom  []Value
}

// Name is the Go name of the called method.
func (o *Op) Name() string { return o.Fn.Name() }

// Pos is the position to report for the operation: the start of the call expression, or the call that has the effect.
func (o *Op) Pos() token.Pos {
	if o.Call != nil {
		return o.Call.Expr.Pos()
	}
	if o.instr != nil {
		return o.instr.Common().Pos()
	}
	return token.NoPos
}

// End is the end of the range to report; NoPos when only the position is known.
func (o *Op) End() token.Pos {
	if o.Call != nil {
		return o.Call.Expr.End()
	}
	return token.NoPos
}

type siteKey struct {
	f *Frame
	i ssa.Instruction
}

// Graph is one function with all that runs as part of it.
type Graph struct {
	Pkg   *Package
	Root  *Frame
	Nodes []*Node // in layout order; unreachable nodes are left out
	// Ops are the operations of the library, in layout order.
	Ops []*Op

	frames    []*Frame
	inlined   map[siteKey][]*Frame
	opAt      map[siteKey]*Op
	objects   map[objKey]*Object
	nextObj   int
	stores    map[*Object][]storeRec
	unknownW  map[*Object]bool // places whose address reached code that is not seen
	cache     map[Value][]*Object
	sealed    bool
	over      bool
	depth     int
	used      map[*ssa.Function]bool // literals that were laid out
	canon     map[*Object]bool       // cells being made canonical, against cycles
	evals     map[siteKey]*Frame     // frames of pure helpers that build keys
	loads     map[*Object][]Value
	kids      map[*Object][]*Object
	kidsAt    int
	escapes   map[*Object][]*Node
	sites     map[siteKey]*site // calls of summarised functions of other packages
	madePipes map[siteKey]*Op
	byInstr   map[siteKey]*Node
	batches   []*Batch
	here      map[siteKey]*Node // of a load: the node before it
	txns      []*Txn
	taints    map[*Op]*Taint // of the replies of operations
	condNames map[string]int // how many branches test a condition, by its name
}

type storeRec struct {
	val  Value
	node *Node // filled when the store has a node
	in   ssa.Instruction
	f    *Frame
}

// Fn is the declared function (or literal) that the graph is about; nil for a literal.
func (g *Graph) Fn() *types.Func {
	f, _ := g.Root.Fn.Object().(*types.Func)
	return f
}

// buildAll lays out every function that is not part of another one.
func (p *Package) buildAll() []*Graph {
	var out []*Graph
	used := map[*ssa.Function]bool{}
	for _, f := range p.fns {
		if !p.relevant[f] || used[f] || f.Parent() != nil && p.relevant[f.Parent()] && !p.isRootLiteral(f, used) {
			continue
		}
		g := p.build(f)
		if g == nil {
			p.Skipped++
			continue
		}
		for u := range g.used {
			used[u] = true
		}
		out = append(out, g)
	}
	return out
}

// isRootLiteral reports whether a literal has to be laid out alone: its parent was laid out (parents come first) without it.
func (p *Package) isRootLiteral(f *ssa.Function, used map[*ssa.Function]bool) bool { return !used[f] }

// build lays out one function, with less and less inlining while it is over the budget. A contained failure gives nil.
func (p *Package) build(f *ssa.Function) *Graph {
	for _, depth := range []int{maxDepth, 3, 1} {
		g, failed := p.tryBuild(f, depth)
		if failed {
			return nil
		}
		if g != nil && !g.over {
			return g
		}
	}
	return nil
}

func (p *Package) tryBuild(f *ssa.Function, depth int) (g *Graph, failed bool) {
	defer func() {
		if r := recover(); r != nil {
			if debugPanics {
				panic(r)
			}
			g, failed = nil, true
		}
	}()
	g = &Graph{Pkg: p, inlined: map[siteKey][]*Frame{}, opAt: map[siteKey]*Op{}, objects: map[objKey]*Object{},
		stores: map[*Object][]storeRec{}, unknownW: map[*Object]bool{}, used: map[*ssa.Function]bool{}, byInstr: map[siteKey]*Node{}, here: map[siteKey]*Node{}, canon: map[*Object]bool{}, evals: map[siteKey]*Frame{}, sites: map[siteKey]*site{}, madePipes: map[siteKey]*Op{}, depth: depth}
	root := g.frame(f, Root, nil, nil)
	if root == nil {
		return nil, false
	}
	if f.Parent() != nil {
		root.free = g.lend(f)
	}
	g.Root = root
	g.layout(root)
	g.seal()
	return g, false
}

// lend makes a stub frame of a literal's parent, so that its captured variables have an identity and their stores are seen.
func (g *Graph) lend(f *ssa.Function) []Value {
	parent := f.Parent()
	stub := &Frame{ID: len(g.frames), Fn: parent, Kind: Stub}
	g.frames = append(g.frames, stub)
	if parent.Parent() != nil {
		stub.free = g.lend(parent)
	}
	var mc *ssa.MakeClosure
	for _, b := range parent.Blocks {
		for _, in := range b.Instrs {
			if m, ok := in.(*ssa.MakeClosure); ok && m.Fn == f {
				mc = m
			}
		}
	}
	if mc == nil {
		return nil
	}
	g.collectStores(stub)
	free := make([]Value, len(mc.Bindings))
	for i, b := range mc.Bindings {
		free[i] = Value{v: b, f: stub}
	}
	return free
}

// frame makes a frame; nil when the function has no body or is over the budget.
func (g *Graph) frame(fn *ssa.Function, kind FrameKind, parent *Frame, site ssa.Instruction) *Frame {
	if len(fn.Blocks) == 0 || len(fn.Blocks) > maxBlocks {
		return nil
	}
	f := &Frame{ID: len(g.frames), Fn: fn, Kind: kind, Parent: parent, Site: site}
	if parent != nil {
		f.depth = parent.depth + 1
	}
	g.frames = append(g.frames, f)
	g.used[fn] = true
	return f
}

func (g *Graph) node(kind NodeKind, f *Frame, in ssa.Instruction) *Node {
	n := &Node{ID: len(g.Nodes), Kind: kind, Frame: f, instr: in, block: f.block}
	g.Nodes = append(g.Nodes, n)
	if len(g.Nodes) > maxNodes {
		g.over = true
	}
	if in != nil && f != nil {
		if _, ok := g.byInstr[siteKey{f, in}]; !ok {
			g.byInstr[siteKey{f, in}] = n
		}
	}
	return n
}

func link(a, b *Node) {
	if a == nil || b == nil {
		return
	}
	a.Succs = append(a.Succs, b)
	b.Preds = append(b.Preds, a)
}

// layout lays out the blocks of a frame between its Entry and its Exit.
func (g *Graph) layout(f *Frame) {
	f.Entry, f.Exit = g.node(Plain, f, nil), g.node(ExitNode, f, nil)
	g.collectStores(f)
	starts := map[*ssa.BasicBlock]*Node{}
	f.edge = map[[2]*ssa.BasicBlock]*Node{}
	for _, b := range f.Fn.Blocks {
		f.block = b
		starts[b] = g.node(Plain, f, nil)
	}
	defer func() { f.block = nil }()
	link(f.Entry, starts[f.Fn.Blocks[0]])
	for _, b := range f.Fn.Blocks {
		if g.over {
			return
		}
		cur := starts[b]
		f.block = b
		for _, in := range b.Instrs {
			if cur == nil {
				break
			}
			switch in := in.(type) {
			case *ssa.Call:
				cur = g.call(f, cur, in, in.Common(), Called)
			case *ssa.Go:
				n := g.node(GoNode, f, in)
				link(cur, n)
				g.call(f, n, in, in.Common(), Async)
				cur = g.node(Plain, f, nil)
				link(n, cur)
			case *ssa.Defer: // runs at RunDefers; the node marks the paths on which it will
				n := g.node(DeferNode, f, nil)
				n.instr = in
				link(cur, n)
				cur = n
			case *ssa.RunDefers:
				cur = g.runDefers(f, cur, in)
			case *ssa.Return:
				n := g.node(ReturnNode, f, in)
				link(cur, n)
				link(n, f.Exit)
				cur = nil
			case *ssa.Panic:
				n := g.node(DeadNode, f, in)
				link(cur, n)
				cur = nil
			case *ssa.If:
				n := g.node(Branch, f, in)
				link(cur, n)
				for _, next := range b.Succs {
					link(n, starts[next])
					f.edge[[2]*ssa.BasicBlock{b, next}] = n
				}
				cur = nil
			case *ssa.Jump:
				link(cur, starts[b.Succs[0]])
				f.edge[[2]*ssa.BasicBlock{b, b.Succs[0]}] = cur
				cur = nil
			case *ssa.UnOp:
				if in.Op == token.MUL {
					g.here[siteKey{f, in}] = cur
				}
			case *ssa.Store, *ssa.MapUpdate, *ssa.Send:
				n := g.node(StoreNode, f, in.(ssa.Instruction))
				link(cur, n)
				cur = n
			}
		}
	}
}

// runDefers lays out the deferred calls of a function at one of its exits, last first; a defer that does not dominate the exit may be skipped.
func (g *Graph) runDefers(f *Frame, cur *Node, rd *ssa.RunDefers) *Node {
	var defers []*ssa.Defer
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if d, ok := in.(*ssa.Defer); ok {
				defers = append(defers, d)
			}
		}
	}
	for i := len(defers) - 1; i >= 0; i-- {
		d := defers[i]
		if d.Block() != rd.Block() && !reachesBlock(d.Block(), rd.Block()) {
			continue
		}
		last := g.call(f, cur, d, d.Common(), Deferred)
		next := g.node(Plain, f, nil)
		link(last, next)
		if d.Block() != rd.Block() && !d.Block().Dominates(rd.Block()) {
			link(cur, next)
		}
		cur = next
	}
	return cur
}

func reachesBlock(a, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(x *ssa.BasicBlock) bool
	walk = func(x *ssa.BasicBlock) bool {
		if x == b {
			return true
		}
		if seen[x] {
			return false
		}
		seen[x] = true
		for _, s := range x.Succs {
			if walk(s) {
				return true
			}
		}
		return false
	}
	return walk(a)
}

// collectStores records what a frame writes to memory, before its calls are laid out: values are asked for while laying out.
func (g *Graph) collectStores(f *Frame) { g.collectStoresInto(f, g.stores) }

func (g *Graph) collectStoresInto(f *Frame, into map[*Object][]storeRec) {
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				for _, place := range g.Objects(Value{v: in.Addr, f: f}) {
					into[place] = append(into[place], storeRec{val: Value{v: in.Val, f: f}, in: in, f: f})
				}
			case *ssa.MapUpdate:
				for _, m := range g.Objects(Value{v: in.Map, f: f}) {
					place := g.elem(m)
					into[place] = append(into[place], storeRec{val: Value{v: in.Value, f: f}, in: in, f: f})
				}
			case *ssa.Send:
				for _, m := range g.Objects(Value{v: in.Chan, f: f}) {
					place := g.elem(m)
					into[place] = append(into[place], storeRec{val: Value{v: in.X, f: f}, in: in, f: f})
				}
			}
		}
	}
}

// seal drops unreachable nodes and turns caching on.
func (g *Graph) seal() {
	reach := map[*Node]bool{}
	var work []*Node
	push := func(n *Node) {
		if !reach[n] {
			reach[n] = true
			work = append(work, n)
		}
	}
	push(g.Root.Entry)
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range n.Succs {
			push(s)
		}
	}
	kept := g.Nodes[:0]
	for _, n := range g.Nodes {
		if !reach[n] {
			continue
		}
		ps := n.Preds[:0]
		for _, p := range n.Preds {
			if reach[p] {
				ps = append(ps, p)
			}
		}
		n.Preds = ps
		n.ID = len(kept)
		kept = append(kept, n)
		if n.Op != nil && n.Op.Node == n {
			g.Ops = append(g.Ops, n.Op)
		}
	}
	g.Nodes = kept
	// Places are resolved again now that all calls are laid out; stores collected before may hang on places that were not known.
	g.sealed = true
	for range 2 {
		fresh := map[*Object][]storeRec{}
		for _, f := range g.frames {
			g.collectStoresInto(f, fresh)
		}
		g.stores = fresh
	}
	g.cache = map[Value][]*Object{}
	for _, recs := range g.stores {
		for i := range recs {
			recs[i].node = g.byInstr[siteKey{recs[i].f, recs[i].in}]
		}
	}
}

// debugPanics makes contained failures loud; tests of the engine set it at link time only.
const debugPanics = false
