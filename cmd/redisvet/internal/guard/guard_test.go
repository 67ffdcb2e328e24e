package guard

import (
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func pass(a *analysis.Analyzer, got *[]string) *analysis.Pass {
	return &analysis.Pass{
		Analyzer: a,
		Pkg:      types.NewPackage("example.com/p", "p"),
		ResultOf: map[*analysis.Analyzer]any{},
		Report:   func(d analysis.Diagnostic) { *got = append(*got, d.Message) },
	}
}

func TestResultsReachTheOriginal(t *testing.T) {
	dep := &analysis.Analyzer{Name: "dep", ResultType: reflect.TypeFor[int](), Run: func(*analysis.Pass) (any, error) { return 42, nil }}
	root := &analysis.Analyzer{Name: "root", Requires: []*analysis.Analyzer{dep}}
	root.Run = func(p *analysis.Pass) (any, error) {
		if p.Analyzer != root || p.ResultOf[dep] != 42 {
			t.Errorf("the analyzer sees %v with %v", p.Analyzer, p.ResultOf)
		}
		p.Report(analysis.Diagnostic{Pos: token.NoPos, Message: "found"})
		return nil, nil
	}
	wrapped := Wrap([]*analysis.Analyzer{root}, false, func(a *analysis.Analyzer, d *analysis.Diagnostic) { d.Message += " (" + a.Name + ")" })
	var got []string
	p := pass(wrapped[0], &got)
	p.ResultOf[wrapped[0].Requires[0]] = 42
	if _, err := wrapped[0].Run(p); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0] != "found (root)" {
		t.Errorf("reported %q", got)
	}
}

func TestPanicBecomesAnError(t *testing.T) {
	bad := &analysis.Analyzer{Name: "bad", Run: func(*analysis.Pass) (any, error) { panic("boom") }}
	root := &analysis.Analyzer{Name: "root", Requires: []*analysis.Analyzer{bad}, Run: func(*analysis.Pass) (any, error) { panic("bang") }}
	wrapped := Wrap([]*analysis.Analyzer{root}, false, nil)[0]
	for _, a := range []*analysis.Analyzer{wrapped, wrapped.Requires[0]} {
		_, err := a.Run(pass(a, nil))
		if err == nil || !strings.Contains(err.Error(), a.Name+" panicked on package example.com/p") || strings.Contains(err.Error(), "goroutine") {
			t.Errorf("%s: %v", a.Name, err)
		}
	}
	loud := Wrap([]*analysis.Analyzer{root}, true, nil)[0]
	if _, err := loud.Run(pass(loud, nil)); err == nil || !strings.Contains(err.Error(), "goroutine") {
		t.Errorf("without a stack: %v", err)
	}
}
