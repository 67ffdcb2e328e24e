package nolint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
)

const source = `package p

func sameLine() {
	bad1() //nolint:redisvet // because
	bad2()
	bad3() // nolint
	bad4() //nolint:errcheck,lostupdate
	bad5() //nolint:errcheck
	bad6() //nolintlint is something else
}

//nolint:redisvet
func whole() {
	bad7()
}

func statement() {
	//nolint:all
	for {
		bad8()
	}
	bad9()
}

func otherColumn() {
		//nolint:redisvet
	bad10()
}
`

func TestSilenced(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{Fset: fset, Files: []*ast.File{f}}
	var found []string
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !Silenced(pass, "lostupdate", call.Pos()) {
			found = append(found, call.Fun.(*ast.Ident).Name)
		}
		return true
	})
	if want := []string{"bad2", "bad5", "bad6", "bad9", "bad10"}; !slices.Equal(found, want) {
		t.Errorf("not silenced: %v, want %v", found, want)
	}
}
