package flow

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Reach is a package fact: importers of the package can meet the library through it, because its exported API shows a type of the
// library or has functions with a Summary. It keeps the import gate right in drivers that see only export data.
type Reach struct {
	// Version is the version of v9 that the package was compiled with, zero when it is not known: an importer may see only parts of it.
	Version redisapi.Version
}

// AFact marks the fact.
func (*Reach) AFact() {}

// String is for tests and debugging.
func (*Reach) String() string { return "reachesRedis" }

// Summary is an object fact: what a function does with the library, in terms of its parameters. It holds names and indices, never positions,
// and is monotone: without it callers know less and say less.
type Summary struct {
	// Effects are the operations that happen in the function, in execution order.
	Effects []Effect
	// Results describe the results, as far as they have to do with the library.
	Results []ResultFact
	// Escapes are the parameters (receiver first) of a library type that leave the function in a way that is not described.
	Escapes []int
	// Test is set for a predicate such as func isMiss(err error) bool.
	Test *TestFact
	// Err is set for a function that turns an error into another one and treats errors of the library differently: func ignoreNil(err error) error.
	Err *ErrFact
}

// AFact marks the fact.
func (*Summary) AFact() {}

// Sym names a value in terms of the function: a parameter and a path of fields from it ("[]" for elements), or a package variable.
type Sym struct {
	Param  int // -1: none
	Path   []string
	Global string // "import/path.Name"
}

// PartFact is a part of a key.
type PartFact struct {
	Lit string
	Sym Sym // when Lit is empty and Known
	// Fn is a pure function applied to the symbol, such as "d" for the decimal form.
	Known  bool
	Number bool
}

// KeyFact is a key of an effect; no parts mean unknown.
type KeyFact struct {
	Parts []PartFact
	Write bool
}

// Effect is one operation of the library inside a function.
type Effect struct {
	Kind   calls.Kind
	Method string // Go name of the method
	Lib    string // import path of the library
	Recv   Sym
	Keys   []KeyFact
	// Complete is true when Keys are all keys of the operation.
	Complete bool
	// May is true when some path through the function does without it.
	May bool
	// Tx is true when the command is part of a MULTI/EXEC or script; Guarded when it happens inside a Watch of the function.
	Tx, Guarded bool
	// Queued is true when the command was sent through a pipeline that the function made and executed itself.
	Queued bool
	// From are the parameters whose data the written value depends on.
	From []int
	// Body is 1 + the parameter that Pipelined, TxPipelined or Watch runs as its function; 0 for none.
	Body int
	// PassesMiss is true for an execution whose redis.Nil the function filters out.
	PassesMiss bool
	// Field is the hash field or set member that the command is about, when there is one.
	Field []PartFact
	// Expiry is what the command does to the expiry of its key.
	Expiry Expiry
	// Into are the parameters that point to what the reply fills.
	Into []int
}

// ResultFact describes a result. The zero value says nothing.
type ResultFact struct {
	Pipe   bool // a fresh pipeline (Tx: transactional) of client Sym
	Tx     bool
	Cmd    int   // 1 + index of the effect whose command it is
	Reply  []int // effects whose reply the result depends on
	Client bool  // the value Sym itself
	Sym    *Sym
	Key    []PartFact // a key built from the parameters
	// Made is set for a PubSub, Conn, client or iterator that the function makes for its caller and keeps nothing of: the kind of call that makes it.
	Made calls.Kind
	Lib  string // import path of the library, for Made
	// Wraps is true for an error result that may wrap an error of the library; Plain when it may be such an error itself.
	Wraps, Plain bool
	// Errs are the effects whose error an error result may be, unwrapped; Known is true when it comes from nowhere else.
	Errs  []int
	Known bool
}

// TestFact is a predicate on an error parameter.
type TestFact struct {
	Sentinel  Sentinel
	Equal, Is bool
	Lib       string
}

