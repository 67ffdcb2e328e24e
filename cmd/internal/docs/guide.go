package docs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

const (
	guideFile = "docs/guide.md"
	guideCode = "testdata/guide"
)

// snippet is the mark of a piece of code, "code: NAME, NAME" or "CHECK finds: NAME, NAME", with the block that go generate puts behind it:
// declarations of testdata/guide. A test in package passes looks whether the check finds them.
var snippet = regexp.MustCompile("(?m)^<!-- (?:code|\\w+ finds): (.+) -->\n(?:```go\n(?s:.*?)\n```\n)?")

// guide returns the guide with the present code behind each mark.
func guide(root string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(guideFile)))
	if err != nil {
		return nil, err
	}
	decls, err := declarations(filepath.Join(root, filepath.FromSlash(guideCode)))
	if err != nil {
		return nil, err
	}
	out := snippet.ReplaceAllStringFunc(string(text), func(old string) string {
		var code []string
		for _, name := range strings.Split(snippet.FindStringSubmatch(old)[1], ", ") {
			if decls[name] == "" {
				err = fmt.Errorf("%s: %s has no declaration %q", guideFile, guideCode, name)
			}
			code = append(code, decls[name])
		}
		mark, _, _ := strings.Cut(old, "\n")
		return mark + "\n```go\n" + strings.Join(code, "\n\n") + "\n```\n"
	})
	return []byte(out), err
}

// declarations returns the text of each top-level declaration of a package with its comment.
func declarations(dir string) (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		text := func(n ast.Node, doc *ast.CommentGroup) string {
			from := n.Pos()
			if doc != nil {
				from = doc.Pos()
			}
			return string(src[fset.Position(from).Offset:fset.Position(n.End()).Offset])
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				out[d.Name.Name] = text(d, d.Doc)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.ValueSpec:
						out[spec.Names[0].Name] = text(d, d.Doc)
					case *ast.TypeSpec:
						out[spec.Name.Name] = text(d, d.Doc)
					}
				}
			}
		}
	}
	return out, nil
}
