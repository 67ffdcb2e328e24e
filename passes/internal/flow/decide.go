package flow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/keys"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Decision is a branch by which the reply of a command decides whether a node runs.
type Decision struct {
	Branch *Node
	// Absent tells that the node only runs when the reply says that nothing is there, Present that it only runs when something is. With
	// neither, the reply is compared with a value.
	Absent, Present bool

	cond Value
}

// Decisions returns the branches by which the reply of an operation, or the error that stands for a miss, decides if n runs.
func (g *Graph) Decisions(op *Op, n *Node) []Decision {
	var out []Decision
	misses := g.missTests(op)
	for _, b := range g.Nodes {
		if b.Kind != Branch || !g.Controls(b, n) || !g.Reaches(op.Node, b) {
			continue
		}
		cond := g.Cond(b)
		if overAll(cond) {
			continue
		}
		d := Decision{Branch: b, cond: cond}
		side, known, empty := -1, false, false
		if t, ok := misses[b]; ok {
			isN, isB := func(x *Node) bool { return x == n }, func(x *Node) bool { return x == b }
			if t.Sentinel == Miss && g.search(op.Node.Succs, isN, isB) != nil {
				continue // it tells a miss from a failure: without an error n runs, too
			}
			miss := t.Sentinel == Miss == t.Equal // the condition holds for a miss
			if t.Sentinel == NoError {
				miss = !t.Equal
			}
			side, known, empty = 1, true, true
			if miss {
				side = 0
			}
		} else {
			if g.Origin(cond, b).Replies[op] == 0 {
				continue
			}
			var v constant.Value
			if v, known = g.absent(cond, op, 0); known && v.Kind() == constant.Bool {
				side = 1
				if constant.BoolVal(v) {
					side = 0
				}
			}
			empty = side >= 0 && g.testsEmpty(cond, op, 0)
		}
		if empty && side >= 0 && len(b.Succs) == 2 {
			isN, isB := func(x *Node) bool { return x == n }, func(x *Node) bool { return x == b }
			here := g.search([]*Node{b.Succs[side]}, isN, isB) != nil
			there := g.search([]*Node{b.Succs[1-side]}, isN, isB) != nil
			d.Absent, d.Present = here && !there, there && !here
			if !d.Absent && !d.Present {
				continue
			}
		}
		out = append(out, d)
	}
	return out
}

// overAll reports the condition of a loop over a reply: it decides how often, not whether.
func overAll(cond Value) bool {
	switch x := cond.v.(type) {
	case *ssa.Extract:
		_, ok := x.Tuple.(*ssa.Next)
		return ok
	case *ssa.BinOp:
		c, ok := x.Y.(*ssa.Call)
		if !ok || x.Op != token.LSS {
			return false
		}
		b, ok := c.Call.Value.(*ssa.Builtin)
		if !ok || b.Name() != "len" {
			return false
		}
		switch i := x.X.(type) {
		case *ssa.Phi:
			return true
		case *ssa.BinOp:
			_, phi := i.X.(*ssa.Phi)
			return phi
		}
	}
	return false
}

// missTests are the branches that test the error of an operation for a miss, or for any error.
func (g *Graph) missTests(op *Op) map[*Node]ErrTest {
	out := map[*Node]ErrTest{}
	if op.Method != nil && op.Method.Nil == redisapi.NilNever {
		return out // its error says nothing about what is there
	}
	add := func(v Value) {
		if v.v == nil {
			return
		}
		for _, u := range g.ErrUses(v) {
			if u.Kind == UseTest && u.Node != nil && (u.Test.Sentinel == Miss || u.Test.Sentinel == NoError) {
				out[u.Node] = u.Test
			}
		}
	}
	if op.Effect != nil {
		add(g.errOf(op))
		return out
	}
	cmd := op.Cmd()
	for _, r := range g.Ops {
		if r.Kind == calls.Read && r.Effect == nil && slices.Contains(r.Cmds(), cmd) {
			add(r.Err())
		}
	}
	return out
}

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

