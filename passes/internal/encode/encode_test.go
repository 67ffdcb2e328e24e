package encode_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/redisvet/redisvet/passes/internal/encode"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

// libraries are the versions that the fixtures use: the module and the import path.
var libraries = []struct{ module, path string }{
	{"src", "github.com/go-redis/redis"}, {"src", "github.com/go-redis/redis/v7"}, {"src", "github.com/go-redis/redis/v8"},
	{"v905", "github.com/redis/go-redis/v9"}, {"v910", "github.com/redis/go-redis/v9"}, {"src", "github.com/redis/go-redis/v9"},
}

// version is the version that the checks take a library for.
func version(t *testing.T, module, path string) redisapi.Version {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedModule, Dir: vettest.Module(t, module)}, path)
	if err != nil || len(pkgs) != 1 || pkgs[0].Types == nil {
		t.Fatal(err, pkgs)
	}
	v := redisapi.VersionOf(pkgs[0].Types)
	t.Logf("%s is taken for %s", pkgs[0].Module.Version, v)
	return v
}

// TestAgainstLibrary reads the type switches of each version of the library: what its writer can write, and what a method takes apart,
// is what Value and TakenApart say.
func TestAgainstLibrary(t *testing.T) {
	candidates := []string{
		"*[]byte", "[]byte", "[]string", "[]int", "[]any", "[][]byte", "[2]byte", "map[string]string", "map[string]any", "map[string]int", "map[int]string",
		"struct{}", "*struct{}", "chan int", "func()", "complex128", "*complex128", "uintptr", "*uintptr",
		"time.Time", "*time.Time", "time.Duration", "*time.Duration", "time.Month", "net.IP", "*net.IP", "net.IPMask", "url.URL", "*url.URL",
		"json.RawMessage", "json.Number", "*json.Number",
	}
	for _, basic := range types.Typ[types.Bool : types.UnsafePointer+1] {
		if name := basic.Name(); basic.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean|types.IsString) != 0 && basic.Kind() != types.Uintptr {
			candidates = append(candidates, name, "*"+name)
		}
	}
	typeOf := typesOf(t, candidates)
	for _, lib := range libraries {
		t.Run(filepath.Base(lib.module+"/"+lib.path), func(t *testing.T) {
			v := version(t, lib.module, lib.path)
			list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", lib.path)
			list.Dir = vettest.Module(t, lib.module)
			out, err := list.Output()
			if err != nil {
				t.Fatal(err)
			}
			dir := strings.TrimSpace(string(out))
			written := cases(t, filepath.Join(dir, "internal", "proto", "writer.go"), "WriteArg", "writeArg")
			apart := cases(t, filepath.Join(dir, "commands.go"), "appendArg", "appendArgs")
			if len(written) < 10 || len(apart) == 0 {
				t.Fatalf("type switches not found: %v, %v", written, apart)
			}
			for _, c := range candidates {
				marshals, _, _ := types.LookupFieldOrMethod(typeOf[c], false, nil, "MarshalBinary")
				want := slices.Contains(written, strings.Replace(c, "uint8", "byte", 1)) || slices.Contains(written, c) || marshals != nil
				if got := encode.Value(typeOf[c], v) == encode.OK; got != want {
					t.Errorf("%s: Value says %v, the writer %v", c, got, want)
				}
				if _, named := typeOf[c].(*types.Named); named {
					continue
				}
				if got, want := encode.TakenApart(typeOf[c], v), slices.Contains(apart, c); got != want {
					t.Errorf("%s: TakenApart says %v, the library %v", c, got, want)
				}
			}
			if got, want := v.HSetAcceptsStruct(), slices.Contains(apart, "struct"); got != want {
				t.Errorf("HSet takes a struct apart: %v, the library %v", got, want)
			}
		})
	}
}

// typesOf checks the types that expressions denote.
func typesOf(t *testing.T, exprs []string) map[string]types.Type {
	t.Helper()
	var src strings.Builder
	src.WriteString("package p\nimport (\"encoding/json\"; \"net\"; \"net/url\"; \"time\")\nvar (\n")
	for i, e := range exprs {
		fmt.Fprintf(&src, "v%d %s\n", i, e)
	}
	src.WriteString(")")
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src.String(), 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}).Check("p", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]types.Type{}
	for i, e := range exprs {
		out[e] = pkg.Scope().Lookup(fmt.Sprint("v", i)).Type()
	}
	return out
}

// cases returns the types of the type switches and assertions in functions of a file, and "struct" when one of them expands structs.
func cases(t *testing.T, file string, functions ...string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	add := func(e ast.Expr) { out = append(out, strings.ReplaceAll(types.ExprString(e), "interface{}", "any")) }
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || !slices.Contains(functions, fn.Name.Name) {
			continue
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CaseClause:
				for _, e := range n.List {
					add(e)
				}
			case *ast.TypeAssertExpr:
				if n.Type != nil {
					add(n.Type)
				}
			case *ast.Ident:
				if n.Name == "appendStructField" {
					out = append(out, "struct")
				}
			}
			return true
		})
	}
	return out
}
