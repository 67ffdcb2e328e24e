package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Taint is the set of values that depend on some starting values: arithmetic, conversions, struct fields, encoding and decoding through
// pointers, helpers. Errors do not carry it: that a read failed is not what it read.
type Taint struct {
	g    *Graph
	vals map[Value]bool
	// full places hold dependent data; part places contain some (a struct with a dependent field).
	full, part map[*Object]bool
	work       []Value
	// Calls are the calls of code that is not seen which a dependent value was given to.
	calls []*Node
}

// Depend follows data forwards from values and from places.
func (g *Graph) Depend(vals []Value, places []*Object) *Taint {
	t := &Taint{g: g, vals: map[Value]bool{}, full: map[*Object]bool{}, part: map[*Object]bool{}}
	for _, v := range vals {
		t.add(v)
	}
	for _, p := range places {
		t.place(p)
	}
	for len(t.work) > 0 {
		v := t.work[len(t.work)-1]
		t.work = t.work[:len(t.work)-1]
		t.step(v)
	}
	return t
}

// Has reports whether a value depends on the start.
func (t *Taint) Has(v Value) bool {
	if v.v == nil {
		return v.o != nil && (t.full[v.o] || t.part[v.o])
	}
	if t.vals[v] {
		return true
	}
	if p, ok := v.v.(*ssa.Parameter); ok {
		for i, q := range v.f.Fn.Params {
			if p == q && i < len(v.f.params) && !v.f.params[i].IsZero() {
				return t.Has(v.f.params[i])
			}
		}
	}
	// A slice or pointer whose content depends: the varargs of HSet(ctx, key, "n", v), &user.
	for _, o := range t.g.Objects(v) {
		if o.Kind != ObjConst && o.Kind != ObjFunc && (t.full[o] || t.part[o]) {
			return true
		}
	}
	if es, ok := t.g.Elems(v); ok {
		for _, e := range es {
			if !e.IsZero() && e != v && t.Has(e) {
				return true
			}
		}
	}
	return false
}

// Decides reports whether a branch that depends on the start decides if n runs.
func (t *Taint) Decides(n *Node) bool { return len(t.Deciding(n)) > 0 }

// Deciding returns the branches that depend on the start and decide if n runs.
func (t *Taint) Deciding(n *Node) []*Node {
	var out []*Node
	for _, b := range t.g.Nodes {
		if b.Kind == Branch && t.vals[t.g.Cond(b)] && t.g.Controls(b, n) {
			out = append(out, b)
		}
	}
	return out
}

func (t *Taint) add(v Value) {
	if v.v == nil || t.vals[v] {
		return
	}
	if isError(v.v.Type()) {
		return
	}
	t.vals[v] = true
	t.work = append(t.work, v)
}

// place marks a place as dependent; what is read from it, and from the things inside it, depends too.
func (t *Taint) place(o *Object) {
	if t.full[o] || redisObject(o) {
		return
	}
	t.full[o] = true
	for _, l := range t.g.loadsOf(o) {
		t.add(l)
	}
	// Children already interned: fields and elements read through the place.
	for _, c := range t.g.children(o) {
		t.place(c)
	}
	for b := o.Base; b != nil; b = b.Base {
		if t.part[b] {
			break
		}
		t.part[b] = true
		for _, l := range t.g.loadsOf(b) { // the whole struct or slice is read
			if !isPointerChain(l) {
				t.add(l)
			}
		}
		if b.Val.v != nil && b.Kind == ObjCell {
			t.pointerUses(b)
		}
	}
	if o.Kind == ObjCell {
		t.pointerUses(o)
	}
}

// redisObject reports objects of the library: a client does not become dependent data.
func redisObject(o *Object) bool {
	if o.typ == nil {
		return false
	}
	switch redisapi.RoleOf(o.typ) {
	case redisapi.RoleNone, redisapi.RoleCmd:
		return false
	}
	return true
}

func isPointerChain(v Value) bool {
	switch v.v.Type().Underlying().(type) {
	case *types.Pointer:
		return true
	}
	return false
}

