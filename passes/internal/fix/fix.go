// Package fix builds the safe edits that findings carry, and prints expressions as their author wrote them.
//
// A function that cannot make a safe edit returns nil; the finding then has no fix.
package fix

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"path"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// maxSource is the length that Source cuts an expression to: a message stays readable on one line.
const maxSource = 40

// Source prints an expression as the author wrote it, on one line and not longer than fits a message: function bodies and the
// elements of composite literals become dots.
func Source(e ast.Expr) string {
	s := types.ExprString(e)
	if len(s) <= maxSource {
		return s
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if f := types.ExprString(e.Fun); len(f) <= maxSource-len("(...)") {
			return f + "(...)"
		}
	case *ast.SelectorExpr:
		return "..." + e.Sel.Name
	}
	return s[:maxSource-len("...")] + "..."
}

// FileOf returns the file of the package that holds pos, or nil.
func FileOf(pass *analysis.Pass, pos token.Pos) *ast.File {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return f
		}
	}
	return nil
}

// Editable reports whether a fix may edit the file at pos: the author's own file, neither generated nor translated by cgo (whose
// output carries line directives that point at the original).
func Editable(pass *analysis.Pass, pos token.Pos) bool {
	f := FileOf(pass, pos)
	return f != nil && !ast.IsGenerated(f) && pass.Fset.Position(pos).Filename == pass.Fset.File(pos).Name()
}

// Replace replaces the text of a node. It returns nil when that would lose a comment.
func Replace(pass *analysis.Pass, message string, n ast.Node, text string) *analysis.SuggestedFix {
	if hasComment(pass, n.Pos(), n.End()) {
		return nil
	}
	return &analysis.SuggestedFix{Message: message, TextEdits: []analysis.TextEdit{{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}}}
}

// ReplaceCall renames the method of a call and leaves receiver and arguments as they are: rdb.Get(ctx, k) becomes rdb.GetDel(ctx, k).
func ReplaceCall(message string, call *ast.CallExpr, method string) *analysis.SuggestedFix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	return &analysis.SuggestedFix{Message: message, TextEdits: []analysis.TextEdit{{Pos: sel.Sel.Pos(), End: sel.Sel.End(), NewText: []byte(method)}}}
}

// ErrorsIs replaces the comparison err == target or err != target by errors.Is, and imports errors if need be. err is the operand of
// the comparison that is not the sentinel.
func ErrorsIs(pass *analysis.Pass, cmp *ast.BinaryExpr, err ast.Expr) *analysis.SuggestedFix {
	target := cmp.Y
	if err == cmp.Y {
		target = cmp.X
	}
	not := ""
	switch cmp.Op {
	case token.EQL:
	case token.NEQ:
		not = "!"
	default:
		return nil
	}
	if hasComment(pass, cmp.Pos(), cmp.End()) {
		return nil
	}
	name, edits := Import(pass, cmp.Pos(), "errors")
	if name == "" {
		return nil
	}
	e, ok1 := text(pass, err)
	t, ok2 := text(pass, target)
	if !ok1 || !ok2 {
		return nil
	}
	return &analysis.SuggestedFix{
		Message:   "Replace " + cmp.Op.String() + " with errors.Is",
		TextEdits: append(edits, analysis.TextEdit{Pos: cmp.Pos(), End: cmp.End(), NewText: []byte(not + name + ".Is(" + e + ", " + t + ")")}),
	}
}

// Import returns the name under which the package of a path can be used at pos, and the edits that import it first if the file does
// not. The name is "" when nothing works there: the package is imported for its effects or by dot, or the name is taken.
func Import(pass *analysis.Pass, pos token.Pos, importPath string) (string, []analysis.TextEdit) {
	f := FileOf(pass, pos)
	if f == nil || pass.TypesInfo == nil {
		return "", nil
	}
	scope := pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return "", nil
	}
	for _, spec := range f.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err != nil || p != importPath {
			continue
		}
		name := path.Base(importPath)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if name == "_" || name == "." {
			continue
		}
		if _, obj := scope.LookupParent(name, pos); obj != nil {
			if pn, ok := obj.(*types.PkgName); ok && pn.Imported().Path() == importPath {
				return name, nil
			}
		}
		return "", nil // shadowed here
	}
	name := path.Base(importPath)
	if _, obj := scope.LookupParent(name, pos); obj != nil || pass.Pkg.Scope().Lookup(name) != nil {
		return "", nil // a new import would clash with a name of the program
	}
	return name, addImport(f, importPath)
}

// addImport inserts an import in its place in the first group, or makes the first import declaration.
func addImport(f *ast.File, importPath string) []analysis.TextEdit {
	quoted := strconv.Quote(importPath)
	insert := func(at token.Pos, text string) []analysis.TextEdit {
		return []analysis.TextEdit{{Pos: at, End: at, NewText: []byte(text)}}
	}
	for _, d := range f.Decls {
		gd, ok := d.(*ast.GenDecl)
		if !ok || gd.Tok != token.IMPORT || len(gd.Specs) == 0 {
			continue
		}
		first := gd.Specs[0].(*ast.ImportSpec)
		switch {
		case first.Path.Value == `"C"`: // its comment is C code
			continue
		case !gd.Lparen.IsValid():
			return insert(gd.Pos(), "import "+quoted+"\n")
		case !standard(first.Path.Value):
			return insert(start(first), quoted+"\n\n\t")
		}
		last := first
		for _, s := range gd.Specs {
			s := s.(*ast.ImportSpec)
			if !standard(s.Path.Value) {
				break
			}
			if s.Path.Value > quoted {
				return insert(start(s), quoted+"\n\t")
			}
			last = s
		}
		if last.Comment != nil {
			return insert(last.Comment.End(), "\n\t"+quoted)
		}
		return insert(last.End(), "\n\t"+quoted)
	}
	return insert(f.Name.End(), "\n\nimport "+quoted)
}

// standard tells, as far as a path can, that a package is of the standard library.
func standard(quoted string) bool {
	first, _, _ := strings.Cut(strings.Trim(quoted, "`\""), "/")
	return !strings.Contains(first, ".")
}

func start(s *ast.ImportSpec) token.Pos {
	if s.Doc != nil {
		return s.Doc.Pos()
	}
	return s.Pos()
}

func hasComment(pass *analysis.Pass, pos, end token.Pos) bool {
	f := FileOf(pass, pos)
	if f == nil {
		return true
	}
	for _, g := range f.Comments {
		if pos < g.End() && g.Pos() < end {
			return true
		}
	}
	return false
}

func text(pass *analysis.Pass, e ast.Expr) (string, bool) {
	var b bytes.Buffer
	err := format.Node(&b, pass.Fset, e)
	return b.String(), err == nil
}
