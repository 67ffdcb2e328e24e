package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// errFunc describes what the root function, which takes an error and returns one, makes of each kind of error; nil when it treats those of
// the library like any other.
func (g *Graph) errFunc() *ErrFact {
	i := errorParam(g.Root.Fn.Signature)
	if g.Root.Fn.Signature.Recv() != nil {
		i++
	}
	in := Value{v: g.Root.Fn.Params[i], f: g.Root}
	outcome := func(s Sentinel) ErrOutcome {
		a := g.Assume(g.Root.Entry, []Value{in}, s, nil, nil)
		out, some := OutUnknown, false
		for _, n := range g.Nodes {
			if n.Kind != ReturnNode || n.Frame != g.Root || !a.Reaches(n) {
				continue
			}
			v, ok := n.errResult()
			if !ok {
				return OutUnknown
			}
			as, ok := a.eval(v)
			if !ok || len(as) == 0 {
				return OutUnknown
			}
			for _, x := range as {
				o := outcomeOf(x, a.atom)
				if some && o != out {
					return OutUnknown
				}
				out, some = o, true
			}
		}
		return out
	}
	f := &ErrFact{Param: i, Nil: outcome(NoError), Miss: outcome(Miss), Conflict: outcome(Conflict), Other: outcome(OtherErr)}
	if f.Miss == f.Other && f.Conflict == f.Other {
		return nil
	}
	return f
}

func outcomeOf(x, in atom) ErrOutcome {
	switch {
	case x.kind == atomNil:
		return OutNil
	case x == in:
		return OutSame
	case x.kind == atomWrap && *x.of == in:
		return OutWrapped
	case x.kind == atomFresh, x.kind == atomGlobal:
		return OutFresh
	}
	return OutUnknown
}

// errFuncAt is the description of a called function of another package that turns errors into others, nil when there is none.
func (g *Graph) errFuncAt(c *ssa.Call) *ErrFact {
	s := g.Pkg.factOf(staticObject(c))
	if s == nil || s.Err == nil || s.Err.Param >= len(c.Call.Args) {
		return nil
	}
	return s.Err
}

// turned is the error that a function of another package makes of one.
func (a *Assumption) turned(f *ErrFact, v Value, c *ssa.Call) ([]atom, bool) {
	as, ok := a.eval(Value{v: c.Call.Args[f.Param], f: v.f})
	if !ok {
		return nil, false
	}
	var out []atom
	for i := range as {
		o := OutUnknown
		switch x := as[i]; {
		case x.kind == atomNil:
			o = f.Nil
		case x.kind == atomSentinel && x.s == Miss:
			o = f.Miss
		case x.kind == atomSentinel && x.s == Conflict:
			o = f.Conflict
		case x.kind == atomSentinel:
			o = f.Other
		}
		switch o {
		case OutNil:
			out = append(out, atom{})
		case OutSame:
			out = append(out, as[i])
		case OutWrapped:
			out = append(out, atom{kind: atomWrap, of: &as[i]})
		case OutFresh:
			out = append(out, atom{kind: atomFresh, v: c})
		default:
			return nil, false
		}
	}
	return out, true
}

// test is the comparison that the function makes.
func (f *ErrFact) test(v Value, c *ssa.Call) ErrTest {
	t := ErrTest{Err: v, Sentinel: Miss, Equal: true, Is: true, Pos: c.Pos()}
	if f.Miss == f.Other {
		t.Sentinel = Conflict
	}
	return t
}

// staticObject is the function that a call certainly runs, nil when it is not known.
func staticObject(c *ssa.Call) *types.Func {
	f := c.Call.StaticCallee()
	if f == nil {
		return nil
	}
	obj, _ := f.Object().(*types.Func)
	return obj
}
