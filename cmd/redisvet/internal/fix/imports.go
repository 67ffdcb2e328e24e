package fix

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strconv"
	"strings"
)

// dropImports removes the imports from a file's new text that its old text used and nothing uses any more.
// It works on text lines, so that line ends and layout stay as they are.
func dropImports(old, text []byte) []byte {
	was, now := parse(old), parse(text)
	if was == nil || now == nil {
		return text
	}
	before, after := qualifiers(was.file), qualifiers(now.file)
	for i := len(now.file.Imports) - 1; i >= 0; i-- { // from the end, so that offsets stay right
		spec := now.file.Imports[i]
		name := localName(spec)
		if before[name] && !after[name] {
			text = now.remove(text, spec)
		}
	}
	return text
}

type parsed struct {
	fset *token.FileSet
	file *ast.File
}

func parse(src []byte) *parsed {
	p := &parsed{fset: token.NewFileSet()}
	f, err := parser.ParseFile(p.fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	p.file = f
	return p
}

// qualifiers returns the names on the left of selectors: every use of a package is among them.
func qualifiers(f *ast.File) map[string]bool {
	names := make(map[string]bool)
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				names[id.Name] = true
			}
		}
		return true
	})
	return names
}

// localName returns the name by which a file knows an import. Without a name in the import it is a guess from the path, which is
// enough: a wrong guess is no qualifier of the old text, and the import stays.
func localName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	base := path.Base(p)
	if isVersion(base) {
		base = path.Base(path.Dir(p))
	}
	return strings.TrimPrefix(base, "go-")
}

// remove takes an import out of the text: its line in a group, else its whole declaration.
func (p *parsed) remove(text []byte, spec *ast.ImportSpec) []byte {
	start, end := spec.Pos(), spec.End()
	for _, d := range p.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT && g.Pos() <= spec.Pos() && spec.End() <= g.End() && len(g.Specs) == 1 {
			start, end = g.Pos(), g.End()
		}
	}
	from, to := p.fset.Position(start).Offset, p.fset.Position(end).Offset
	from = bytes.LastIndexByte(text[:from], '\n') + 1
	if i := bytes.IndexByte(text[to:], '\n'); i >= 0 {
		to += i + 1
	}
	return append(text[:from:from], text[to:]...)
}

// isVersion reports whether an element of an import path is a major version.
func isVersion(elem string) bool {
	n, ok := strings.CutPrefix(elem, "v")
	_, err := strconv.Atoi(n)
	return ok && err == nil
}
