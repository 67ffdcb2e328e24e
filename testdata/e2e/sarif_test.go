package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/xeipuuv/gojsonschema"
)

// sarifValid validates files against the schema of SARIF 2.1.0.
func sarifValid(ts *testscript.TestScript, neg bool, args []string) {
	schema, err := sarifSchema()
	ts.Check(err)
	for _, name := range args {
		res, err := gojsonschema.Validate(gojsonschema.NewStringLoader(schema), gojsonschema.NewStringLoader(ts.ReadFile(name)))
		ts.Check(err)
		if res.Valid() == neg {
			ts.Fatalf("%s: valid is %v: %v", name, res.Valid(), res.Errors())
		}
	}
}

// sarifSchema returns the schema, which go-sarif has as a constant that it keeps to itself.
func sarifSchema() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		return "", err
	}
	file := filepath.Join(strings.TrimSpace(string(out)), "pkg", "report", "v210", "sarif", "schema.go")
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		return "", err
	}
	lit := f.Decls[0].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0].(*ast.BasicLit)
	return strconv.Unquote(lit.Value)
}
