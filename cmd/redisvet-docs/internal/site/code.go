package site

import (
	"fmt"
	"go/scanner"
	"go/token"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// codeRenderer renders fenced blocks: Go with colours, Mermaid as a picture.
type codeRenderer struct{ page string }

func (r *codeRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindFencedCodeBlock, r.render)
}

func (r *codeRenderer) render(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*ast.FencedCodeBlock)
	code := string(n.Lines().Value(src))
	switch string(n.Language(src)) {
	case "mermaid":
		svg, err := sequence(code)
		if err != nil {
			return ast.WalkStop, fmt.Errorf("diagram: %w", err)
		}
		fmt.Fprint(w, svg)
	case "go":
		fmt.Fprintf(w, "<pre><code>%s</code></pre>\n", colour(code))
	default:
		fmt.Fprintf(w, "<pre><code>%s</code></pre>\n", html.EscapeString(code))
	}
	return ast.WalkContinue, nil
}

// colour marks keywords, strings and comments of Go.
func colour(code string) string {
	var s scanner.Scanner
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(code))
	s.Init(file, []byte(code), func(token.Position, string) {}, scanner.ScanComments)
	var b strings.Builder
	done := 0
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		class := ""
		switch {
		case tok == token.COMMENT:
			class = "c"
		case tok == token.STRING || tok == token.CHAR:
			class = "s"
		case tok.IsKeyword():
			class = "k"
		default:
			continue
		}
		at := file.Offset(pos)
		b.WriteString(html.EscapeString(code[done:at]))
		fmt.Fprintf(&b, `<span class="%s">%s</span>`, class, html.EscapeString(lit))
		done = at + len(lit)
	}
	b.WriteString(html.EscapeString(code[done:]))
	return b.String()
}
