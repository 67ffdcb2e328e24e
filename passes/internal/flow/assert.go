package flow

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Assertion is a type assertion on a command that an execution returned.
type Assertion struct {
	Expr  *ast.TypeAssertExpr
	Batch *Batch
	Type  types.Type
	// Index is the constant index of the command, -1 when it is another.
	Index int
	// CommaOk is true for the form with two results.
	CommaOk bool
	// Every is true when the assertion is made for every command: in each turn of a loop over all of them.
	Every bool

	block *ssa.BasicBlock
	frame *Frame
}

// Assertions returns the type assertions on returned commands. Type switches are left out: they ask.
func (g *Graph) Assertions() []*Assertion {
	var out []*Assertion
	for _, f := range g.frames {
		if f.Kind == Stub {
			continue
		}
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				x, ok := in.(*ssa.TypeAssert)
				if !ok {
					continue
				}
				expr := g.Pkg.assertAt(x.Pos())
				batch := g.batchOf(Value{v: x.X, f: f})
				if expr == nil || batch == nil || types.IsInterface(x.AssertedType) {
					continue
				}
				a := &Assertion{Expr: expr, Batch: batch, Type: x.AssertedType, Index: -1, CommaOk: x.CommaOk, block: b, frame: f}
				if ld, ok := x.X.(*ssa.UnOp); ok && ld.Op == token.MUL {
					if ia, ok := ld.X.(*ssa.IndexAddr); ok && wholeResult(Value{v: ia.X, f: f}) {
						if c, ok := ia.Index.(*ssa.Const); ok {
							a.Index = int(c.Int64())
						} else {
							a.Every = g.everyTurn(f, b)
						}
					}
				}
				out = append(out, a)
			}
		}
	}
	return out
}

// batchOf is the batch whose returned commands a value is one of.
func (g *Graph) batchOf(v Value) *Batch {
	o := g.One(v)
	if o == nil || o.Kind != ObjElem || o.Base.Kind != ObjResult || o.Base.Index != 0 {
		return nil
	}
	for _, b := range g.Batches() {
		if b.Op == o.Base.Op {
			return b
		}
	}
	return nil
}

// wholeResult reports whether a slice is the result of a call as it is, not a part of it.
func wholeResult(v Value) bool {
	switch x := v.v.(type) {
	case *ssa.Extract:
		return true
	case *ssa.Parameter:
		for i, p := range v.f.Fn.Params {
			if p == x && i < len(v.f.params) && !v.f.params[i].IsZero() {
				return wholeResult(v.f.params[i])
			}
		}
	}
	return false
}

// everyTurn reports whether a block runs in each turn of a range loop.
func (g *Graph) everyTurn(f *Frame, b *ssa.BasicBlock) bool {
	ls := g.loopsAt(f, b)
	if len(ls) == 0 || ls[0].header.Comment != "rangeindex.loop" {
		return false
	}
	for _, p := range ls[0].header.Preds {
		if ls[0].blocks[p] && !b.Dominates(p) {
			return false
		}
	}
	// A way out of the loop besides its end may come before the command that does not fit.
	return len(ls[0].exits()) == 1
}

// Reached reports whether the assertion can be reached although the execution failed, and its result is nil: the function of Pipelined
// returned an error.
func (a *Assertion) Reached() bool {
	g, op := a.Batch.g, a.Batch.Op
	if op.Kind != calls.Pipelined && op.Kind != calls.TxPipelined || len(op.Body()) == 0 || a.Index < 0 {
		return false
	}
	fails := false
	for _, f := range op.Body() {
		for _, n := range g.Nodes {
			if n.Kind == ReturnNode && n.Frame == f && g.Return(n) == ReturnFailure {
				fails = true
			}
		}
	}
	if !fails {
		return false
	}
	for d := a.block; d != nil; d = d.Idom() { // if len(cmds) > 0
		if i, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok && d != a.block {
			if c, ok := i.Cond.(*ssa.BinOp); ok && (containsLen(c.X, 0) || containsLen(c.Y, 0)) {
				return false
			}
		}
	}
	errs := a.Batch.errs()
	if len(errs) == 0 {
		return true
	}
	failed := g.Assume(a.Batch.Node, errs, OtherErr, nil, nil)
	for _, n := range g.Nodes {
		if n.Frame == a.frame && n.block == a.block && failed.Reaches(n) {
			return true
		}
	}
	return false
}

// Exact returns the operations whose commands certainly stand at the start of the batch, in order; all is true when there are no others.
func (b *Batch) Exact() (ops []*Op, all bool) {
	g := b.g
	if !b.Complete || len(b.Pipes) != 1 {
		return nil, false
	}
	start := b.Pipes[0].Op.Node
	for _, q := range b.Queued {
		if q.May || q.Effect != nil && len(g.Loops(q.Node)) > 0 || start == nil {
			return ops, false
		}
		for _, l := range g.Loops(q.Node) {
			if !l.Contains(b.Node) {
				return ops, false
			}
		}
		around := g.Search(start, func(n *Node) bool { return n == b.Node }, func(n *Node) bool { return n == q.Node || n != b.Node && g.Sends(n, b.Pipes) })
		if around != nil {
			return ops, false
		}
		ops = append(ops, q)
	}
	return ops, true
}

// CmdType is the type of the command that an operation queues, nil when it is not known.
func (o *Op) CmdType() types.Type {
	if o.Kind == calls.Process {
		t := stripConversion(o.Arg(0)).Type()
		if t == nil || types.IsInterface(t) {
			return nil
		}
		return t
	}
	if res := o.Fn.Signature().Results(); res.Len() == 1 {
		return res.At(0).Type()
	}
	return nil
}

// assertAt is the type assertion whose opening parenthesis is at pos.
func (p *Package) assertAt(pos token.Pos) *ast.TypeAssertExpr {
	p.assertOnce.Do(func() {
		p.asserts = map[token.Pos]*ast.TypeAssertExpr{}
		if p.Calls.Inspector == nil {
			return
		}
		p.Calls.Inspector.Preorder([]ast.Node{(*ast.TypeAssertExpr)(nil)}, func(n ast.Node) {
			if e := n.(*ast.TypeAssertExpr); e.Type != nil {
				p.asserts[e.Lparen] = e
			}
		})
	})
	return p.asserts[pos]
}

// Local reports whether the assertion stands in the function that executes: a helper may be given other commands by other callers.
func (a *Assertion) Local() bool {
	return lexicalParent(a.frame) == lexicalParent(a.Batch.Op.Node.Frame)
}
