package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	redis6 "github.com/go-redis/redis"
	redis7 "github.com/go-redis/redis/v7"
	redis8 "github.com/go-redis/redis/v8"
	redis9 "github.com/redis/go-redis/v9"

	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// TestGenerateLeavesNoDiff fails when the table was edited by hand, or the generator or its data changed without a new table.
func TestGenerateLeavesNoDiff(t *testing.T) {
	want, warnings, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range warnings {
		t.Error(w)
	}
	got, err := os.ReadFile("../table_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("table_gen.go is not what the generator writes: run go generate ./passes/internal/redisapi")
	}
}

// TestEveryMethodHasARow walks the interfaces and types that a program can call a command on.
func TestEveryMethodHasARow(t *testing.T) {
	for major, recvs := range map[int][]reflect.Type{
		9: {
			reflect.TypeFor[redis9.Cmdable](), reflect.TypeFor[redis9.StatefulCmdable](), reflect.TypeFor[redis9.Pipeliner](), reflect.TypeFor[redis9.UniversalClient](),
			reflect.TypeFor[*redis9.Client](), reflect.TypeFor[*redis9.ClusterClient](), reflect.TypeFor[*redis9.Ring](), reflect.TypeFor[*redis9.Conn](),
			reflect.TypeFor[*redis9.Tx](), reflect.TypeFor[*redis9.SentinelClient](), reflect.TypeFor[*redis9.AutoPipeliner](),
		},
		8: {reflect.TypeFor[redis8.Cmdable](), reflect.TypeFor[redis8.Pipeliner](), reflect.TypeFor[redis8.UniversalClient](), reflect.TypeFor[*redis8.Client](), reflect.TypeFor[*redis8.Tx](), reflect.TypeFor[*redis8.Conn]()},
		7: {reflect.TypeFor[redis7.Cmdable](), reflect.TypeFor[redis7.Pipeliner](), reflect.TypeFor[redis7.UniversalClient](), reflect.TypeFor[*redis7.Client](), reflect.TypeFor[*redis7.Tx](), reflect.TypeFor[*redis7.Conn]()},
		6: {reflect.TypeFor[redis6.Cmdable](), reflect.TypeFor[redis6.Pipeliner](), reflect.TypeFor[redis6.UniversalClient](), reflect.TypeFor[*redis6.Client](), reflect.TypeFor[*redis6.Tx]()},
	} {
		for _, recv := range recvs {
			count := 0
			for i := range recv.NumMethod() {
				m := recv.Method(i)
				if m.Type.NumOut() != 1 || m.Type.Out(0).Kind() != reflect.Pointer || !strings.HasSuffix(m.Type.Out(0).Elem().Name(), "Cmd") {
					continue
				}
				count++
				row := redisapi.LookupMajor(m.Name, major)
				if row == nil {
					t.Errorf("v%d: %v.%s has no row", major, recv, m.Name)
				} else if row.First > major || row.Last < major {
					t.Errorf("v%d: the row of %v.%s is for v%d to v%d", major, recv, m.Name, row.First, row.Last)
				}
			}
			if count < 10 {
				t.Errorf("v%d: only %d command methods in %v", major, count, recv)
			}
		}
	}
}

// TestFanOut reads the source of ClusterClient: the commands that it declares itself are those that go to all nodes.
func TestFanOut(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/redis/go-redis/v9").Output()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no source of go-redis: ", err)
	}
	declared := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && onCluster(f) && redisapi.Lookup(f.Name.Name) != nil {
				declared[f.Name.Name] = true
			}
		}
	}
	delete(declared, "Do")    // any command, by its own words
	delete(declared, "Watch") // a function there, the command is that of Tx
	for _, m := range redisapi.Methods() {
		if m.FanOut != declared[m.Name] {
			t.Errorf("%s: FanOut is %v, ClusterClient declares it: %v", m.Name, m.FanOut, declared[m.Name])
		}
	}
}

func onCluster(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return false
	}
	star, ok := f.Recv.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	id, ok := star.X.(*ast.Ident)
	return ok && id.Name == "ClusterClient"
}
