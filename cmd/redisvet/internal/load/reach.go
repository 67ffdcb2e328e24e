package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/redisvet/redisvet/passes"
)

// reach is the set of packages from which a client library can be reached through imports; the libraries themselves are not in it.
type reach struct {
	in   map[string]bool // package IDs
	dirs map[string]bool // directories of their files
}

// reaching computes the reach in the import graph of pkgs.
func reaching(pkgs []*packages.Package) *reach {
	r := &reach{in: make(map[string]bool), dirs: make(map[string]bool)}
	packages.Visit(pkgs, nil, func(p *packages.Package) { // dependencies come first
		if inLibrary(p) || isTestMain(p) {
			return
		}
		for _, imp := range p.Imports {
			if passes.IsLibrary(imp.PkgPath) || r.in[imp.ID] {
				r.in[p.ID] = true
				break
			}
		}
		if r.in[p.ID] {
			for _, f := range slices.Concat(p.GoFiles, p.IgnoredFiles) {
				r.dirs[dirOf(f)] = true
			}
		}
	})
	return r
}

// roots returns the packages among pkgs that are in reach.
func (r *reach) roots(pkgs []*packages.Package) []*packages.Package {
	var out []*packages.Package
	for _, p := range pkgs {
		if r.in[p.ID] {
			out = append(out, p)
		}
	}
	return out
}

// parseFile parses a file and drops the bodies of its functions unless the file belongs to a package in reach.
func (r *reach) parseFile(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	mode := parser.AllErrors | parser.SkipObjectResolution
	madeByCgo := !strings.HasSuffix(name, ".go") // in the build cache, under a hash; a line directive names the source
	if madeByCgo || r.dirs[dirOf(name)] {
		mode |= parser.ParseComments
	}
	f, err := parser.ParseFile(fset, name, src, mode)
	if f == nil || r.dirs[dirOf(name)] {
		return f, err
	}
	if madeByCgo {
		source := fset.Position(f.Package).Filename
		if source == name || r.dirs[dirOf(source)] { // glue without a source uses its imports in bodies only
			return f, err
		}
	}
	dropBodies(f)
	return f, err
}

func dropBodies(f *ast.File) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			fn.Body = nil
		}
	}
}

// settle makes the loaded packages fit for analysis: packages out of reach leave the graph, so that no fact is computed for
// them, and a package in reach counts as ill-typed only for errors of its own or of another one in reach. (Without bodies every
// package out of reach has imports that nothing uses.) It returns those errors.
func (r *reach) settle(pkgs []*packages.Package) []string {
	errs := loadErrors(pkgs, func(p *packages.Package) bool { return r.in[p.ID] })
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if !r.in[p.ID] {
			return
		}
		p.IllTyped = len(p.Errors) > 0
		for path, imp := range p.Imports {
			if !r.in[imp.ID] {
				delete(p.Imports, path)
			} else if imp.IllTyped {
				p.IllTyped = true
			}
		}
	})
	return errs
}
