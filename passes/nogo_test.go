package passes_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

// nogoMain is the program that Bazel's nogo generates, as far as a check can tell: it imports a package for each analyzer, takes its
// variable Analyzer, and fills in less of a pass than other drivers do.
var nogoMain = template.Must(template.New("").Parse(`package main

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
{{range $i, $name := .}}
	analyzer{{$i}} "github.com/redisvet/redisvet/passes/{{$name}}"{{end}}
)

var analyzers = []*analysis.Analyzer{ {{- range $i, $_ := .}}
	analyzer{{$i}}.Analyzer,{{end}}
}

func main() {
	seen := map[*analysis.Analyzer]bool{}
	for _, a := range analyzers {
		bare(a, seen)
	}
	unitchecker.Main(analyzers...)
}

func bare(a *analysis.Analyzer, seen map[*analysis.Analyzer]bool) {
	if seen[a] {
		return
	}
	seen[a] = true
	for _, r := range a.Requires {
		bare(r, seen)
	}
	run := a.Run
	a.Run = func(p *analysis.Pass) (any, error) {
		return run(&analysis.Pass{
			Analyzer: p.Analyzer, Fset: p.Fset, Files: p.Files, Pkg: p.Pkg, TypesSizes: p.TypesSizes, ResultOf: p.ResultOf, Report: p.Report,
			TypesInfo: &types.Info{
				Types: p.TypesInfo.Types, Instances: p.TypesInfo.Instances, Defs: p.TypesInfo.Defs, Uses: p.TypesInfo.Uses,
				Implicits: p.TypesInfo.Implicits, Selections: p.TypesInfo.Selections, Scopes: p.TypesInfo.Scopes,
				InitOrder: []*types.Initializer(nil), FileVersions: map[*ast.File]string(nil),
			},
			ImportObjectFact: p.ImportObjectFact, ExportObjectFact: p.ExportObjectFact, AllObjectFacts: p.AllObjectFacts,
			ImportPackageFact: p.ImportPackageFact, ExportPackageFact: p.ExportPackageFact, AllPackageFacts: p.AllPackageFacts,
		})
	}
}
`))

// TestNogo builds the program from the list of all checks and compares what it finds with what the checks find.
func TestNogo(t *testing.T) {
	var names []string
	for _, c := range analyzer.Checks() {
		names = append(names, c.Name)
	}
	dir := t.TempDir()
	source, tool := filepath.Join(dir, "nogo_main.go"), filepath.Join(dir, "nogo")
	var text strings.Builder
	if err := nogoMain.Execute(&text, names); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(source, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", tool, source)
	build.Dir = vettest.Root(t)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for _, tt := range []struct {
		module   string
		patterns []string
	}{
		{"example/wrong", []string{"./..."}},
		{"src", []string{"./suppress/...", "./suppression"}}, // directives, which look at the text of their files
	} {
		module := vettest.Module(t, tt.module)
		want := map[string]bool{}
		for _, f := range vettest.Analyze(t, module, analyzer.All(), tt.patterns...) {
			want[fmt.Sprintf("%s:%d: %s (%s)", f.File, f.Line, f.Message, f.Check)] = true
		}
		got := nogo(t, tool, module, tt.patterns)
		for _, f := range slices.Sorted(maps.Keys(want)) {
			if !got[f] {
				t.Errorf("nogo does not find %s", f)
			}
		}
		for _, f := range slices.Sorted(maps.Keys(got)) {
			if !want[f] {
				t.Errorf("only nogo finds %s", f)
			}
		}
		if len(got) == 0 {
			t.Errorf("nogo finds nothing in %s", tt.module)
		}
	}
}

// nogo runs the program under go vet, which gives it units of compilation with facts as Bazel does.
func nogo(t *testing.T, tool, module string, patterns []string) map[string]bool {
	t.Helper()
	cmd := exec.Command("go", append([]string{"vet", "-json", "-vettool=" + tool}, patterns...)...)
	cmd.Dir = module
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=off")
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go vet: %v\n%s", err, errs.String())
	}
	found := map[string]bool{}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var unit map[string]map[string][]struct{ Posn, Message string } // by package and check
		err := dec.Decode(&unit)
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatalf("go vet prints no JSON: %v\n%s", err, out)
		}
		for _, checks := range unit {
			for check, findings := range checks {
				for _, f := range findings {
					place := f.Posn[:strings.LastIndex(f.Posn, ":")] // without the column
					found[fmt.Sprintf("%s: %s (%s)", place, f.Message, check)] = true
				}
			}
		}
	}
}
