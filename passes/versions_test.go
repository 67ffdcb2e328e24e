package passes_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

const newest = "github.com/redis/go-redis/v9"

// versions are the older versions that the examples are written again for.
var versions = []struct {
	name, module, path string
	// absent are the examples that do not compile: the version lacks what they show.
	absent string
	// other are the checks with another answer to their example, and why.
	other map[string]string
}{
	{name: "v9.10", module: "v910", path: newest},
	{name: "v9.0", module: "v905", path: newest},
	{name: "v8", module: "src", path: "github.com/go-redis/redis/v8",
		absent: "connclose ctxtimeout hooknext",
		other:  map[string]string{"pipeshare": "queueing is locked"}},
	{name: "v7", module: "src", path: "github.com/go-redis/redis/v7",
		absent: "ctxtimeout getdel hooknext pipegrowth scandest ttlwipe",
		other:  map[string]string{"pipeshare": "queueing is locked", "optionzero": "MaxRetries 0 means none"}},
	{name: "v6", module: "src", path: "github.com/go-redis/redis",
		absent: "argshape connclose ctxtimeout getdel hooknext pipegrowth scandest ttlwipe",
		other: map[string]string{"pipeshare": "queueing is locked", "optionzero": "MaxRetries 0 means none",
			"ttlcompare": "the special answers of TTL are seconds", "txwrite": "Pipelined of a Tx is a transaction"}},
}

// TestExamplesOfOlderVersions translates each example into the older versions of the library, whose answers are the same: the bad form is
// found and the good one is not, except where the library behaves in another way.
func TestExamplesOfOlderVersions(t *testing.T) {
	var names []string
	for _, c := range analyzer.Checks() {
		names = append(names, c.Name)
	}
	files := map[string]string{} // by check/file
	for _, name := range names {
		paths, err := filepath.Glob(filepath.Join(name, "testdata", "example", "*.go"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s has no example", name)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files[name+"/"+filepath.Base(path)] = string(text)
		}
	}
	current := compile(t, "src", files)
	for _, v := range versions {
		t.Run(v.name, func(t *testing.T) {
			older := map[string]string{}
			for _, p := range current {
				if len(p.Errors) > 0 {
					t.Fatal(p.Errors)
				}
				for i, f := range p.Syntax {
					older[p.PkgPath+"/"+filepath.Base(p.GoFiles[i])] = translate(p, f, files[p.PkgPath+"/"+filepath.Base(p.GoFiles[i])], v.path)
				}
			}
			var absent []string
			var compiled []*packages.Package
			for _, p := range compile(t, v.module, older) {
				if len(p.Errors) > 0 {
					absent = append(absent, p.PkgPath)
					t.Logf("%s: %v", p.PkgPath, p.Errors[0])
				} else {
					compiled = append(compiled, p)
				}
			}
			if got := strings.Join(absent, " "); got != v.absent {
				t.Errorf("not compiled: %s\nexpected:     %s", got, v.absent)
			}
			found := map[string]bool{}
			g, err := checker.Analyze(analyzer.All(), compiled, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, act := range g.Roots {
				if act.Err != nil {
					t.Errorf("%s: %v", act, act.Err)
				}
				check := act.Package.PkgPath
				_, other := v.other[check]
				for _, d := range act.Diagnostics {
					switch file := filepath.Base(act.Package.Fset.Position(d.Pos).Filename); {
					case act.Analyzer.Name != check:
					case file == "good.go" && !other:
						t.Errorf("%s: its good example is reported: %s", check, d.Message)
					case file == "bad.go":
						found[check] = true
					}
				}
			}
			for _, name := range names {
				if _, other := v.other[name]; !slices.Contains(absent, name) && found[name] == other {
					t.Errorf("%s: its bad example is found: %v", name, found[name])
				}
			}
		})
	}
}

// compile checks the types of files, a package for each folder, with what a fixture module requires. Only export data is needed, so
// the go command compiles nothing.
func compile(t *testing.T, module string, files map[string]string) []*packages.Package {
	t.Helper()
	dir, fset := t.TempDir(), token.NewFileSet()
	parsed := map[string][]*ast.File{}
	wanted := map[string]bool{}
	byPath := map[string]*packages.Package{}
	for name, text := range files {
		check, path := filepath.Dir(name), filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			wanted[path] = true
		}
		parsed[check] = append(parsed[check], f)
	}
	var patterns []string
	for path := range wanted {
		patterns = append(patterns, path)
	}
	loaded, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes, Dir: vettest.Module(t, module), Fset: fset}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range loaded {
		byPath[p.PkgPath] = p
	}
	var out []*packages.Package
	for check, fs := range parsed {
		p := &packages.Package{
			ID: check, PkgPath: check, Fset: fset, Syntax: fs, TypesSizes: types.SizesFor("gc", "amd64"),
			TypesInfo: &types.Info{
				Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{}, Defs: map[*ast.Ident]types.Object{},
				Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
				Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
			},
		}
		for _, f := range fs {
			p.GoFiles = append(p.GoFiles, fset.File(f.FileStart).Name())
		}
		conf := types.Config{
			GoVersion: "go1.25",
			Importer: importerFunc(func(path string) (*types.Package, error) {
				if p := byPath[path]; p != nil && p.Types != nil && len(p.Errors) == 0 {
					return p.Types, nil
				}
				return nil, fmt.Errorf("no package %s", path)
			}),
			Error: func(err error) { p.Errors = append(p.Errors, packages.Error{Msg: err.Error()}) },
		}
		p.Types, _ = conf.Check(check, fset, fs, p.TypesInfo)
		p.Name = p.Types.Name()
		out = append(out, p)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	return out
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// translate returns an example for another version: with its import path and names, and without contexts before v8.
func translate(p *packages.Package, f *ast.File, text, path string) string {
	type cut struct{ from, to int }
	var cuts []cut
	file := p.Fset.File(f.FileStart)
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 || path == newest || strings.HasSuffix(path, "/v8") {
			return true
		}
		fn, ok := typeutil.Callee(p.TypesInfo, call).(*types.Func)
		if !ok || fn.Pkg() == nil || fn.Pkg().Path() != newest || !calls.HasContext(fn) {
			return true
		}
		end := call.Args[0].End()
		if len(call.Args) > 1 {
			end = call.Args[1].Pos()
		}
		cuts = append(cuts, cut{file.Offset(call.Args[0].Pos()), file.Offset(end)})
		return true
	})
	sort.Slice(cuts, func(i, j int) bool { return cuts[i].from > cuts[j].from })
	for _, c := range cuts {
		text = text[:c.from] + text[c.to:]
	}
	if path == newest {
		return text
	}
	names := []string{`"` + newest + `"`, `redis "` + path + `"`, "redis.MapStringStringCmd", "redis.StringStringMapCmd"}
	if !strings.HasSuffix(path, "/v8") {
		if p.PkgPath != "ttlwipe" { // which is about it
			names = append(names, "redis.KeepTTL", "0")
		}
		names = append(names, "func(ctx context.Context, node *redis.Client)", "func(node *redis.Client)")
	}
	return strings.NewReplacer(names...).Replace(text)
}
