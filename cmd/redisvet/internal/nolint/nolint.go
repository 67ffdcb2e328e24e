// Package nolint honours golangci-lint's comments in this command's own drivers. golangci-lint does it itself, so the checks do not.
//
// A comment at the end of a line silences that line; one on a line of its own the whole declaration or statement that starts at the same
// column on the next line; one above the package clause the file.
package nolint

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

var comment = regexp.MustCompile(`^//\s*nolint(?::\s*([\w\s,-]+?))?\s*(?://.*)?$`)

// Silenced reports whether a comment in the file at pos silences a finding there of a check.
func Silenced(pass *analysis.Pass, check string, pos token.Pos) bool {
	for _, f := range pass.Files {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		for _, g := range f.Comments {
			for _, c := range g.List {
				if names(c.Text, check) && covers(pass.Fset, f, c, pos) {
					return true
				}
			}
		}
	}
	return false
}

// names reports whether a comment is a nolint comment for redisvet, for a check of it, or for everything.
func names(text, check string) bool {
	m := comment.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	if m[1] == "" {
		return true
	}
	list := strings.FieldsFunc(strings.ToLower(m[1]), func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	return slices.ContainsFunc(list, func(n string) bool { return n == "redisvet" || n == "all" || n == check })
}

func covers(fset *token.FileSet, f *ast.File, c *ast.Comment, pos token.Pos) bool {
	if c.End() <= f.Package {
		return true
	}
	at, p := fset.Position(c.Pos()), fset.Position(pos)
	if at.Line == p.Line {
		return true
	}
	if p.Line < at.Line {
		return false
	}
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || found || pos < n.Pos() || n.End() <= pos {
			return false
		}
		start := fset.Position(n.Pos())
		found = start.Line == at.Line+1 && start.Column == at.Column
		return true
	})
	return found
}
