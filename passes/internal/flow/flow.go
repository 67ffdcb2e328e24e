// Package flow is redisvet's engine: it answers value and path questions about the objects of go-redis (pipelines, transactions,
// queued commands, clients) over SSA that is built lazily, once per package.
//
// The unit of work is a Graph: one function with everything that runs as part of it (helpers of the same package, the closures of
// Pipelined, TxPipelined and Watch, deferred calls, callbacks) laid out as one control-flow graph of Nodes, each call in its own
// Frame. Checks walk Nodes and ask about Objects; they never touch SSA.
package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Analyzer computes the Package and exports facts about helpers. Its result is nil in a package that the library does not reach: the import gate. Its name is
// unique in the world because golangci-lint keys its fact cache by it.
var Analyzer = &analysis.Analyzer{
	Name:       "redisfacts",
	Doc:        "summarise functions that use the go-redis client library",
	Requires:   []*analysis.Analyzer{calls.Analyzer},
	ResultType: reflect.TypeFor[*Package](),
	FactTypes:  []analysis.Fact{(*Reach)(nil), (*Summary)(nil)},
	Run:        run,
}

// Package is the engine's view of one package.
type Package struct {
	// Calls is the classification of the package's calls.
	Calls *calls.Result
	// Types and Info are the package's own.
	Types *types.Package
	Info  *types.Info

	version redisapi.Version // of v9, zero when not known

	mu       sync.Mutex // held by the check that is at work
	ssa      *ssa.Package
	fns      []*ssa.Function // source functions, literals after their parents
	decls    map[*ssa.Function]ast.Node
	relevant map[*ssa.Function]bool
	sums     map[*types.Func]*Summary // facts about the functions that are called here

	once   sync.Once
	graphs []*Graph
	// Skipped counts functions over a budget or with a contained failure, for debugging.
	Skipped int

	libOnce sync.Once
	libPkgs map[string]*types.Package

	missOnce  sync.Once
	missNames map[string]bool

	assertOnce sync.Once
	asserts    map[token.Pos]*ast.TypeAssertExpr

	fateOnce sync.Once
	fates    map[token.Pos]callFate
}

// Exclusive runs f while no other check works with the package. Drivers run the checks of a package in parallel, and what the engine
// remembers between questions is not made for that.
func (p *Package) Exclusive(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

func run(pass *analysis.Pass) (any, error) {
	if redisapi.InLibrary(pass.Pkg.Path()) {
		return (*Package)(nil), nil
	}
	cr := pass.ResultOf[calls.Analyzer].(*calls.Result)
	if !inReach(pass) {
		return (*Package)(nil), nil
	}
	sums := importFacts(pass)
	version := versionOf(pass)
	if !concerned(pass, cr, sums) { // in reach, but nothing here meets the library: no SSA
		if exposesLibrary(pass) {
			pass.ExportPackageFact(&Reach{Version: version})
		}
		return &Package{Calls: cr, Types: pass.Pkg, Info: pass.TypesInfo, version: version}, nil
	}
	p := newPackage(pass, cr, sums)
	if p == nil { // SSA could not be built: no graphs, and checks that only look at calls still work
		return &Package{Calls: cr, Types: pass.Pkg, Info: pass.TypesInfo, Skipped: 1, version: version}, nil
	}
	p.version = version
	p.exportFacts(pass)
	return p, nil
}

// newPackage builds SSA. A failure of the SSA builder (partial types, a language feature it does not know) gives nil: silence.
func newPackage(pass *analysis.Pass, cr *calls.Result, sums map[*types.Func]*Summary) (p *Package) {
	defer func() {
		if recover() != nil {
			p = nil
		}
	}()
	prog := ssa.NewProgram(pass.Fset, ssa.InstantiateGenerics)
	prog.SetNoReturn(noReturn)
	for _, imp := range pass.Pkg.Imports() { // the direct ones only: the closure has thousands of members, for each package anew
		prog.CreatePackage(imp, nil, nil, true)
	}
	pkg := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	pkg.Build()
	p = &Package{Calls: cr, Types: pass.Pkg, Info: pass.TypesInfo, ssa: pkg,
		decls: map[*ssa.Function]ast.Node{},
		sums:  sums}
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		p.fns = append(p.fns, f)
		p.decls[f] = f.Syntax()
		for _, a := range f.AnonFuncs {
			add(a)
		}
	}
	for _, file := range pass.Files {
		for _, d := range file.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				if obj, ok := pass.TypesInfo.Defs[fd.Name].(*types.Func); ok {
					if f := prog.FuncValue(obj); f != nil && len(f.Blocks) > 0 {
						add(f)
					}
				}
			}
		}
	}
	if init := pkg.Func("init"); init != nil {
		for _, a := range init.AnonFuncs {
			add(a)
		}
	}
	p.relevant = p.findRelevant()
	return p
}

