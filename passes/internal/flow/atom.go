package flow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// atom is what an error or a condition may be.
type atom struct {
	kind atomKind
	s    Sentinel
	v    ssa.Value // a package variable, or the instruction that makes a fresh error
	c    string    // a constant, exact
	of   *atom     // what is wrapped
}

type atomKind uint8

const (
	atomNil      atomKind = iota
	atomSentinel          // an error of the library
	atomGlobal            // an error in a package variable, different from all others
	atomFresh             // an error made here
	atomWrap              // an error that wraps another
	atomConst             // a constant of a basic type
	atomText              // the text of an error of the library
)

const conflictText = "redis: transaction failed"

var boolAtoms = map[bool]atom{true: {kind: atomConst, c: "true"}, false: {kind: atomConst, c: "false"}}

type answer uint8

const (
	maybe answer = iota
	yes
	no
)

func same(x, y *atom) answer {
	if x.kind == atomConst && y.kind == atomConst || x.kind == atomText && y.kind == atomConst || x.kind == atomConst && y.kind == atomText {
		if x.c == y.c {
			return yes
		}
		return no
	}
	if x.kind != y.kind {
		return no
	}
	switch x.kind {
	case atomNil:
		return yes
	case atomSentinel:
		if x.s == y.s {
			return yes
		}
		return no
	case atomGlobal, atomFresh:
		if x.v == y.v {
			return yes
		}
		return no
	}
	return maybe
}

// is answers errors.Is.
func is(x, y *atom) answer {
	for ; x != nil; x = x.of {
		if r := same(x, y); r != no {
			return r
		}
		if x.kind != atomWrap {
			return no
		}
	}
	return maybe
}

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

func hasMethodNamed(t types.Type, name string) bool {
	ms := types.NewMethodSet(t)
	for i := range ms.Len() {
		if ms.At(i).Obj().Name() == name {
			return true
		}
	}
	return false
}

// unboxed is the value inside an interface conversion.
func unboxed(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		default:
			return v
		}
	}
}

func standardPackage(p *ssa.Package) bool {
	first, _, _ := strings.Cut(p.Pkg.Path(), "/")
	return !strings.Contains(first, ".")
}

// alias is the sentinel that a package variable is declared to be.
func (p *Package) alias(gl *ssa.Global) (Sentinel, redisapi.Library, bool) {
	init := p.ssa.Func("init")
	if init == nil {
		return 0, redisapi.Library{}, false
	}
	for _, b := range init.Blocks {
		for _, in := range b.Instrs {
			if st, ok := in.(*ssa.Store); ok && st.Addr == gl {
				if u, isLoad := st.Val.(*ssa.UnOp); isLoad && u.X == gl {
					continue
				}
				if s, lib, ok := (&Graph{}).SentinelOf(Value{v: st.Val}); ok && (s == Miss || s == Conflict) {
					return s, lib, true
				}
			}
		}
	}
	return 0, redisapi.Library{}, false
}

// freshError reports whether a package variable is assigned once, where it is declared, with an error of its own.
func (p *Package) freshError(gl *ssa.Global) bool {
	init := p.ssa.Func("init")
	if init == nil {
		return false
	}
	fresh := false
	for _, b := range init.Blocks {
		for _, in := range b.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok || st.Addr != gl {
				continue
			}
			switch x := st.Val.(type) {
			case *ssa.Call:
				f := x.Call.StaticCallee()
				fresh = f != nil && !mentions(x, Conflict)
			case *ssa.MakeInterface:
				_, isConst := x.X.(*ssa.Const)
				fresh = !isConst && !hasMethodNamed(x.X.Type(), "Unwrap")
			default:
				return false
			}
		}
	}
	return fresh
}

// mentions reports whether a sentinel of the library is among the operands of an instruction.
func mentions(in ssa.Instruction, s Sentinel) bool {
	g := &Graph{}
	for _, op := range in.Operands(nil) {
		if *op == nil {
			continue
		}
		if got, _, ok := g.SentinelOf(Value{v: *op}); ok && got == s {
			return true
		}
	}
	return false
}