// pointerUses visits the calls that a pointer to a dependent place is given to: json.Marshal(&user).
func (t *Taint) pointerUses(o *Object) {
	a := o.Val
	if a.v == nil || a.v.Referrers() == nil {
		return
	}
	t.through(a)
}

// through handles the uses of a pointer or container value as a whole, without marking the pointer itself.
func (t *Taint) through(v Value) {
	for _, r := range *v.v.Referrers() {
		switch r := r.(type) {
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Slice, *ssa.ChangeType:
			val := Value{v: r.(ssa.Value), f: v.f}
			if !t.vals[val] {
				t.vals[val] = true
				t.work = append(t.work, val)
			}
		case ssa.CallInstruction:
			t.call(v, r)
		}
	}
}

// children are the interned fields and elements of a place.
func (g *Graph) children(o *Object) []*Object {
	if g.kids == nil || g.kidsAt != len(g.objects) {
		g.kids = map[*Object][]*Object{}
		for _, x := range g.objects {
			if x.Base != nil {
				g.kids[x.Base] = append(g.kids[x.Base], x)
			}
		}
		g.kidsAt = len(g.objects)
	}
	return g.kids[o]
}

func (t *Taint) step(v Value) {
	refs := v.v.Referrers()
	if refs == nil {
		return
	}
	f := v.f
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Val == v.v {
				for _, p := range t.g.Objects(Value{v: r.Addr, f: f}) {
					t.place(p)
				}
			}
		case *ssa.MapUpdate:
			if r.Value == v.v || r.Key == v.v {
				for _, m := range t.g.Objects(Value{v: r.Map, f: f}) {
					t.place(t.g.elem(m))
					t.add(Value{v: r.Map, f: f})
				}
			}
		case *ssa.Send:
			if r.X == v.v {
				for _, m := range t.g.Objects(Value{v: r.Chan, f: f}) {
					t.place(t.g.elem(m))
				}
			}
		case *ssa.Return:
			t.ret(v, r)
		case ssa.CallInstruction:
			t.call(v, r)
		case *ssa.If, *ssa.Panic, *ssa.DebugRef, *ssa.RunDefers, *ssa.Jump:
		case ssa.Value:
			t.add(Value{v: r, f: f})
		}
	}
}

func (t *Taint) ret(v Value, r *ssa.Return) {
	f := v.f
	if f.Parent == nil || f.Kind == Async || f.Kind == Stub {
		return
	}
	c, ok := f.Site.(*ssa.Call)
	if !ok || f.Op != nil {
		return
	}
	for i, x := range r.Results {
		if x == v.v {
			for _, res := range callResults(c, i) {
				t.add(Value{v: res, f: f.Parent})
			}
		}
	}
}

func (t *Taint) call(v Value, r ssa.CallInstruction) {
	g, f, c := t.g, v.f, r.Common()
	key := siteKey{f, r}
	if op := g.opAt[key]; op != nil {
		if op.Kind == calls.Read {
			t.scanTargets(op)
		}
		if op.Kind == calls.Read && op.Recv == v { // the value of a command that depends
			for i := range op.Fn.Signature().Results().Len() {
				t.add(op.Result(i))
			}
		}
		return
	}
	if frs := g.inlined[key]; len(frs) > 0 && frs[0].Kind != Callback {
		for _, fr := range frs {
			off := len(fr.params) - len(c.Args)
			for i, a := range c.Args {
				if a == v.v && i+off >= 0 && i+off < len(fr.Fn.Params) {
					p := Value{v: fr.Fn.Params[i+off], f: fr}
					if !t.vals[p] && !isError(p.v.Type()) {
						t.vals[p] = true
						t.work = append(t.work, p)
					}
				}
			}
		}
		return
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "copy":
			if len(c.Args) == 2 && c.Args[1] == v.v {
				for _, o := range g.Objects(Value{v: c.Args[0], f: f}) {
					t.place(g.elem(o))
				}
			}
		}
		if call, ok := r.(*ssa.Call); ok {
			t.add(Value{v: call, f: f})
		}
		return
	}
	if n := g.byInstr[key]; n != nil {
		t.calls = append(t.calls, n)
	}
	// Code that is not seen: its results depend on its arguments, and so does what its pointer arguments point to.
	if call, ok := r.(*ssa.Call); ok {
		for i := range resultCount(call) {
			for _, res := range callResults(call, i) {
				t.add(Value{v: res, f: f})
			}
		}
	}
	if callee := c.StaticCallee(); callee != nil && quiet(callee) {
		return
	}
	for _, a := range append(append([]ssa.Value(nil), c.Args...), c.Value) {
		if a == v.v || a == nil {
			continue
		}
		for {
			if mi, ok := a.(*ssa.MakeInterface); ok {
				a = mi.X
				continue
			}
			break
		}
		if _, ptr := a.Type().Underlying().(*types.Pointer); !ptr {
			continue
		}
		for _, o := range g.Objects(Value{v: a, f: f}) {
			if o.Kind == ObjCell || o.Kind == ObjField && o.Local() {
				t.place(o)
			}
		}
	}
}