// noReturn reports the functions that never return, so that paths end at them.
func noReturn(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "os":
		return fn.Name() == "Exit"
	case "runtime":
		return fn.Name() == "Goexit"
	case "log", "github.com/sirupsen/logrus", "k8s.io/klog", "k8s.io/klog/v2", "go.uber.org/zap", "github.com/golang/glog":
		switch fn.Name() {
		case "Fatal", "Fatalf", "Fatalln", "Fatalw", "Panic", "Panicf", "Panicln", "Exit", "Exitf", "FatalDepth":
			return true
		}
	case "testing":
		switch fn.Name() {
		case "Fatal", "Fatalf", "FailNow", "Skip", "Skipf", "SkipNow":
			return true
		}
	}
	return false
}

// importFacts fetches the summaries of all functions of other packages that are called or named here. It is done while the pass runs;
// the graphs are built later, when checks ask for them.
func importFacts(pass *analysis.Pass) map[*types.Func]*Summary {
	sums := map[*types.Func]*Summary{}
	for _, obj := range pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() == nil || fn.Pkg() == pass.Pkg {
			continue
		}
		fn = fn.Origin()
		if _, ok := sums[fn]; ok {
			continue
		}
		s := new(Summary)
		if !pass.ImportObjectFact(fn, s) {
			s = nil
		}
		sums[fn] = s
	}
	return sums
}

// concerned reports whether anything in the package has to do with the library: a call of it, a value of one of its types, or a function
// of another package that does something with it. A package that imports the library is taken to be.
func concerned(pass *analysis.Pass, cr *calls.Result, sums map[*types.Func]*Summary) bool {
	if len(cr.Calls) > 0 {
		return true
	}
	for _, imp := range pass.Pkg.Imports() {
		if redisapi.InLibrary(imp.Path()) {
			return true
		}
	}
	for _, s := range sums {
		if s != nil && (len(s.Effects) > 0 || len(s.Escapes) > 0 || len(s.Results) > 0 && s.says()) {
			return true
		}
	}
	for _, obj := range pass.TypesInfo.Uses {
		if v, ok := obj.(*types.Var); ok && touchesLibrary(v.Type()) {
			return true
		}
	}
	return false
}

// says reports whether a result has to do with the library itself, not only with keys or errors.
func (s *Summary) says() bool {
	for _, r := range s.Results {
		if r.Pipe || r.Client || r.Cmd > 0 || len(r.Reply) > 0 || r.Wraps {
			return true
		}
	}
	return false
}

// callsEffects reports whether a call runs a function of another package that does something with the library.
func (p *Package) callsEffects(c *ssa.CallCommon) bool {
	var fn *types.Func
	if c.IsInvoke() {
		fn = c.Method
	} else if f := c.StaticCallee(); f != nil {
		fn, _ = origin(f).Object().(*types.Func)
	}
	s := p.factOf(fn)
	if s == nil {
		return false
	}
	if len(s.Effects) > 0 {
		return true
	}
	for _, r := range s.Results {
		if r.Pipe || r.Client || r.Cmd > 0 {
			return true
		}
	}
	return false
}

