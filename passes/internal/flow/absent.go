package flow

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// absent evaluates a value under the assumption that the reply of an operation says that nothing is there.
func (g *Graph) absent(v Value, op *Op, depth int) (constant.Value, bool) {
	if depth > 10 || v.v == nil {
		return nil, false
	}
	at := func(x ssa.Value) Value { return Value{v: x, f: v.f} }
	switch x := v.v.(type) {
	case *ssa.Const:
		if x.Value == nil {
			return constant.MakeBool(false), x.IsNil() // nil: compared with itself below
		}
		return x.Value, true
	case *ssa.UnOp:
		switch x.Op {
		case token.NOT:
			if c, ok := g.absent(at(x.X), op, depth+1); ok && c.Kind() == constant.Bool {
				return constant.MakeBool(!constant.BoolVal(c)), true
			}
			return nil, false
		case token.MUL:
			if g.Origin(v, nil).Replies[op] != 0 {
				return zeroOf(v.Type())
			}
			if o := g.One(at(x.X)); o != nil && len(g.stores[o]) == 1 {
				return g.absent(g.stores[o][0].val, op, depth+1)
			}
		}
		return nil, false
	case *ssa.BinOp:
		a, ok1 := g.absent(at(x.X), op, depth+1)
		b, ok2 := g.absent(at(x.Y), op, depth+1)
		if !ok1 || !ok2 || a.Kind() != b.Kind() && !(numeric(a) && numeric(b)) {
			return nil, false
		}
		switch x.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			if a.Kind() == constant.Bool && x.Op != token.EQL && x.Op != token.NEQ {
				return nil, false
			}
			return constant.MakeBool(constant.Compare(a, x.Op, b)), true
		}
		return nil, false
	case *ssa.Convert:
		return g.absent(at(x.X), op, depth+1)
	case *ssa.ChangeType:
		return g.absent(at(x.X), op, depth+1)
	case *ssa.Parameter:
		for i, p := range v.f.Fn.Params {
			if p == x && i < len(v.f.params) && !v.f.params[i].IsZero() {
				return g.absent(v.f.params[i], op, depth+1)
			}
		}
		return nil, false
	case *ssa.Phi: // a && b: what all known ways agree on
		var out constant.Value
		for _, e := range x.Edges {
			c, ok := g.absent(at(e), op, depth+3)
			if !ok || out != nil && (c.Kind() != out.Kind() || !constant.Compare(c, token.EQL, out)) {
				return nil, false
			}
			out = c
		}
		return out, out != nil
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" && g.Origin(at(x.Call.Args[0]), g.byInstr[siteKey{v.f, x}]).Replies[op] != 0 {
			return constant.MakeInt64(0), true
		}
		if c, ok := g.absentCall(v, x, 0, op, depth); ok {
			return c, true
		}
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			if c, ok := g.absentCall(v, c, x.Index, op, depth); ok {
				return c, true
			}
		}
		if l, ok := x.Tuple.(*ssa.Lookup); ok && x.Index == 1 && g.Origin(at(l.X), nil).Replies[op] != 0 {
			return constant.MakeBool(false), true
		}
	}
	if o := g.Origin(v, nil); o.Replies[op] != 0 && !o.Replies[op].Changed() {
		return zeroOf(v.Type())
	}
	return nil, false
}

func numeric(c constant.Value) bool { return c.Kind() == constant.Int || c.Kind() == constant.Float }

