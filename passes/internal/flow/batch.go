package flow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Batch is one execution of a pipeline: an Exec, or the end of the function given to Pipelined or TxPipelined.
type Batch struct {
	Op    *Op       // Exec, Pipelined or TxPipelined
	Node  *Node     // where the commands are sent
	Pipes []*Object // the pipelines that it may send
	// Queued are the operations whose commands may be part of it, in the order of execution.
	Queued []*Op
	// Complete is true when nothing else can be part of it: the pipeline is made here and nobody else had it before.
	Complete bool

	g *Graph
}

// Batches returns the executions of pipelines in the graph, those inside functions of other packages too.
func (g *Graph) Batches() []*Batch {
	if g.batches != nil {
		return g.batches
	}
	g.batches = []*Batch{}
	order := map[*Node]int{}
	for i, n := range g.order() {
		order[n] = i
	}
	for _, n := range g.Nodes {
		pipes := g.executed(n)
		if len(pipes) == 0 {
			continue
		}
		b := &Batch{g: g, Op: n.Op, Node: n, Pipes: pipes}
		known := true
		for _, p := range pipes {
			if p.Kind != ObjPipe || p.Opaque || g.EscapedBefore(p, n) {
				known = false
			}
		}
		b.Complete = known
		for _, q := range g.Ops {
			if !q.IsCommand() {
				continue
			}
			ps := q.Pipes()
			if !overlap(ps, pipes) {
				continue
			}
			if q.Node == n || g.SentBy(q, n) {
				b.Queued = append(b.Queued, q)
			}
		}
		slices.SortStableFunc(b.Queued, func(x, y *Op) int { return order[x.Node] - order[y.Node] })
		g.batches = append(g.batches, b)
	}
	return g.batches
}

// SentBy reports whether the command that q queues can be sent by the execution n: no other execution and no Discard lies between.
func (g *Graph) SentBy(q *Op, n *Node) bool {
	pipes := q.Pipes()
	return g.Search(q.Node, func(x *Node) bool { return x == n }, func(x *Node) bool { return g.Sends(x, pipes) || g.Drops(x, pipes) }) != nil
}

// executed are the pipelines that a node sends, as far as they are known.
func (g *Graph) executed(n *Node) []*Object {
	if n.Op == nil {
		return nil
	}
	switch {
	case n.Kind == Flush:
		out := []*Object{g.pipe(n.Op)}
		for _, o := range n.Op.Receivers() { // Pipelined of a pipeline executes the pipeline itself
			if o.Role() == redisapi.RolePipeline {
				out = append(out, o)
			}
		}
		return out
	case n.Op.Kind == calls.Exec, n.Op.Effect != nil && n.Op.Effect.Body == 0 && n.Kind == CallNode && (n.Op.Kind == calls.Pipelined || n.Op.Kind == calls.TxPipelined):
		return n.Op.Pipes()
	}
	return nil
}

// Sends reports whether a node may execute one of the pipelines.
func (g *Graph) Sends(n *Node, pipes []*Object) bool { return overlap(g.executed(n), pipes) }

// Drops reports whether a node throws away what one of the pipelines holds.
func (g *Graph) Drops(n *Node, pipes []*Object) bool {
	if n.Op == nil || n.Kind != CallNode || n.Op.Kind != calls.Discard && n.Op.Kind != calls.Close {
		return false
	}
	return overlap(n.Op.Pipes(), pipes)
}

func overlap(a, b []*Object) bool {
	for _, x := range a {
		if slices.Contains(b, x) {
			return true
		}
	}
	return false
}

// Reads returns the operations that read a command of the batch after it was sent; q nil means any command.
func (b *Batch) Reads(q *Op) []*Op {
	var out []*Op
	for _, r := range b.g.Ops {
		if r.Kind != calls.Read || !b.g.Reaches(b.Node, r.Node) {
			continue
		}
		for _, o := range r.Cmds() {
			if b.holds(o, q) {
				out = append(out, r)
				break
			}
		}
	}
	return out
}

