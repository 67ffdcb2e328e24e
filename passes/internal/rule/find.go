package rule

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/astutil"
)

// path returns the nodes around a position, innermost first.
func (p *Pass) path(pos token.Pos) []ast.Node {
	for _, f := range p.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			path, _ := astutil.PathEnclosingInterval(f, pos, pos)
			return path
		}
	}
	return nil
}

// ComparisonAt returns the comparison whose operator, call or case expression is at a position that the engine gave: a binary expression, a
// call such as errors.Is, with the negation in front of it, or the expression of a case. Nil when there is none.
func (p *Pass) ComparisonAt(pos token.Pos) ast.Node {
	path := p.path(pos)
	for i, n := range path {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.OpPos == pos {
				return n
			}
		case *ast.CallExpr:
			if n.Lparen == pos {
				if i+1 < len(path) {
					if u, ok := path[i+1].(*ast.UnaryExpr); ok && u.Op == token.NOT {
						return u
					}
				}
				return n
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				if e.Pos() <= pos && pos < e.End() {
					return e
				}
			}
		case ast.Stmt:
			return nil
		}
	}
	return nil
}

// ParentOf returns the node around a node, parentheses left out; nil for a file.
func (p *Pass) ParentOf(n ast.Node) ast.Node {
	for _, f := range p.Files {
		if f.FileStart <= n.Pos() && n.Pos() < f.FileEnd {
			path, _ := astutil.PathEnclosingInterval(f, n.Pos(), n.End())
			for i, x := range path {
				if x != n {
					continue
				}
				for _, up := range path[i+1:] {
					if _, ok := up.(*ast.ParenExpr); !ok {
						return up
					}
				}
			}
		}
	}
	return nil
}