// Unless reports whether the decision only leaves out a write of what is already there: if current == value { return }. A constant that
// stands for a state does not count when more than the write depends on it.
func (d Decision) Unless(g *Graph, op *Op, values []Value) bool {
	same := func(x ssa.Value) bool {
		k := g.Key(Value{v: x, f: d.cond.f})
		if _, ok := k.Const(); ok && (!isString(x.Type()) || d.More(g, op)) {
			return false
		}
		for _, v := range values {
			if keys.Same(k, g.Key(v)) || g.Same(Value{v: x, f: d.cond.f}, v) {
				return true
			}
		}
		return false
	}
	v := d.cond.v
	for {
		u, ok := v.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			break
		}
		v = u.X
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		return (x.Op == token.EQL || x.Op == token.NEQ) && (same(x.X) || same(x.Y))
	case *ssa.Call:
		if strings.Contains(calledName(&x.Call), "Equal") || calledName(&x.Call) == "Compare" {
			return slices.ContainsFunc(x.Call.Args, same)
		}
	}
	return false
}

// LooksUp reports whether the decision reads a member of the reply, for a reply that is a whole hash.
func (d Decision) LooksUp(g *Graph, members []keys.Key) bool {
	var walk func(v ssa.Value, depth int) bool
	walk = func(v ssa.Value, depth int) bool {
		if depth > 5 {
			return false
		}
		switch x := v.(type) {
		case *ssa.Lookup:
			k := g.Key(Value{v: x.Index, f: d.cond.f})
			return slices.ContainsFunc(members, func(m keys.Key) bool { return keys.Same(k, m) })
		case *ssa.BinOp:
			return walk(x.X, depth+1) || walk(x.Y, depth+1)
		case *ssa.UnOp:
			return walk(x.X, depth+1)
		case *ssa.Extract:
			return walk(x.Tuple, depth+1)
		case *ssa.Convert:
			return walk(x.X, depth+1)
		case *ssa.Call:
			return slices.ContainsFunc(x.Call.Args, func(a ssa.Value) bool { return walk(a, depth+1) })
		}
		return false
	}
	return walk(d.cond.v, 0)
}

// More reports whether the branch decides more than an operation: another effect, another call, or what the function returns.
func (d Decision) More(g *Graph, op *Op) bool {
	b := d.Branch
	isB := func(x *Node) bool { return x == b }
	reach := func(start *Node) map[*Node]bool {
		out := map[*Node]bool{}
		g.search([]*Node{start}, func(x *Node) bool { out[x] = true; return false }, isB)
		return out
	}
	if len(b.Succs) != 2 {
		return true
	}
	one, two := reach(b.Succs[0]), reach(b.Succs[1])
	for _, n := range g.Nodes {
		if one[n] == two[n] || n.Op == op {
			continue
		}
		switch n.Kind {
		case ReturnNode:
			if g.Return(n) != ReturnFailure && (n.Frame.Fn.Signature.Results().Len() > 1 || n.Frame.Fn.Signature.Results().Len() == 1 && !isError(n.Frame.Fn.Signature.Results().At(0).Type())) {
				return true
			}
			if g.Return(n) == ReturnFailure && !one[op.Node] == one[n] { // the other side fails
				return true
			}
		case CallNode:
			if n.Op != nil {
				if n.Op.Kind == calls.Read || n.Op.Kind == calls.Exec {
					continue
				}
				return true
			}
			if c, ok := n.instr.(ssa.CallInstruction); ok {
				if f := c.Common().StaticCallee(); f != nil && (quiet(f) || std(f)) || isBuiltin(c.Common()) {
					continue
				}
				return true
			}
		}
	}
	return false
}

// Kept reports whether the reply of an operation is used for more than decisions: returned, or given to code that is not seen.
func (g *Graph) Kept(op *Op) bool {
	t := g.ReplyTaint(op)
	for _, n := range t.calls {
		c, ok := n.instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if f := c.Common().StaticCallee(); f != nil {
			if quiet(f) {
				continue
			}
			if o, ok := f.Object().(*types.Func); ok && o.Pkg() != nil && (o.Pkg().Path() == "strings" || o.Pkg().Path() == "strconv") {
				continue
			}
		}
		return true
	}
	for _, n := range g.Nodes {
		ret, ok := n.instr.(*ssa.Return)
		if !ok || n.Frame != g.Root {
			continue
		}
		for _, r := range ret.Results {
			if !isError(r.Type()) && g.Origin(Value{v: r, f: n.Frame}, n).Replies[op]&(Same|Added|Subtracted|Joined) != 0 {
				return true
			}
		}
	}
	return false
}

// Uses tells what a reply is used for.
type Uses struct {
	Kept    bool // it is returned or given to code that is not seen, not only as the name of something to delete
	Decides bool // it decides a branch
}

// Uses tells what the reply of an operation is used for.
func (g *Graph) Uses(op *Op) Uses {
	return Uses{Kept: g.Kept(op) || g.Returned(op), Decides: g.Tested(op)}
}

