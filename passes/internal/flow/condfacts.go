package flow

import (
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

type condFacts map[string]bool

func (f condFacts) with(k string, v bool) condFacts {
	out := maps.Clone(f)
	if out == nil {
		out = condFacts{}
	}
	out[k] = v
	return out
}

func (f condFacts) key() string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(f)) {
		fmt.Fprintf(&b, "%s=%t;", k, f[k])
	}
	return b.String()
}

func side(v bool) int {
	if v {
		return 0
	}
	return 1
}

// known are the outcomes of the conditions without which the resource would not have been made.
func (r *Resource) known() condFacts {
	g := r.g
	var facts condFacts
	isN := func(x *Node) bool { return x == r.Op.Node }
	for _, b := range g.Nodes {
		if b.Kind != Branch || len(b.Succs) != 2 {
			continue
		}
		name, equal := g.condName(g.Cond(b), 0)
		if name == "" || g.tested(name) < 2 {
			continue
		}
		isB := func(x *Node) bool { return x == b }
		first := g.search([]*Node{b.Succs[0]}, isN, isB) != nil
		second := g.search([]*Node{b.Succs[1]}, isN, isB) != nil
		if first != second {
			facts = facts.with(name, first == equal)
		}
	}
	// A function of another package that returned the resource returned no error with it.
	if c, ok := r.Op.instr.(*ssa.Call); ok && r.Op.made {
		last := resultCount(c) - 1
		for _, v := range callResults(c, last) {
			if isError(v.Type()) {
				facts = facts.with(g.valueName(Value{v: v, f: r.Op.Node.Frame}, 0)+"=nil", true)
			}
		}
	}
	// Flags that hold the same constant on every way here.
	for o, recs := range g.stores {
		if o.Kind != ObjCell || o.typ == nil || !isBool(derefType(o.typ)) {
			continue
		}
		f := condFacts{}
		agree := true
		for _, rec := range recs {
			k, ok := rec.val.v.(*ssa.Const)
			if rec.node == nil || !g.Reaches(rec.node, r.Op.Node) {
				continue
			}
			if agree = agree && ok; !agree {
				break
			}
			was, set := f[placeName(o)]
			f.constant(placeName(o), k)
			agree = !set || was == f[placeName(o)]
		}
		for k, v := range f {
			if agree {
				facts = facts.with(k, v)
			}
		}
	}
	return facts
}

// tested counts the branches on a condition: the outcome is only worth remembering when another branch asks again.
func (g *Graph) tested(name string) int {
	if g.condNames == nil {
		g.condNames = map[string]int{}
		for _, n := range g.Nodes {
			if n.Kind == Branch {
				if name, _ := g.condName(g.Cond(n), 0); name != "" {
					g.condNames[name]++
				}
			}
		}
	}
	return g.condNames[name]
}

// returnFacts are the outcomes that a return of a helper gives to the tests of its error or flag.
func (r *Resource) returnFacts(n *Node) condFacts {
	ret, ok := n.instr.(*ssa.Return)
	c, isCall := n.Frame.Site.(*ssa.Call)
	if !ok || !isCall || n.Frame.Kind != Called {
		return nil
	}
	facts := condFacts{}
	for i, v := range ret.Results {
		val := r.g.result(Value{v: v, f: n.Frame})
		for _, res := range callResults(c, i) {
			name := r.g.valueName(Value{v: res, f: n.Frame.Parent}, 0)
			switch {
			case isError(v.Type()):
				switch r.g.errKind(val, n, 0) {
				case ReturnSuccess:
					facts[name+"=nil"] = true
				case ReturnFailure:
					facts[name+"=nil"] = false
				}
			case isBool(v.Type()):
				if k, ok := val.v.(*ssa.Const); ok && k.Value != nil {
					facts[name] = k.Value.String() == "true"
				}
			}
		}
	}
	return facts
}