// findRelevant returns the functions whose bodies (or whose callees and literals in this package) have to do with the library. Only they
// are laid out; the rest is opaque.
func (p *Package) findRelevant() map[*ssa.Function]bool {
	rel := map[*ssa.Function]bool{}
	callers := map[*ssa.Function][]*ssa.Function{}
	var work []*ssa.Function
	mark := func(f *ssa.Function) {
		if !rel[f] {
			rel[f] = true
			work = append(work, f)
		}
	}
	for _, f := range p.fns {
		if f.Parent() != nil {
			callers[f] = append(callers[f], f.Parent())
		}
		for _, prm := range f.Params {
			if touchesLibrary(prm.Type()) {
				mark(f)
			}
		}
		for i := range f.Signature.Results().Len() {
			if touchesLibrary(f.Signature.Results().At(i).Type()) {
				mark(f)
			}
		}
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if mentions(in, Conflict) || mentions(in, Miss) { // it tells these errors from others
					mark(f)
				}
				c, ok := in.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if p.Calls.At(c.Pos()) != nil || p.callsEffects(c.Common()) {
					mark(f)
				}
				for _, callee := range staticCallees(c.Common()) {
					callers[origin(callee)] = append(callers[origin(callee)], f)
					if isLibraryFunc(callee) {
						mark(f)
					}
				}
			}
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range callers[f] {
			mark(c)
		}
	}
	return rel
}

// staticCallees returns the callee and the function arguments of a call that are known without flow.
func staticCallees(c *ssa.CallCommon) []*ssa.Function {
	var out []*ssa.Function
	if f := c.StaticCallee(); f != nil {
		out = append(out, f)
	}
	for _, a := range c.Args {
		switch a := a.(type) {
		case *ssa.Function:
			out = append(out, a)
		case *ssa.MakeClosure:
			f := a.Fn.(*ssa.Function)
			out = append(out, f)
			if w := wrapped(f); w != nil {
				if t := f.Prog.FuncValue(w); t != nil {
					out = append(out, t)
				}
			}
		}
	}
	return out
}

func origin(f *ssa.Function) *ssa.Function {
	if o := f.Origin(); o != nil {
		return o
	}
	return f
}

func isLibraryFunc(f *ssa.Function) bool {
	obj, _ := f.Object().(*types.Func)
	if obj == nil {
		return false
	}
	_, ok := redisapi.LibraryOf(obj.Pkg())
	return ok
}

// touchesLibrary reports whether a parameter type is of the library, directly or as an element, pointer or function parameter.
func touchesLibrary(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		_, ok := redisapi.LibraryOf(t.Obj().Pkg())
		return ok
	case *types.Pointer:
		return touchesLibrary(t.Elem())
	case *types.Slice:
		return touchesLibrary(t.Elem())
	case *types.Map:
		return touchesLibrary(t.Elem())
	case *types.Signature:
		for i := range t.Params().Len() {
			if touchesLibrary(t.Params().At(i).Type()) {
				return true
			}
		}
	case *types.TypeParam:
		return touchesLibraryIface(t.Constraint())
	}
	return false
}

func touchesLibraryIface(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if _, ok := redisapi.LibraryOf(n.Obj().Pkg()); ok {
			return true
		}
	}
	it, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for i := range it.NumEmbeddeds() {
		if touchesLibrary(it.EmbeddedType(i)) {
			return true
		}
	}
	return false
}

// wrapped returns the method behind the synthetic wrapper of a method value or method expression, or nil.
func wrapped(f *ssa.Function) *types.Func {
	if f.Synthetic == "" || f.Parent() != nil {
		return nil
	}
	m, _ := f.Object().(*types.Func)
	return m
}

// Graphs returns the graphs of the package: one per function that is not laid out as part of another. Built on first use.
func (p *Package) Graphs() []*Graph {
	p.once.Do(func() { p.graphs = p.buildAll() })
	return p.graphs
}
