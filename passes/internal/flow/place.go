package flow

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/keys"
)

// Place is where an operation is seen from: the call of the library, or the call of the helper that contains it.
type Place struct {
	Pos, End token.Pos
	// Name is the called method or function.
	Name string
	// Call is the call of the library when the place is that.
	Call *calls.Call

	site  ssa.CallInstruction
	frame *Frame
	expr  *ast.CallExpr
}

// Arg is the argument of a helper's call that is a key, nil when the helper builds the key.
func (p Place) Arg(g *Graph, k Key) ast.Expr {
	if p.site == nil || p.expr == nil || p.frame == nil {
		return nil
	}
	args := p.site.Common().Args
	off := len(args) - len(p.expr.Args)
	for i, a := range args {
		if j := i - off; j >= 0 && j < len(p.expr.Args) && isString(a.Type()) && keys.Same(g.Key(Value{v: a, f: p.frame}), k) {
			return p.expr.Args[j]
		}
	}
	return nil
}

// Places returns where two operations are seen from in the innermost function that has both.
func (g *Graph) Places(a, b *Op) (Place, Place) {
	f := a.Node.Frame
	for f != nil && !b.Node.Frame.Within(f) {
		f = f.Parent
	}
	return g.placeIn(a, f), g.placeIn(b, f)
}

func (g *Graph) placeIn(op *Op, top *Frame) Place {
	site, frame := ssa.Instruction(op.instr), op.Node.Frame
	f := op.Node.Frame
	if f == top || top == nil || within(f, top) {
		if op.Call != nil {
			return Place{Pos: op.Pos(), End: op.End(), Name: op.Name(), Call: op.Call}
		}
	} else {
		for f != nil && f.Parent != top {
			f = f.Parent
		}
		if f != nil && f.Site != nil {
			site, frame = f.Site, f.Parent
		}
	}
	p := Place{Pos: op.Pos(), Name: op.Name()}
	if c, ok := site.(ssa.CallInstruction); ok {
		p.Pos, p.End, p.Name = c.Common().Pos(), token.NoPos, calledName(c.Common())
		if p.Name == "" {
			p.Name = op.Name()
		}
		if e := callExpr(c); e != nil {
			p.Pos, p.End, p.site, p.frame, p.expr = e.Pos(), e.End(), c, frame, e
		}
	}
	return p
}

// within reports whether a frame is part of the text of another: a closure inside it that runs in place.
func within(f, top *Frame) bool {
	for ; f != nil && f != top; f = f.Parent {
		if f.Fn.Parent() == nil {
			return false
		}
	}
	return f == top
}