// condName names a condition so that two tests of the same thing have the same name; equal tells whether the test holds when the named
// thing does.
func (g *Graph) condName(c Value, depth int) (name string, equal bool) {
	if c.v == nil || depth > 8 {
		return "", false
	}
	switch x := c.v.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			name, equal := g.condName(Value{v: x.X, f: c.f}, depth+1)
			return name, !equal
		}
	case *ssa.BinOp:
		if x.Op != token.EQL && x.Op != token.NEQ {
			break
		}
		for _, p := range [][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
			if k, ok := p[1].(*ssa.Const); ok {
				val := "nil"
				if k.Value != nil {
					val = k.Value.ExactString()
				}
				return g.valueName(Value{v: p[0], f: c.f}, depth+1) + "=" + val, x.Op == token.EQL
			}
		}
	}
	return g.valueName(c, depth+1), true
}

// valueName names a value: the variable that it is read from where that is assigned once, itself otherwise.
func (g *Graph) valueName(v Value, depth int) string {
	if depth > 12 || v.v == nil {
		return fmt.Sprintf("o%p", v.o)
	}
	at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
	switch x := v.v.(type) {
	case *ssa.Parameter:
		for i, p := range v.f.Fn.Params {
			if p == x && i < len(v.f.params) && !v.f.params[i].IsZero() {
				return g.valueName(v.f.params[i], depth+1)
			}
		}
	case *ssa.ChangeInterface:
		return g.valueName(at(x.X), depth+1)
	case *ssa.MakeInterface:
		return g.valueName(at(x.X), depth+1)
	case *ssa.UnOp:
		if x.Op != token.MUL {
			break
		}
		if s := lastStore(x); s != nil {
			return g.valueName(at(s), depth+1)
		}
		if o := g.One(at(x.X)); o != nil && (len(g.stores[o]) <= 1 || o.Kind == ObjCell) && !g.unknownW[o] {
			return placeName(o)
		}
	}
	return fmt.Sprintf("%d.%p", v.f.ID, v.v)
}

func placeName(o *Object) string { return fmt.Sprintf("p%d", o.ID) }

// stored are the facts after a store to a variable: what was known of it is gone, what is known of the value holds for it.
func (g *Graph) stored(n *Node, facts condFacts) condFacts {
	st, ok := n.instr.(*ssa.Store)
	if !ok {
		return facts
	}
	o := g.One(Value{v: st.Addr, f: n.Frame})
	if o == nil || o.Kind != ObjCell {
		return facts
	}
	out, place := condFacts{}, placeName(o)
	for k, v := range facts {
		if k != place && !strings.HasPrefix(k, place+"=") {
			out[k] = v
		}
	}
	val := Value{v: st.Val, f: n.Frame}
	if k, ok := st.Val.(*ssa.Const); ok {
		out.constant(place, k)
		return out
	}
	name := g.valueName(val, 0)
	for k, v := range facts {
		if k == name || strings.HasPrefix(k, name+"=") {
			out[place+strings.TrimPrefix(k, name)] = v
		}
	}
	return out
}

// constant notes that a place holds a constant: a flag, or nil.
func (f condFacts) constant(place string, k *ssa.Const) {
	switch {
	case k.IsNil():
		f[place+"=nil"] = true
	case isBool(k.Type()):
		f[place] = k.Value.String() == "true"
	}
}

// lastStore is the value that a load certainly reads: stored before it on the only way to it.
func lastStore(load *ssa.UnOp) ssa.Value {
	b := load.Block()
	from := slices.Index(b.Instrs, ssa.Instruction(load))
	for range 20 {
		for i := from - 1; i >= 0; i-- {
			if s, ok := b.Instrs[i].(*ssa.Store); ok && s.Addr == load.X {
				return s.Val
			}
		}
		if len(b.Preds) != 1 {
			return nil
		}
		b = b.Preds[0]
		from = len(b.Instrs)
	}
	return nil
}

// result is the value that a return statement gives. A function with deferred calls keeps its results in variables, which all its returns
// share; they are looked through where no deferred function assigns them.
func (g *Graph) result(v Value) Value {
	load, ok := v.v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	for _, place := range g.Objects(Value{v: load.X, f: v.f}) {
		for _, rec := range g.stores[place] {
			if rec.f != v.f {
				return v
			}
		}
	}
	if s := lastStore(load); s != nil {
		return Value{v: s, f: v.f}
	}
	return v
}