// ErrFact is what a function with an error parameter and an error result returns for each kind of error.
type ErrFact struct {
	Param                      int // index, the receiver counted
	Nil, Miss, Conflict, Other ErrOutcome
}

// ErrOutcome is the error that comes out for one that goes in.
type ErrOutcome uint8

// The outcomes.
const (
	OutUnknown ErrOutcome = iota
	OutNil
	OutSame    // the same error
	OutWrapped // an error that wraps it
	OutFresh   // another error
)

// String is short and deterministic.
func (s *Summary) String() string {
	var b strings.Builder
	for i, e := range s.Effects {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s(%s", e.Method, e.Recv)
		for _, k := range e.Keys {
			fmt.Fprintf(&b, " %s", k)
		}
		b.WriteByte(')')
		if e.Body > 0 {
			fmt.Fprintf(&b, "{P%d}", e.Body-1)
		}
		if e.PassesMiss {
			b.WriteByte('~')
		}
		if e.May {
			b.WriteByte('?')
		}
	}
	for i, r := range s.Results {
		switch {
		case r.Pipe:
			fmt.Fprintf(&b, " r%d=pipeline", i)
		case r.Made != 0:
			fmt.Fprintf(&b, " r%d=made%d", i, r.Made)
		case r.Cmd > 0:
			fmt.Fprintf(&b, " r%d=cmd%d", i, r.Cmd-1)
		case len(r.Reply) > 0:
			fmt.Fprintf(&b, " r%d=reply%v", i, r.Reply)
		case r.Client:
			fmt.Fprintf(&b, " r%d=%s", i, r.Sym)
		case len(r.Key) > 0:
			fmt.Fprintf(&b, " r%d=key:%s", i, KeyFact{Parts: r.Key})
		case r.Wraps:
			fmt.Fprintf(&b, " r%d=wraps", i)
		}
	}
	if s.Test != nil {
		fmt.Fprintf(&b, " test:%d", s.Test.Sentinel)
	}
	if e := s.Err; e != nil {
		fmt.Fprintf(&b, " err:P%d=%d%d%d%d", e.Param, e.Nil, e.Miss, e.Conflict, e.Other)
	}
	if len(s.Escapes) > 0 {
		fmt.Fprintf(&b, " escapes%v", s.Escapes)
	}
	return strings.TrimSpace(b.String())
}

// String renders the symbol: P0.rdb.
func (s Sym) String() string {
	if s.Global != "" {
		return s.Global
	}
	if s.Param < 0 {
		return "?"
	}
	out := fmt.Sprintf("P%d", s.Param)
	for _, p := range s.Path {
		out += "." + p
	}
	return out
}

// String renders the key.
func (k KeyFact) String() string {
	if len(k.Parts) == 0 {
		return "?"
	}
	var b strings.Builder
	for _, p := range k.Parts {
		switch {
		case p.Lit != "":
			b.WriteString(p.Lit)
		case p.Known:
			b.WriteString("<" + p.Sym.String() + ">")
		default:
			b.WriteString("<?>")
		}
	}
	return b.String()
}

// factOf returns the summary of a function of another package, nil when there is none.
func (p *Package) factOf(fn *types.Func) *Summary {
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == p.Types {
		return nil
	}
	return p.sums[fn.Origin()]
}

// inReach is the import gate: the package imports the library, or a package with the Reach fact. Only then can it meet the library at all;
// the answer is the same whether the driver has the whole import graph or only export data.
func inReach(pass *analysis.Pass) bool {
	for _, imp := range pass.Pkg.Imports() {
		if redisapi.InLibrary(imp.Path()) || pass.ImportPackageFact(imp, new(Reach)) {
			return true
		}
	}
	return false
}

// versionOf returns the version of v9 that a package meets, directly or through what it imports, and zero when that is not known.
func versionOf(pass *analysis.Pass) redisapi.Version {
	for _, imp := range pass.Pkg.Imports() {
		if lib, ok := redisapi.LibraryOf(imp); ok && lib.Major == 9 && lib.Dialect == "" && imp.Complete() {
			return redisapi.VersionOf(imp)
		}
	}
	for _, imp := range pass.Pkg.Imports() {
		if fact := new(Reach); pass.ImportPackageFact(imp, fact) && fact.Version != (redisapi.Version{}) {
			return fact.Version
		}
	}
	return redisapi.Version{}
}

// Version returns the version of the library that a function is of.
func (p *Package) Version(fn *types.Func) redisapi.Version {
	v := redisapi.VersionOfFunc(fn)
	if v.Major == p.version.Major {
		return p.version
	}
	return v
}

// exportFacts summarises the exported functions and methods and marks the package for its importers.
func (p *Package) exportFacts(pass *analysis.Pass) {
	reach := exposesLibrary(pass)
	for _, f := range p.fns {
		obj, ok := f.Object().(*types.Func)
		if !ok || f.Parent() != nil || !obj.Exported() || !p.relevant[f] && !returnsString(obj) && !takesError(obj) && !turnsError(obj) {
			continue
		}
		if s := p.summarize(f); s != nil {
			pass.ExportObjectFact(obj, s)
			reach = true
		}
	}
	if reach {
		pass.ExportPackageFact(&Reach{Version: p.version})
	}
}

func returnsString(fn *types.Func) bool {
	r := fn.Signature().Results()
	return r.Len() == 1 && isString(r.At(0).Type()) && fn.Signature().Params().Len() > 0
}

func takesError(fn *types.Func) bool {
	r := fn.Signature().Results()
	return r.Len() == 1 && isBool(r.At(0).Type()) && errorParam(fn.Signature()) >= 0
}

// turnsError reports a function with an error parameter whose only result is an error.
func turnsError(fn *types.Func) bool {
	r := fn.Signature().Results()
	return r.Len() == 1 && isError(r.At(0).Type()) && errorParam(fn.Signature()) >= 0
}

// exposesLibrary reports whether an importer can get hold of a type of the library through exported objects of pkg.
func exposesLibrary(pass *analysis.Pass) bool {
	pkg := pass.Pkg
	seen := map[types.Type]bool{}
	var walk func(t types.Type, depth int) bool
	walk = func(t types.Type, depth int) bool {
		t = types.Unalias(t)
		if depth > 6 || seen[t] {
			return false
		}
		seen[t] = true
		if touchesLibrary(t) {
			return true
		}
		switch t := t.(type) {
		case *types.Named:
			if p := t.Obj().Pkg(); p != pkg { // importers of pkg may not import p: its fact is handed on
				return p != nil && pass.ImportPackageFact(p, new(Reach))
			}
			for i := range t.NumMethods() {
				if m := t.Method(i); m.Exported() && walk(m.Type(), depth+1) {
					return true
				}
			}
			return walk(t.Underlying(), depth+1)
		case *types.Pointer:
			return walk(t.Elem(), depth+1)
		case *types.Slice:
			return walk(t.Elem(), depth+1)
		case *types.Array:
			return walk(t.Elem(), depth+1)
		case *types.Chan:
			return walk(t.Elem(), depth+1)
		case *types.Map:
			return walk(t.Key(), depth+1) || walk(t.Elem(), depth+1)
		case *types.Struct:
			for i := range t.NumFields() {
				if f := t.Field(i); (f.Exported() || f.Embedded()) && walk(f.Type(), depth+1) {
					return true
				}
			}
		case *types.Interface:
			for i := range t.NumMethods() {
				if walk(t.Method(i).Type(), depth+1) {
					return true
				}
			}
		case *types.Signature:
			for i := range t.Params().Len() {
				if walk(t.Params().At(i).Type(), depth+1) {
					return true
				}
			}
			for i := range t.Results().Len() {
				if walk(t.Results().At(i).Type(), depth+1) {
					return true
				}
			}
		}
		return false
	}
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		if o := scope.Lookup(name); o.Exported() && walk(o.Type(), 0) {
			return true
		}
	}
	return false
}
