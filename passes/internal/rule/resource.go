package rule

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/redisvet/redisvet/passes/internal/fix"
	"github.com/redisvet/redisvet/passes/internal/flow"
)

// Assigned is the variable or field that the result of a call is assigned to as the user wrote it, and the statement; "" when it is
// used at once.
func (p *Pass) Assigned(call *ast.CallExpr) (name string, stmt ast.Stmt) {
	name, stmt, _ = p.assigned(call)
	return name, stmt
}

func (p *Pass) assigned(call *ast.CallExpr) (name string, stmt ast.Stmt, inBlock bool) {
	file := fix.FileOf(p.Pass, call.Pos())
	if file == nil {
		return "", nil, false
	}
	path, _ := astutil.PathEnclosingInterval(file, call.Pos(), call.End())
	for i, n := range path {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n != call {
				return "", nil, false
			}
		case *ast.ParenExpr:
		case *ast.AssignStmt:
			for j, r := range n.Rhs {
				if ast.Unparen(r) != call {
					continue
				}
				if j < len(n.Lhs) {
					if id, ok := n.Lhs[j].(*ast.Ident); ok && id.Name == "_" {
						return "", n, false
					}
					return Expr(n.Lhs[j]), n, i+1 < len(path) && inList(path[i+1], n)
				}
			}
			return "", nil, false
		case *ast.ValueSpec:
			for j, r := range n.Values {
				if ast.Unparen(r) == call && j < len(n.Names) {
					return n.Names[j].Name, nil, false
				}
			}
			return "", nil, false
		default:
			return "", nil, false
		}
	}
	return "", nil, false
}

func inList(parent ast.Node, s ast.Stmt) bool {
	var list []ast.Stmt
	switch b := parent.(type) {
	case *ast.BlockStmt:
		list = b.List
	case *ast.CaseClause:
		list = b.Body
	case *ast.CommClause:
		list = b.Body
	}
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// DeferClose is the fix that defers a Close right after the creation of a resource. It is safe only where the resource does not leave the
// function, no goroutine uses it, nothing closes it already and it is made once.
func (p *Pass) DeferClose(r *flow.Resource) *analysis.SuggestedFix {
	if r.Call == nil || r.Op.Call == nil || r.Call != r.Op.Call.Expr || r.HandsOn() || r.InLoop() || len(r.Closes()) > 0 {
		return nil
	}
	name, stmt, inBlock := p.assigned(r.Call)
	as, ok := stmt.(*ast.AssignStmt)
	if !ok || !inBlock || len(as.Lhs) != 1 || !token.IsIdentifier(name) {
		return nil
	}
	at, line := as.End(), p.Fset.Position(as.End()).Line
	if file := fix.FileOf(p.Pass, at); file != nil {
		for _, c := range file.Comments {
			if c.Pos() >= at && p.Fset.Position(c.Pos()).Line == line {
				at = c.End()
			}
		}
	}
	indent := strings.Repeat("\t", max(p.Fset.Position(as.Pos()).Column-1, 0))
	return &analysis.SuggestedFix{
		Message:   fmt.Sprintf("Add defer %s.Close()", name),
		TextEdits: []analysis.TextEdit{{Pos: at, End: at, NewText: []byte("\n" + indent + "defer " + name + ".Close()")}},
	}
}

// ReportUnclosed reports a resource that is not closed on every path. What names it where it has no name, harm says what stays open.
func (p *Pass) ReportUnclosed(r *flow.Resource, at *flow.Node, what, harm string) {
	f := Finding{Pos: r.Op.Pos(), End: r.Op.End()}
	name := ""
	if r.Call != nil {
		f.Pos, f.End = r.Call.Pos(), r.Call.End()
		name, _ = p.Assigned(r.Call)
	}
	if f.End < f.Pos {
		f.End = f.Pos
	}
	switch {
	case name == "" && r.Chained():
		f.Message = fmt.Sprintf("%s of %s is not kept and cannot be closed; %s", what, p.calleeOf(r), harm)
	case name == "":
		f.Message = fmt.Sprintf("%s of %s is never closed; %s", what, p.calleeOf(r), harm)
	case len(r.Closes()) == 0 && !r.Escapes():
		f.Message = fmt.Sprintf("%s %s is never closed; %s", what, name, harm)
		f.Fix = p.DeferClose(r)
	case at == r.Op.Node:
		f.Category = "not-on-all-paths"
		f.Message = fmt.Sprintf("%s %s is made again without a Close; %s", what, name, harm)
	default:
		f.Category = "not-on-all-paths"
		f.Message = fmt.Sprintf("%s %s is not closed on all paths; %s", what, name, harm)
		if at.Pos().IsValid() {
			f.Related = &analysis.RelatedInformation{Pos: at.Pos(), Message: fmt.Sprintf("this return is reached without %s.Close", name)}
		}
	}
	p.ReportFinding(f)
}

func (p *Pass) calleeOf(r *flow.Resource) string {
	if r.Call != nil {
		return Expr(r.Call.Fun)
	}
	return r.Op.Name()
}
