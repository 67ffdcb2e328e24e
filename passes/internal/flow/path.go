package flow

import (
	"golang.org/x/tools/go/ssa"
)

// Search walks from the successors of a node and returns the first node for which to holds; nodes for which stop holds are not
// passed. A nil stop stops nowhere.
func (g *Graph) Search(from *Node, to, stop func(*Node) bool) *Node {
	return g.search(from.Succs, to, stop)
}

// SearchFrom is Search with the starting nodes themselves looked at first.
func (g *Graph) SearchFrom(starts []*Node, to, stop func(*Node) bool) *Node {
	return g.search(starts, to, stop)
}

func (g *Graph) search(starts []*Node, to, stop func(*Node) bool) *Node {
	seen := make(map[*Node]bool)
	work := append([]*Node(nil), starts...)
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
		work = append(work, n.Succs...)
	}
	return nil
}

// Reaches reports whether b can follow a.
func (g *Graph) Reaches(a, b *Node) bool {
	return g.Search(a, func(n *Node) bool { return n == b }, nil) != nil
}

// Back walks backwards from the predecessors of a node and returns the first node for which to holds.
func (g *Graph) Back(from *Node, to, stop func(*Node) bool) *Node {
	seen := make(map[*Node]bool)
	work := append([]*Node(nil), from.Preds...)
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
		work = append(work, n.Preds...)
	}
	return nil
}

// Always reports whether every path from the start of the graph to n passes a node for which p holds.
func (g *Graph) Always(n *Node, p func(*Node) bool) bool {
	start := g.Root.Entry
	return g.search([]*Node{start}, func(x *Node) bool { return x == n }, func(x *Node) bool { return x != n && p(x) }) == nil
}

// AlwaysAfter reports whether every path from n to the end of the root function passes a node for which p holds. A path that ends the
// program owes nothing.
func (g *Graph) AlwaysAfter(n *Node, p func(*Node) bool) bool {
	end := g.Root.Exit
	return g.Search(n, func(x *Node) bool { return x == end }, p) == nil
}

// Controls reports whether the branch b decides if n runs: n can follow one way out of b, and the other way can end without n.
func (g *Graph) Controls(b, n *Node) bool {
	if b.Kind != Branch || len(b.Succs) != 2 || b == n {
		return false
	}
	isN := func(x *Node) bool { return x == n }
	isB := func(x *Node) bool { return x == b }
	var reach [2]bool
	for i, s := range b.Succs {
		reach[i] = g.search([]*Node{s}, isN, isB) != nil
	}
	for i, s := range b.Succs {
		if reach[1-i] && (!reach[i] || g.search([]*Node{s}, func(x *Node) bool { return x == g.Root.Exit || x.Kind == DeadNode || x == b }, isN) != nil) {
			if !reach[i] {
				return true
			}
			// Both ways reach n: only a way round n on one side, and none on the other, is a decision.
			if g.search([]*Node{b.Succs[1-i]}, func(x *Node) bool { return x == g.Root.Exit || x == b }, isN) == nil {
				return true
			}
		}
	}
	return false
}

// ReturnKind says what a return means for the caller.
type ReturnKind uint8

// The kinds of returns.
const (
	ReturnUnknown ReturnKind = iota
	ReturnSuccess            // the error result is nil, or there is none
	ReturnFailure            // the error result is certainly not nil
)

// Return classifies a return node by its last result of type error.
func (g *Graph) Return(n *Node) ReturnKind {
	ret, ok := n.instr.(*ssa.Return)
	if !ok {
		return ReturnUnknown
	}
	sig := n.Frame.Fn.Signature.Results()
	if sig.Len() == 0 || !isError(sig.At(sig.Len()-1).Type()) {
		return ReturnSuccess
	}
	return g.errKind(Value{v: ret.Results[len(ret.Results)-1], f: n.Frame}, n, 0)
}

// errKind tells whether an error value is nil or not at a node.
func (g *Graph) errKind(v Value, at *Node, depth int) ReturnKind {
	if depth > 8 || v.v == nil {
		return ReturnUnknown
	}
	if g.dominatedByTest(v, at) {
		return ReturnFailure
	}
	switch x := v.v.(type) {
	case *ssa.Const:
		if x.IsNil() {
			return ReturnSuccess
		}
		return ReturnFailure
	case *ssa.MakeInterface:
		if c, ok := x.X.(*ssa.Const); !ok || !c.IsNil() {
			return ReturnFailure
		}
	case *ssa.ChangeInterface:
		return g.errKind(Value{v: x.X, f: v.f}, at, depth+1)
	case *ssa.UnOp:
		if r := g.result(v); r != v {
			return g.errKind(r, at, depth+1)
		}
		if gl, ok := x.X.(*ssa.Global); ok && isError(derefType(gl.Type())) {
			return ReturnFailure // a sentinel
		}
		if o := g.One(Value{v: x.X, f: v.f}); o != nil && len(g.stores[o]) == 1 {
			return g.errKind(g.stores[o][0].val, at, depth+1)
		}
	case *ssa.Call:
		if f := x.Call.StaticCallee(); f != nil {
			switch qualified(f) {
			case "fmt.Errorf", "errors.New", "github.com/pkg/errors.New", "github.com/pkg/errors.Errorf":
				return ReturnFailure
			}
			if o := f.Object(); o != nil && o.Pkg() != nil && f.Signature.Results().Len() == 1 && o.Pkg().Path() == "google.golang.org/grpc/status" {
				return ReturnFailure
			}
		}
	case *ssa.Phi:
		kind := ReturnUnknown
		for i, e := range x.Edges {
			k := g.errKind(Value{v: e, f: v.f}, nil, depth+1)
			if i > 0 && k != kind {
				return ReturnUnknown
			}
			kind = k
		}
		return kind
	}
	return ReturnUnknown
}

// dominatedByTest reports whether the block of a return is only reached when the error is not nil.
func (g *Graph) dominatedByTest(v Value, at *Node) bool {
	if at == nil || at.instr == nil || at.Frame != v.f {
		return false
	}
	b := at.instr.Block()
	for b != nil {
		d := b.Idom()
		if d == nil {
			return false
		}
		if i, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok {
			for side, s := range d.Succs {
				if s == b && len(s.Preds) == 1 || s != b && false {
					if t, ok := g.ErrTest(Value{v: i.Cond, f: v.f}); ok && t.Err.v == v.v {
						if t.NonNilWhen(side == 0) {
							return true
						}
					}
				}
			}
		}
		b = d
	}
	return false
}

// After returns the nodes that can directly follow the operation's end: for Pipelined and Watch, after the closure.
func (o *Op) After() *Node {
	for _, n := range o.g.Nodes {
		if n.Op == o && (n.Kind == Flush || n.Kind == WatchEnd) {
			return n
		}
	}
	return o.Node
}

// Body returns the frames of the functions that a Pipelined, TxPipelined, Watch or ForEach operation runs.
func (o *Op) Body() []*Frame {
	var out []*Frame
	for _, f := range o.g.frames {
		if f.Op == o {
			out = append(out, f)
		}
	}
	return out
}