// quiet reports functions that keep nothing of their arguments: logs and prints.
func quiet(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil {
		return false
	}
	switch obj.Pkg().Path() {
	case "log", "log/slog", "go.uber.org/zap", "github.com/sirupsen/logrus", "testing":
		return true
	case "fmt":
		switch obj.Name() {
		case "Print", "Println", "Printf", "Sprintf", "Sprint", "Errorf":
			return true
		}
	}
	return false
}

// scanTargets marks what a Scan of a dependent command fills.
func (t *Taint) scanTargets(op *Op) {
	if op.Name() != "Scan" && op.Name() != "ScanSlice" {
		return
	}
	for _, a := range op.Args {
		for _, o := range t.g.Objects(a) {
			t.place(o)
		}
		if es, ok := t.g.Elems(a); ok {
			for _, e := range es {
				for _, o := range t.g.Objects(e) {
					t.place(o)
				}
			}
		}
	}
}

// Reply is one place where the reply of a command is read.
type Reply struct {
	Read *Op // the reading operation; nil when a helper of another package returns the reply
	Node *Node
	Vals []Value
	// Places are filled by the reading (Scan).
	Places []*Object
}

// Replies returns the places where the reply of an operation is read as a value (Val, Result, Int, Scan; not Err).
func (g *Graph) Replies(op *Op) []Reply {
	var out []Reply
	cmd := op.Cmd()
	for _, r := range g.Ops {
		if r.Kind != calls.Read || r.Effect != nil {
			continue
		}
		for _, o := range r.Cmds() {
			if o == cmd && cmd != nil {
				if rep, ok := g.replyOf(r); ok {
					out = append(out, rep)
				}
				break
			}
		}
	}
	if op.Effect != nil {
		out = append(out, g.effectReplies(op)...)
	}
	return out
}

// replyOf returns what a reading operation gives.
func (g *Graph) replyOf(r *Op) (Reply, bool) {
	rep := Reply{Read: r, Node: r.Node}
	switch r.Name() {
	case "Err", "SetErr", "SetVal", "Name", "FullName", "Args", "String", "SetFirstKeyPos":
		return rep, false
	case "Scan", "ScanSlice":
		for _, a := range r.Args {
			rep.Places = append(rep.Places, g.Objects(a)...)
			if es, ok := g.Elems(a); ok {
				for _, e := range es {
					rep.Places = append(rep.Places, g.Objects(e)...)
				}
			}
		}
		return rep, true
	}
	for i := range r.Fn.Signature().Results().Len() {
		if isError(r.Fn.Signature().Results().At(i).Type()) {
			continue
		}
		if v := r.Result(i); !v.IsZero() {
			rep.Vals = append(rep.Vals, v)
		}
	}
	return rep, true
}

// ReplyTaint follows the reply of an operation forwards from everywhere it is read.
func (g *Graph) ReplyTaint(op *Op) *Taint {
	var vals []Value
	var places []*Object
	for _, r := range g.Replies(op) {
		vals = append(vals, r.Vals...)
		places = append(places, r.Places...)
	}
	return g.Depend(vals, places)
}
