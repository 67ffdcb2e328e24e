// Package site makes a static site of the documentation. It needs no network and no script: one style sheet, and diagrams as SVG.
package site

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Group is a heading of the navigation with its checks.
type Group struct {
	Title  string
	Checks []string
}

// Repository is where the files are that pages link to and that are no part of the documentation.
const Repository = "https://github.com/redisvet/redisvet/blob/main/"

//go:embed style.css
var style []byte

//go:embed page.html
var layout string

// first are the pages that the navigation begins with; others follow by name.
var first = []string{"README.md", "guide.md", "settings.md", "editors.md", "golangci-lint.md", "ci.md", "bazel.md", "proofs.md"}

// Build returns the files of the site by name. The pages are the Markdown files of src; a file of another kind is taken as it is.
func Build(src fs.FS, groups []Group, version string) (map[string][]byte, error) {
	tmpl, err := template.New("page").Parse(layout)
	if err != nil {
		return nil, err
	}
	pages := map[string]*page{}
	files := map[string][]byte{"style.css": style}
	err = fs.WalkDir(src, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(src, name)
		if err != nil {
			return err
		}
		if path.Ext(name) != ".md" {
			files[name] = data
			return nil
		}
		pages[name], err = render(name, data)
		return err
	})
	if err != nil {
		return nil, err
	}
	for name, p := range pages {
		view := view{
			Title: p.title, Body: template.HTML(p.html), Root: strings.Repeat("../", strings.Count(name, "/")),
			Version: version, Source: Repository + "docs/" + name,
		}
		view.navigate(name, pages, groups)
		var b bytes.Buffer
		if err := tmpl.Execute(&b, view); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files[target(name)] = b.Bytes()
	}
	return files, nil
}

// target is the file of the site that a Markdown file becomes.
func target(name string) string {
	if dir, base := path.Split(name); base == "README.md" {
		return dir + "index.html"
	}
	return strings.TrimSuffix(name, ".md") + ".html"
}

type page struct {
	title string
	html  []byte
}

// view is what page.html is given.
type view struct {
	Title, Root, Version, Source string
	Body                         template.HTML
	Pages                        []item
	Groups                       []group
}

type item struct {
	Title, Href string
	Current     bool
}

type group struct {
	Title string
	Open  bool
	Items []item
}

func (v *view) navigate(current string, pages map[string]*page, groups []Group) {
	names := slices.Clone(first)
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		if !strings.Contains(name, "/") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	entry := func(title, name string) item { return item{title, v.Root + target(name), name == current} }
	for _, name := range names {
		if p := pages[name]; p != nil {
			v.Pages = append(v.Pages, entry(p.title, name))
		}
	}
	for _, g := range groups {
		out := group{Title: g.Title}
		for _, check := range g.Checks {
			if name := "checks/" + check + ".md"; pages[name] != nil {
				out.Items = append(out.Items, entry(check, name))
				out.Open = out.Open || name == current
			}
		}
		v.Groups = append(v.Groups, out)
	}
}

// render makes a page of a Markdown file.
func render(name string, src []byte) (*page, error) {
	blocks := &codeRenderer{page: name}
	md := goldmark.New(
		goldmark.WithExtensions(extension.GFM),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(links{name}, 100))),
		// The pages are ours, and their tables of diagrams are HTML.
		goldmark.WithRendererOptions(html.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(blocks, 100))),
	)
	doc := md.Parser().Parse(text.NewReader(src))
	var b bytes.Buffer
	if err := md.Renderer().Render(&b, src, doc); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p := &page{title: name, html: b.Bytes()}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok && h.Level == 1 {
			p.title = string(h.Lines().Value(src))
			break
		}
	}
	return p, nil
}

// links turns links between files of the repository into those of the site.
type links struct{ page string }

func (l links) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, ok := n.(*ast.Link); ok && entering {
			link.Destination = []byte(l.href(string(link.Destination)))
		}
		return ast.WalkContinue, nil
	})
}

func (l links) href(dest string) string {
	file, anchor, _ := strings.Cut(dest, "#")
	if file == "" || strings.Contains(file, ":") {
		return dest
	}
	if anchor != "" {
		anchor = "#" + anchor
	}
	if abs := path.Join("docs", path.Dir(l.page), file); !strings.HasPrefix(abs, "docs/") {
		return Repository + abs + anchor
	}
	if path.Ext(file) == ".md" {
		file = target(file)
	}
	return file + anchor
}