// Graph is the graph that the operation is part of.
func (o *Op) Graph() *Graph { return o.g }

// Tested reports whether the reply of an operation decides a branch.
func (g *Graph) Tested(op *Op) bool {
	if a, ok := op.Access(); ok && a.Kind == Claim && op.Name() != "SetNX" && op.Name() != "HSetNX" && len(g.missTests(op)) > 0 {
		return true // SET with NX says no by a null reply
	}
	for _, b := range g.Nodes {
		if b.Kind == Branch && g.Reaches(op.Node, b) && g.Origin(g.Cond(b), b).Replies[op] != 0 {
			return true
		}
	}
	return false
}

// Place is where an operation is seen from: the call of the library, or the call of the helper that contains it.
type Place struct {
	Pos, End token.Pos
	// Name is the called method or function.
	Name string
	// Call is the call of the library when the place is that.
	Call *calls.Call

	site  ssa.CallInstruction
	frame *Frame
	expr  *ast.CallExpr
}

// Arg is the argument of a helper's call that is a key, nil when the helper builds the key.
func (p Place) Arg(g *Graph, k Key) ast.Expr {
	if p.site == nil || p.expr == nil || p.frame == nil {
		return nil
	}
	args := p.site.Common().Args
	off := len(args) - len(p.expr.Args)
	for i, a := range args {
		if j := i - off; j >= 0 && j < len(p.expr.Args) && isString(a.Type()) && keys.Same(g.Key(Value{v: a, f: p.frame}), k) {
			return p.expr.Args[j]
		}
	}
	return nil
}

// Places returns where two operations are seen from in the innermost function that has both.
func (g *Graph) Places(a, b *Op) (Place, Place) {
	f := a.Node.Frame
	for f != nil && !b.Node.Frame.Within(f) {
		f = f.Parent
	}
	return g.placeIn(a, f), g.placeIn(b, f)
}

func (g *Graph) placeIn(op *Op, top *Frame) Place {
	site, frame := ssa.Instruction(op.instr), op.Node.Frame
	f := op.Node.Frame
	if f == top || top == nil || within(f, top) {
		if op.Call != nil {
			return Place{Pos: op.Pos(), End: op.End(), Name: op.Name(), Call: op.Call}
		}
	} else {
		for f != nil && f.Parent != top {
			f = f.Parent
		}
		if f != nil && f.Site != nil {
			site, frame = f.Site, f.Parent
		}
	}
	p := Place{Pos: op.Pos(), Name: op.Name()}
	if c, ok := site.(ssa.CallInstruction); ok {
		p.Pos, p.End, p.Name = c.Common().Pos(), token.NoPos, calledName(c.Common())
		if p.Name == "" {
			p.Name = op.Name()
		}
		if e := g.callExpr(c); e != nil {
			p.Pos, p.End, p.site, p.frame, p.expr = e.Pos(), e.End(), c, frame, e
		}
	}
	return p
}

// within reports whether a frame is part of the text of another: a closure inside it that runs in place.
func within(f, top *Frame) bool {
	for ; f != nil && f != top; f = f.Parent {
		if f.Fn.Parent() == nil {
			return false
		}
	}
	return f == top
}

// callExpr is the expression of a call.
func (g *Graph) callExpr(c ssa.CallInstruction) *ast.CallExpr {
	var out *ast.CallExpr
	if s := c.Parent().Syntax(); s != nil {
		ast.Inspect(s, func(n ast.Node) bool {
			if e, ok := n.(*ast.CallExpr); ok && e.Lparen == c.Common().Pos() {
				out = e
			}
			return out == nil
		})
	}
	return out
}

// Covered reports whether the function of a graph is private and laid out as part of another graph, where its callers are seen.
func (p *Package) Covered(g *Graph) bool {
	if g.Exported() {
		return false
	}
	for _, other := range p.Graphs() {
		if other.Covers(g) {
			return true
		}
	}
	return false
}

// Equals reports whether the decision asks if the reply equals a value that is no constant.
func (d Decision) Equals(g *Graph) bool {
	v := d.cond.v
	for {
		u, ok := v.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			break
		}
		v = u.X
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		_, c1 := x.X.(*ssa.Const)
		_, c2 := x.Y.(*ssa.Const)
		return (x.Op == token.EQL || x.Op == token.NEQ) && !c1 && !c2
	case *ssa.Call:
		return strings.Contains(calledName(&x.Call), "Equal") || strings.Contains(calledName(&x.Call), "Compare")
	}
	return false
}
