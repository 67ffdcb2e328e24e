// Package suppress reads the directives that silence findings:
//
//	//redisvet:ignore check[,check] reason
//	//redisvet:file-ignore check[,check] reason
//
// It lives below the checks, so every driver honours them.
package suppress

import (
	"bytes"
	"go/ast"
	"go/token"
	"os"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Directive is one directive comment.
type Directive struct {
	Comment *ast.Comment
	Checks  []Name // as written; may be unknown
	Reason  string
	Problem Problem

	alone    bool // no code before it on its line
	file     string
	line     int       // the line it speaks for, unless wholeFile or decl
	decl     ast.Node  // the declaration that it documents, or nil
	whole    bool      // file-ignore
	lineFrom token.Pos // its line and the next one, to remove it
	lineTo   token.Pos
}

// Name is a name of a check in a directive.
type Name struct {
	Text     string
	Pos, End token.Pos
}

// Problem says why a directive has no effect.
type Problem string

// The problems.
const (
	None     Problem = ""
	Spaced   Problem = "has a space after the slashes"
	BadVerb  Problem = "is unknown"
	NoCheck  Problem = "names no check"
	NoReason Problem = "needs a reason"
)

// Directives are those of a package.
type Directives struct {
	List  []*Directive
	files []*ast.File
	fset  *token.FileSet
}

// Analyzer collects the directives of a package; nil in a package that no library reaches.
var Analyzer = &analysis.Analyzer{
	Name:       "redisdirectives",
	Doc:        "collect the directives that silence findings",
	Requires:   []*analysis.Analyzer{calls.Analyzer},
	ResultType: reflect.TypeFor[*Directives](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	if pass.ResultOf[calls.Analyzer].(*calls.Result) == nil {
		return (*Directives)(nil), nil
	}
	ds := &Directives{files: pass.Files, fset: pass.Fset}
	for _, f := range pass.Files {
		var content []byte // of the file, read when the first directive is met
		for _, g := range f.Comments {
			for _, c := range g.List {
				d := parse(c)
				if d == nil {
					continue
				}
				tf := pass.Fset.File(c.Pos())
				if content == nil {
					content = read(pass, tf.Name())
				}
				ds.place(d, f, g, tf, content)
				ds.List = append(ds.List, d)
			}
		}
	}
	return ds, nil
}

// read returns the text of a file, nil when there is none. Not every driver gives a pass its ReadFile: Bazel's nogo does not.
func read(pass *analysis.Pass, name string) []byte {
	readFile := pass.ReadFile
	if readFile == nil {
		readFile = os.ReadFile
	}
	content, _ := readFile(name)
	return content
}

// parse reads a comment; nil when it is no directive.
func parse(c *ast.Comment) *Directive {
	d := &Directive{Comment: c}
	const prefix = "//redisvet:"
	text, ok := strings.CutPrefix(c.Text, prefix)
	if !ok {
		// "// redisvet:ignore x" is what people write first; only this exact form is taken for a mistake.
		spaced, ok := strings.CutPrefix(c.Text, "//")
		spaced = strings.TrimLeft(spaced, " \t")
		if ok && (strings.HasPrefix(spaced, "redisvet:ignore ") || strings.HasPrefix(spaced, "redisvet:file-ignore ")) {
			d.Problem = Spaced
			return d
		}
		return nil
	}
	text = strings.TrimRight(text, " \t\r")
	verb, _, _ := strings.Cut(text, " ")
	verb, _, _ = strings.Cut(verb, "\t")
	switch verb {
	case "ignore":
	case "file-ignore":
		d.whole = true
	default:
		d.Problem = BadVerb
		return d
	}
	at := len(verb)
	for more := true; more; { // names, with blanks allowed after a comma
		start := at + len(text[at:]) - len(strings.TrimLeft(text[at:], " \t,"))
		end := start
		for end < len(text) && !strings.ContainsRune(" \t,", rune(text[end])) {
			end++
		}
		if start == end || strings.HasPrefix(text[start:], "//") {
			break
		}
		pos := c.Pos() + token.Pos(len(prefix))
		d.Checks = append(d.Checks, Name{text[start:end], pos + token.Pos(start), pos + token.Pos(end)})
		more = end < len(text) && text[end] == ','
		at = end
	}
	d.Reason = strings.TrimSpace(text[at:])
	if strings.HasPrefix(d.Reason, "//") { // a comment in the comment is no reason
		d.Reason = ""
	}
	switch {
	case len(d.Checks) == 0:
		d.Problem = NoCheck
	case d.Reason == "":
		d.Problem = NoReason
	}
	return d
}

// place finds out what the directive speaks for.
func (ds *Directives) place(d *Directive, f *ast.File, g *ast.CommentGroup, tf *token.File, content []byte) {
	p := ds.fset.Position(d.Comment.Pos())
	d.file, d.line = p.Filename, p.Line
	raw := tf.Line(d.Comment.Pos())
	d.lineFrom = tf.LineStart(raw)
	d.lineTo = d.Comment.End()
	if raw < tf.LineCount() {
		d.lineTo = tf.LineStart(raw + 1)
	}
	from, to := tf.Offset(d.lineFrom), tf.Offset(d.Comment.Pos())
	d.alone = to <= len(content) && len(bytes.TrimSpace(content[from:to])) == 0
	if d.alone { // it speaks for the line after its comment group
		d.line = ds.fset.Position(g.End()).Line + 1
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || d.decl != nil {
			return false
		}
		var doc *ast.CommentGroup
		switch n := n.(type) {
		case *ast.FuncDecl:
			doc = n.Doc
		case *ast.GenDecl:
			doc = n.Doc
		case *ast.TypeSpec:
			doc = n.Doc
		case *ast.ValueSpec:
			doc = n.Doc
		case *ast.Field:
			doc = n.Doc
		}
		if doc == g {
			d.decl = n
		}
		return true
	})
}

// Alone reports whether the directive has its line to itself.
func (d *Directive) Alone() bool { return d.alone }

// Line returns the whole line of the directive, with its end.
func (d *Directive) Line() (from, to token.Pos) { return d.lineFrom, d.lineTo }

// Names returns the name by which the directive names a check of any of these names.
func (d *Directive) Names(names ...string) (Name, bool) {
	for _, n := range d.Checks {
		for _, want := range names {
			if n.Text == want {
				return n, true
			}
		}
	}
	return Name{}, false
}

// Silencing returns the working directives that silence a finding at pos..end of a check with these names.
func (ds *Directives) Silencing(pos, end token.Pos, names ...string) []*Directive {
	var out []*Directive
	var lines lineSet
	for _, d := range ds.List {
		if _, ok := d.Names(names...); !ok || d.Problem != None {
			continue
		}
		if lines.file == "" {
			lines = ds.linesOf(pos, end)
		}
		switch {
		case d.file != lines.file:
		case d.whole,
			d.decl != nil && d.decl.Pos() <= pos && pos <= d.decl.End(),
			lines.from <= d.line && d.line <= lines.to,
			d.line == lines.stmt:
			out = append(out, d)
		}
	}
	return out
}

// lineSet is where a directive may stand: any line of the finding, or the first line of the statement around it.
type lineSet struct {
	file           string
	from, to, stmt int
}

func (ds *Directives) linesOf(pos, end token.Pos) lineSet {
	p := ds.fset.Position(pos)
	ls := lineSet{file: p.Filename, from: p.Line, to: p.Line, stmt: p.Line}
	if end > pos {
		ls.to = max(p.Line, ds.fset.Position(end).Line)
	}
	for _, f := range ds.files {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil || pos < n.Pos() || n.End() <= pos {
				return false
			}
			switch n.(type) {
			case *ast.BlockStmt, *ast.File:
			case ast.Stmt, ast.Spec, *ast.FuncDecl: // the innermost one is seen last
				ls.stmt = ds.fset.Position(n.Pos()).Line
			}
			return true
		})
	}
	return ls
}
