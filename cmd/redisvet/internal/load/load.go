// Package load analyses packages in this process, in two phases. The first reads only the import graph and finds the packages
// that reach a client library. The second loads those from source; the bodies of functions outside of them are dropped while
// parsing, so neither a warm build cache nor much memory is needed.
package load

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/unit"
	"github.com/redisvet/redisvet/passes"
)

// Options say what to load.
type Options struct {
	Dir      string
	Patterns []string
	Tests    bool
	Tags     string
	Stack    bool
	// Overlay holds the text of files that are not saved yet, by absolute name.
	Overlay map[string][]byte
	// Progress is told what happens, in a few words; nil is allowed.
	Progress func(string)
}

// Result is the outcome of a run.
type Result struct {
	Findings []finding.Finding
	Errors   []string // what kept a package from being loaded or analysed
	Packages int      // number of packages that the patterns match
	InReach  int      // number of those that reach a client library
	Files    []File   // source files of the packages in reach
	Roots    []string // import paths of the packages that the patterns match
	Modules  []string // directories of the main modules that the patterns reach
}

// File is a source file of a package in reach.
type File struct {
	Name      string
	Generated bool
}

// graphMode asks for the import graph and nothing that needs a compiler.
const graphMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedForTest

// Run loads the packages and applies the analyzers to those in reach of a client library.
func Run(ctx context.Context, analyzers []*analysis.Analyzer, opts Options) (*Result, error) {
	progress := opts.Progress
	if progress == nil {
		progress = func(string) {}
	}
	cfg := &packages.Config{Context: ctx, Dir: opts.Dir, Tests: opts.Tests, Mode: graphMode, Overlay: opts.Overlay}
	if opts.Tags != "" {
		cfg.BuildFlags = []string{"-tags=" + opts.Tags}
	}
	progress("reading the import graph")
	graph, err := packages.Load(cfg, opts.Patterns...)
	if err != nil {
		return nil, errors.New(sentence(err.Error()))
	}
	res := new(Result)
	for _, p := range graph {
		if !isTestMain(p) {
			res.Packages++
			res.Roots = append(res.Roots, p.PkgPath)
		}
		if m := p.Module; m != nil && m.Main && !slices.Contains(res.Modules, m.Dir) {
			res.Modules = append(res.Modules, m.Dir)
		}
	}
	if res.Packages == 0 {
		return nil, fmt.Errorf("no Go packages match %s", strings.Join(opts.Patterns, " "))
	}
	res.Errors = loadErrors(graph, func(*packages.Package) bool { return true })
	r := reaching(graph)
	roots := r.roots(graph)
	res.InReach = len(roots)
	if len(roots) == 0 {
		return res, nil
	}
	if msg := tooNew(ctx, opts.Dir); msg != "" {
		return nil, errors.New(msg)
	}

	progress(fmt.Sprintf("type-checking %d of %d packages", len(roots), res.Packages))
	cfg.Mode = packages.LoadAllSyntax | packages.NeedModule | packages.NeedForTest
	cfg.ParseFile = func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
		if err := ctx.Err(); err != nil { // type-checking has no other way to learn of it
			return nil, err
		}
		return r.parseFile(fset, name, src)
	}
	patterns := opts.Patterns
	if byPath := importPaths(roots); byPath != nil {
		patterns = byPath
	}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		return nil, errors.New(sentence(err.Error()))
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r = reaching(pkgs)
	roots = withoutShadowed(r.roots(pkgs))
	res.Errors = append(res.Errors, r.settle(pkgs)...)
	progress(fmt.Sprintf("checking %d packages", len(roots)))
	if err := analyze(analyzers, roots, opts, res); err != nil {
		return nil, err
	}
	slices.Sort(res.Errors)
	res.Errors = slices.Compact(res.Errors)
	res.Findings = finding.Sort(res.Findings)
	return res, nil
}

// isTestMain reports whether p is the generated main package of a test binary.
func isTestMain(p *packages.Package) bool {
	return p.Name == "main" && strings.HasSuffix(p.PkgPath, ".test")
}

// importPaths returns the import paths of packages, or nil if one of them has none that can be named (files on the command line).
func importPaths(pkgs []*packages.Package) []string {
	seen := make(map[string]bool)
	var paths []string
	for _, p := range pkgs {
		path := p.PkgPath
		if p.ForTest != "" {
			path = p.ForTest
		}
		if path == "command-line-arguments" {
			return nil
		}
		if !seen[path] {
			seen[path] = true
			paths = append(paths, path)
		}
	}
	return paths
}

// withoutShadowed drops a package whose variant with test files is among the roots: that one holds all its files.
func withoutShadowed(roots []*packages.Package) []*packages.Package {
	augmented := make(map[string]bool)
	for _, p := range roots {
		if p.ForTest != "" && p.PkgPath == p.ForTest {
			augmented[p.PkgPath] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(roots), func(p *packages.Package) bool {
		return p.ForTest == "" && augmented[p.PkgPath]
	})
}

// tooNew asks the go command for its version and returns a sentence when this command is too old for it.
func tooNew(ctx context.Context, dir string) string {
	cmd := exec.CommandContext(ctx, "go", "env", "GOVERSION")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return unit.TooNew(runtime.Version(), string(out))
}

// loadErrors returns the errors of the packages in the import graph of pkgs that want accepts.
func loadErrors(pkgs []*packages.Package, want func(*packages.Package) bool) []string {
	var out []string
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if !want(p) {
			return
		}
		for _, e := range p.Errors {
			out = append(out, errorText(e))
		}
	})
	slices.Sort(out)
	return slices.Compact(out)
}

// errorText makes one line of an error, with a path relative to nothing: the caller's directory is applied when it is printed.
func errorText(e packages.Error) string {
	msg := sentence(e.Msg)
	if e.Pos == "" || e.Pos == "-" || strings.HasPrefix(msg, e.Pos) {
		return msg
	}
	return e.Pos + ": " + msg
}

// sentence strips what the go command wraps around an error.
func sentence(msg string) string {
	msg = strings.TrimSpace(msg)
	msg = strings.TrimPrefix(msg, "err: exit status 1: stderr: ")
	msg = strings.TrimPrefix(msg, "go: ")
	return msg
}

func dirOf(file string) string { return filepath.Clean(filepath.Dir(file)) }

// inLibrary reports whether a package belongs to a client library itself.
func inLibrary(p *packages.Package) bool { return passes.InLibrary(p.PkgPath) }
