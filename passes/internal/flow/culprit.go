package flow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Culprit is the node at which a function that takes any client (a Cmdable, a Scripter) is given the pipeline that an operation inside it
// goes through. For an operation whose receiver is a pipeline by its type it is the operation itself.
func (g *Graph) Culprit(op *Op) *Node {
	n, v := op.Node, stripConversion(op.Target())
	for depth := 0; depth < maxDepth; depth++ {
		p, ok := v.v.(*ssa.Parameter)
		if !ok || redisapi.RoleOf(p.Type()) == redisapi.RolePipeline || v.f.Parent == nil || v.f.Kind != Called {
			return n
		}
		bound := Value{}
		for i, q := range v.f.Fn.Params {
			if p == q && i < len(v.f.params) {
				bound = v.f.params[i]
			}
		}
		site := g.byInstr[siteKey{v.f.Parent, v.f.Site}]
		if bound.IsZero() || site == nil {
			return n
		}
		n, v = site, stripConversion(bound)
	}
	return n
}

func stripConversion(v Value) Value {
	for {
		switch x := v.v.(type) {
		case *ssa.ChangeInterface:
			v.v = x.X
		case *ssa.MakeInterface:
			v.v = x.X
		case *ssa.ChangeType:
			v.v = x.X
		default:
			return v
		}
	}
}

// CallAt is the call expression of a node, nil where there is none in the source.
func (g *Graph) CallAt(n *Node) *ast.CallExpr {
	in, ok := n.instr.(ssa.CallInstruction)
	if !ok && n.Op != nil {
		in = n.Op.instr
	}
	if in == nil {
		return nil
	}
	call, _ := g.Pkg.fate(in.Common().Pos())
	return call
}

// Literal reports whether a frame runs a function literal, and returns it.
func (f *Frame) Literal() (*ast.FuncLit, bool) {
	l, ok := f.Fn.Syntax().(*ast.FuncLit)
	return l, ok
}

// GivenFrom is the frame that gives a frame the object a parameter is bound to: the nearest one outside which does not itself get it as a
// parameter. It tells apart a helper that is handed a client from a method that uses its own.
func (g *Graph) GivenFrom(v Value) (*Frame, *Node) {
	v = stripConversion(v)
	var n *Node
	for depth := 0; depth < maxDepth; depth++ {
		p, ok := v.v.(*ssa.Parameter)
		if !ok || v.f.Parent == nil || v.f.Kind != Called || isReceiver(p, v.f.Fn) {
			break
		}
		bound := Value{}
		for i, q := range v.f.Fn.Params {
			if p == q && i < len(v.f.params) {
				bound = v.f.params[i]
			}
		}
		site := g.byInstr[siteKey{v.f.Parent, v.f.Site}]
		if bound.IsZero() || site == nil {
			break
		}
		n, v = site, stripConversion(bound)
	}
	return v.f, n
}

func isReceiver(p *ssa.Parameter, fn *ssa.Function) bool {
	return fn.Signature.Recv() != nil && len(fn.Params) > 0 && fn.Params[0] == p
}

// ParamOf is the parameter with which a literal given to Pipelined or TxPipelined gets its pipeline, nil when it has no name.
func (p *Package) ParamOf(lit *ast.FuncLit) *types.Var {
	if lit == nil || len(lit.Type.Params.List) != 1 || len(lit.Type.Params.List[0].Names) != 1 {
		return nil
	}
	id := lit.Type.Params.List[0].Names[0]
	if id.Name == "_" {
		return nil
	}
	v, _ := p.Info.Defs[id].(*types.Var)
	return v
}

// CallFate is what the source does with the last result of a call.
func (g *Graph) CallFate(c *ast.CallExpr) Fate {
	_, f := g.Pkg.fate(c.Lparen)
	return f
}

// Expr is the call expression of a node, nil when it has none in the source.
func (n *Node) Expr() *ast.CallExpr {
	c, ok := n.instr.(ssa.CallInstruction)
	if !ok {
		if n.Op == nil {
			return nil
		}
		c = n.Op.instr
	}
	return callExpr(c)
}

// Expr is the call expression of an operation: its own, or the call that has it as an effect.
func (o *Op) Expr() *ast.CallExpr {
	if o.Call != nil {
		return o.Call.Expr
	}
	return callExpr(o.instr)
}

// callExpr is the expression of a call, nil where the source has none.
func callExpr(c ssa.CallInstruction) (found *ast.CallExpr) {
	if c == nil || c.Parent().Syntax() == nil {
		return nil
	}
	ast.Inspect(c.Parent().Syntax(), func(x ast.Node) bool {
		if ce, ok := x.(*ast.CallExpr); ok && ce.Lparen == c.Common().Pos() {
			found = ce
		}
		return found == nil
	})
	return found
}