func (g *Graph) absentCall(v Value, c *ssa.Call, i int, op *Op, depth int) (constant.Value, bool) {
	frs := g.inlined[siteKey{v.f, c}]
	if len(frs) != 1 || frs[0].Kind != Called {
		return nil, false
	}
	var out constant.Value
	for _, b := range frs[0].Fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(r.Results) {
			continue
		}
		if len(r.Results) > i+1 { // the way of an error gives no answer
			last := Value{v: r.Results[len(r.Results)-1], f: frs[0]}
			if isError(last.Type()) && g.errKind(last, g.byInstr[siteKey{frs[0], r}], 0) == ReturnFailure {
				continue
			}
		}
		k, ok := g.absent(Value{v: r.Results[i], f: frs[0]}, op, depth+1)
		if !ok || out != nil && (k.Kind() != out.Kind() || !constant.Compare(k, token.EQL, out)) {
			return nil, false
		}
		out = k
	}
	return out, out != nil
}

func zeroOf(t types.Type) (constant.Value, bool) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return constant.MakeString(""), true
		case u.Info()&types.IsInteger != 0:
			return constant.MakeInt64(0), true
		case u.Info()&types.IsFloat != 0:
			return constant.MakeFloat64(0), true
		case u.Info()&types.IsBoolean != 0:
			return constant.MakeBool(false), true
		}
	case *types.Slice, *types.Map, *types.Interface, *types.Pointer:
		return constant.MakeBool(false), true // stands for nil
	}
	return nil, false
}

// testsEmpty reports whether a condition only asks if the reply is there: compared with "", nil or a length of nothing, a bool, or the
// count of EXISTS. A number compared with a number is a value.
func (g *Graph) testsEmpty(cond Value, op *Op, depth int) bool {
	if depth > 6 || cond.v == nil {
		return false
	}
	at := func(x ssa.Value) Value { return Value{v: x, f: cond.f} }
	switch x := cond.v.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return g.testsEmpty(at(x.X), op, depth+1)
		}
	case *ssa.BinOp:
		for _, p := range [][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
			c, ok := p[1].(*ssa.Const)
			if !ok {
				continue
			}
			if c.Value == nil {
				return true
			}
			switch c.Value.Kind() {
			case constant.String:
				return constant.StringVal(c.Value) == ""
			case constant.Bool:
				return g.testsEmpty(at(p[0]), op, depth+1)
			case constant.Int:
				if exists(op) {
					return true
				}
				n := c.Int64()
				call, isCall := p[0].(*ssa.Call)
				if n > 1 || n == 1 && x.Op != token.LSS && x.Op != token.GEQ {
					return false
				}
				if isCall {
					b, ok := call.Call.Value.(*ssa.Builtin)
					return ok && b.Name() == "len"
				}
				a, ok := op.Access()
				return ok && a.Kind == ReadCount && n == 0
			}
		}
		return false
	case *ssa.Call:
		if frs := g.inlined[siteKey{cond.f, x}]; len(frs) == 1 {
			return g.frameTestsEmpty(frs[0], 0, op, depth)
		}
		return exists(op) && isBool(x.Type())
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			if frs := g.inlined[siteKey{cond.f, c}]; len(frs) == 1 {
				return g.frameTestsEmpty(frs[0], x.Index, op, depth)
			}
		}
		if l, ok := x.Tuple.(*ssa.Lookup); ok && x.Index == 1 {
			return l.CommaOk
		}
		return exists(op)
	case *ssa.Parameter:
		for i, p := range cond.f.Fn.Params {
			if p == x && i < len(cond.f.params) && !cond.f.params[i].IsZero() {
				return g.testsEmpty(cond.f.params[i], op, depth+1)
			}
		}
	case *ssa.Phi:
		return exists(op)
	}
	return false
}

func exists(op *Op) bool {
	a, ok := op.Access()
	return ok && (a.Kind == ReadExists || a.Kind == Claim)
}

func (g *Graph) frameTestsEmpty(fr *Frame, i int, op *Op, depth int) bool {
	found := false
	for _, b := range fr.Fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(r.Results) {
			continue
		}
		if _, isConst := r.Results[i].(*ssa.Const); isConst {
			continue
		}
		if !g.testsEmpty(Value{v: r.Results[i], f: fr}, op, depth+1) {
			return false
		}
		found = true
	}
	return found || exists(op)
}