// holds reports whether an object is the command of q, any command of the batch when q is nil, or an element of the result of the
// execution, which may be any of them.
func (b *Batch) holds(o *Object, q *Op) bool {
	if o.Kind == ObjCmd {
		if q != nil {
			return o.Op == q
		}
		return slices.Contains(b.Queued, o.Op)
	}
	r := o.Root()
	if r.Kind == ObjSlice { // appended to a list: what was in it
		for _, x := range b.g.flatten(r) {
			if x.Root().Kind == ObjResult && x.Root().Op == b.Op {
				return true
			}
		}
	}
	return r.Kind == ObjResult && r.Op == b.Op && r.Index == 0
}

// flatten is what a slice made by append holds.
func (g *Graph) flatten(o *Object) []*Object {
	r := resolver{g: g, seen: map[Value]bool{}, out: map[*Object]bool{}}
	r.contents(g.elem(o), 0)
	return r.list
}

// Results are the commands that the execution returned, as one object; nil when the result is dropped.
func (b *Batch) Results() *Object {
	v := b.Op.Result(0)
	if v.IsZero() || b.Op.Fn.Signature().Results().Len() < 2 {
		return nil
	}
	return b.g.One(v)
}

// Checked reports whether somebody may look at the error of the command of q after the execution: a read whose error is used, or code
// that is not seen and has the command.
func (b *Batch) Checked(q *Op) bool {
	g := b.g
	for _, r := range b.Reads(q) {
		if r.ReadsErr() {
			return true
		}
	}
	if len(g.Escapes(q.Cmd())) > 0 {
		return true
	}
	return b.resultsEscape()
}

// resultsEscape reports whether the returned commands go to code that is not seen.
func (b *Batch) resultsEscape() bool {
	res := b.Results()
	if res == nil {
		return false
	}
	g := b.g
	if len(g.Escapes(res)) > 0 {
		return true
	}
	return len(g.Escapes(g.elem(res))) > 0
}

// CheckedAny reports whether somebody may look at the error of any command of the batch after the execution.
func (b *Batch) CheckedAny() bool {
	for _, r := range b.Reads(nil) {
		if r.ReadsErr() {
			return true
		}
	}
	for _, q := range b.Queued {
		if c := q.Cmd(); c != nil && len(b.g.Escapes(c)) > 0 {
			return true
		}
	}
	return b.resultsEscape()
}

// ReadsErr reports whether a reading operation gives an error that is used: Err, Result and the conversions.
func (o *Op) ReadsErr() bool {
	if o.Effect != nil { // a helper of another package
		return o.Name() != "Val" && o.Name() != "String" && o.Name() != "Name" && o.Name() != "Args"
	}
	res := o.Fn.Signature().Results()
	if res.Len() == 0 || !isError(res.At(res.Len()-1).Type()) {
		return false
	}
	if o.instr == nil {
		return false
	}
	v := o.Result(res.Len() - 1)
	if v.IsZero() || v.v.Referrers() == nil {
		return false
	}
	return len(o.g.ErrUses(v)) > 0
}

// SiteIn is the call in frame f that leads to a node, or the node itself when it is in the frame.
func (g *Graph) SiteIn(f *Frame, n *Node) *Node {
	var site ssa.Instruction
	for x := n.Frame; x != nil; x = x.Parent {
		if x == f {
			if site == nil {
				return n
			}
			if s := g.byInstr[siteKey{f, site}]; s != nil {
				return s
			}
			return n
		}
		site = x.Site
	}
	return n
}

// ReadsValue reports whether a reading operation gives a value that is used.
func (o *Op) ReadsValue() bool {
	rep, ok := o.g.replyOf(o)
	if !ok {
		return false
	}
	if len(rep.Places) > 0 {
		return true
	}
	for _, v := range rep.Vals {
		if v.v != nil && v.v.Referrers() != nil && len(*v.v.Referrers()) > 0 {
			return true
		}
	}
	return false
}

// resultsChecked reports whether the returned commands are asked for their errors.
func (b *Batch) resultsChecked() bool {
	res := b.Results()
	if res == nil {
		return false
	}
	for _, r := range b.Reads(nil) {
		for _, o := range r.Cmds() {
			if o.Root() == res && r.ReadsErr() {
				return true
			}
		}
	}
	return b.resultsEscape()
}
