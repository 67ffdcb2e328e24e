package flow

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

func (g *Graph) contextArg(f *Frame, c *ssa.CallCommon) Value {
	for _, a := range c.Args {
		if isContext(a.Type()) {
			return Value{v: a, f: f}
		}
	}
	return Value{}
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// explicit reports whether a condition asks a counter, the clock or the context.
func (g *Graph) explicit(v Value, depth int) bool {
	if depth > 8 || v.v == nil {
		return false
	}
	switch x := v.v.(type) {
	case *ssa.Call:
		if x.Call.IsInvoke() && isContext(x.Call.Value.Type()) {
			return true
		}
		if callee := x.Call.StaticCallee(); callee != nil {
			if o, ok := callee.Object().(*types.Func); ok && o.Pkg() != nil && (o.Pkg().Path() == "time" || o.Pkg().Path() == "sync/atomic") {
				return true
			}
		}
	case *ssa.Select:
		return true
	case *ssa.UnOp:
		if x.Op == token.MUL {
			for _, place := range g.Objects(Value{v: x.X, f: v.f}) {
				for _, rec := range g.stores[place] {
					if b, ok := rec.val.v.(*ssa.BinOp); ok && (b.Op == token.ADD || b.Op == token.SUB) {
						return true
					}
				}
			}
			return false
		}
	}
	in, ok := v.v.(ssa.Instruction)
	if !ok {
		return false
	}
	for _, op := range in.Operands(nil) {
		if *op != nil && g.explicit(Value{v: *op, f: v.f}, depth+1) {
			return true
		}
	}
	return false
}

func funcOf(f *ssa.Function) *types.Func {
	for ; f != nil; f = f.Parent() {
		if o, ok := origin(f).Object().(*types.Func); ok {
			return o
		}
	}
	return nil
}

// contextBounded reports whether a context is cut off around the loop: by context.WithTimeout or WithDeadline, or by a function that is
// not seen and may do so.
func (l *Loop) contextBounded(ctx Value) bool {
	return l.g.deadline(ctx, func(n *Node) bool { return n == nil || !l.Contains(n) }, 0)
}

func (g *Graph) deadline(ctx Value, outside func(*Node) bool, depth int) bool {
	if ctx.IsZero() || depth > 10 {
		return false
	}
	for _, o := range g.Objects(ctx) {
		v := o.Val
		if e, ok := v.v.(*ssa.Extract); ok {
			v = Value{v: e.Tuple, f: v.f}
		}
		c, ok := v.v.(*ssa.Call)
		if !ok {
			continue
		}
		out := outside(g.byInstr[siteKey{v.f, c}])
		name := ""
		if callee := c.Call.StaticCallee(); callee != nil {
			switch qualified(callee) {
			case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause":
				if out {
					return true
				}
			}
			name = callee.Name()
			if origin(callee).Pkg == g.Pkg.ssa && out && makesDeadline(callee) {
				return true
			}
		} else if c.Call.IsInvoke() {
			name = c.Call.Method.Name()
		}
		if out && (strings.Contains(name, "Timeout") || strings.Contains(name, "Deadline") || strings.Contains(name, "timeout") || strings.Contains(name, "deadline")) {
			return true
		}
		for _, a := range c.Call.Args {
			if isContext(a.Type()) && g.deadline(Value{v: a, f: v.f}, outside, depth+1) {
				return true
			}
		}
	}
	return false
}

// makesDeadline reports whether a function of the package calls context.WithTimeout or WithDeadline.
func makesDeadline(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && c.Call.StaticCallee() != nil {
				switch qualified(c.Call.StaticCallee()) {
				case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause":
					return true
				}
			}
		}
	}
	return false
}
