package flow

import (
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Change is a set of the ways in which data was changed on its way.
type Change uint8

// The ways. Same means that the data also arrives as it was: copied, converted, encoded and decoded.
const (
	Same       Change = 1 << iota
	Added             // n + x
	Subtracted        // n - x
	Joined            // text + x
	Altered           // anything else
)

// Changed reports whether the data arrives changed.
func (c Change) Changed() bool { return c&^Same != 0 }

// Origin says where a value comes from, as seen on the paths that lead to its use.
type Origin struct {
	// Replies are the commands whose replies the value depends on.
	Replies map[*Op]Change
	// Loaded is true when the value may come from code that knows more than its arguments: a database, a request, a function value.
	Loaded bool
	// Outside is true when the value may come from a parameter, a field or a package variable.
	Outside bool
}

func (o *Origin) merge(p Origin) {
	for op, c := range p.Replies {
		if o.Replies == nil {
			o.Replies = map[*Op]Change{}
		}
		o.Replies[op] |= c
	}
	o.Loaded = o.Loaded || p.Loaded
	o.Outside = o.Outside || p.Outside
}

// changed is the origin after a change of the data.
func (o Origin) changed(c Change) Origin {
	out := Origin{Loaded: o.Loaded, Outside: o.Outside}
	for op, old := range o.Replies {
		if out.Replies == nil {
			out.Replies = map[*Op]Change{}
		}
		out.Replies[op] = old&^Same | c
	}
	return out
}

// Origin follows a value backwards from its use at a node: through arithmetic, conversions, encodings, structs, maps and helpers, and
// through memory along the paths that lead to the use. What was overwritten in between does not count.
func (g *Graph) Origin(v Value, at *Node) Origin {
	t := &tracer{g: g, busy: map[traceKey]bool{}, done: map[traceKey]Origin{}}
	return t.content(v, at)
}

type traceKey struct {
	v  Value
	o  *Object
	at *Node
}

type tracer struct {
	g     *Graph
	busy  map[traceKey]bool
	done  map[traceKey]Origin
	depth int
	steps int
	cut   bool // a cycle or the bound cut a question short: what was computed meanwhile is not kept
}

const maxTrace = 4000 // values and places of one question

// content is the origin of a value and of what it points to.
func (t *tracer) content(v Value, at *Node) Origin {
	out := t.value(v, at)
	if v.v == nil || at == nil || !pointsTo(v) {
		return out
	}
	for _, o := range t.g.Objects(v) {
		switch o.Kind {
		case ObjConst, ObjFunc, ObjCmd, ObjPipe, ObjTx, ObjResult, ObjSlice:
			continue
		case ObjParam, ObjGlobal:
			out.Outside = true
		}
		inner := t.place(o, at, false)
		if len(inner.Replies) == 0 && len(out.Replies) > 0 && t.touched(o, at) {
			out = out.changed(Altered)
		}
		out.merge(inner)
	}
	return out
}

func pointsTo(v Value) bool {
	for {
		mi, ok := v.v.(*ssa.MakeInterface)
		if !ok {
			break
		}
		v.v = mi.X
	}
	switch v.v.Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Interface:
		return true
	}
	return false
}

func (t *tracer) value(v Value, at *Node) Origin {
	if v.o != nil {
		return Origin{Outside: true}
	}
	if v.v == nil {
		return Origin{}
	}
	key := traceKey{v: v}
	if pointsTo(v) {
		key.at = at
	}
	if o, ok := t.done[key]; ok {
		return o
	}
	t.steps++
	if t.busy[key] || t.steps > maxTrace {
		t.cut = true
		return Origin{}
	}
	t.busy[key] = true
	outer := t.cut
	t.cut = false
	o := t.step(v, at)
	delete(t.busy, key)
	if !t.cut || len(t.busy) == 0 {
		t.done[key] = o
	}
	t.cut = t.cut || outer
	return o
}

func (t *tracer) step(v Value, at *Node) (out Origin) {
	in := func(x ssa.Value) Origin { return t.value(Value{v: x, f: v.f}, at) }
	switch x := v.v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.MakeClosure, *ssa.Builtin, *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
	case *ssa.Global, *ssa.FreeVar:
		out.Outside = true
	case *ssa.Parameter:
		for i, p := range v.f.Fn.Params {
			if p == x && i < len(v.f.params) && !v.f.params[i].IsZero() {
				return t.content(v.f.params[i], t.entered(v.f, at))
			}
		}
		out.Outside = true
	case *ssa.BinOp:
		out = in(x.X)
		y := in(x.Y)
		switch {
		case x.Op == token.ADD && isString(x.Type()):
			out, y = out.changed(Joined), y.changed(Altered)
		case x.Op == token.ADD:
			out, y = out.changed(Added), y.changed(Added)
		case x.Op == token.SUB:
			out, y = out.changed(Subtracted), y.changed(Altered)
		default:
			out, y = out.changed(Altered), y.changed(Altered)
		}
		out.merge(y)
	case *ssa.UnOp:
		switch x.Op {
		case token.MUL:
			return t.load(v, x, at)
		case token.ARROW:
			return Origin{Loaded: true}
		}
		return in(x.X).changed(Altered)
	case *ssa.Convert:
		return in(x.X)
	case *ssa.ChangeType:
		return in(x.X)
	case *ssa.ChangeInterface:
		return in(x.X)
	case *ssa.MakeInterface:
		return in(x.X)
	case *ssa.MultiConvert:
		return in(x.X)
	case *ssa.SliceToArrayPointer:
		return in(x.X)
	case *ssa.TypeAssert:
		return in(x.X)
	case *ssa.Slice:
		if es, ok := t.g.Elems(v); ok {
			for _, e := range es {
				if !e.IsZero() && e != v {
					out.merge(t.content(e, at))
				}
			}
			return out
		}
		out = in(x.X)
		if x.Low != nil || x.High != nil {
			out = out.changed(Altered)
		}
	case *ssa.Field:
		return in(x.X)
	case *ssa.FieldAddr:
		return in(x.X)
	case *ssa.IndexAddr:
		return in(x.X)
	case *ssa.Index:
		out = in(x.X)
		out.merge(in(x.Index).changed(Altered))
	case *ssa.Lookup:
		out = in(x.X)
		out.merge(t.within(Value{v: x.X, f: v.f}, at))
		out.merge(in(x.Index).changed(Altered))
	case *ssa.Next:
		if r, ok := x.Iter.(*ssa.Range); ok {
			out = in(r.X)
			out.merge(t.within(Value{v: r.X, f: v.f}, at))
		}
	case *ssa.Phi:
		return t.phi(v, x, at)
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return t.call(v.f, c, x.Index, at)
		}
		return in(x.Tuple)
	case *ssa.Call:
		return t.call(v.f, x, 0, at)
	case *ssa.Select:
		return Origin{Loaded: true}
	}
	return out
}

// within is what is known of the elements of a map or slice.
func (t *tracer) within(v Value, at *Node) (out Origin) {
	if at == nil {
		return out
	}
	for _, o := range t.g.Objects(v) {
		switch o.Kind {
		case ObjCell, ObjField, ObjElem, ObjUnknown:
			out.merge(t.place(o, at, true))
		}
	}
	return out
}

// entered is the node from which a frame was entered: what its parameters point to is looked at from inside, when the use is inside.
func (t *tracer) entered(f *Frame, at *Node) *Node {
	if at != nil {
		return at
	}
	return f.Entry
}

// phi merges. Constants that a reply selects depend on it: next := "on"; if current == "on" { next = "off" }.
func (t *tracer) phi(v Value, x *ssa.Phi, at *Node) (out Origin) {
	consts := map[string]bool{}
	for _, e := range x.Edges {
		out.merge(t.value(Value{v: e, f: v.f}, at))
		if c, ok := e.(*ssa.Const); ok && c.Value != nil {
			consts[c.Value.ExactString()] = true
		} else if p, ok := e.(*ssa.Phi); !ok || p != x {
			consts["?"] = true
		}
	}
	if len(consts) < 2 || consts["?"] {
		return out
	}
	seen := map[*ssa.BasicBlock]bool{}
	for _, p := range x.Block().Preds {
		for d := p; d != nil && !seen[d]; d = d.Idom() {
			seen[d] = true
			if i, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok {
				sel := t.value(Value{v: i.Cond, f: v.f}, nil)
				for op := range sel.Replies {
					out.merge(Origin{Replies: map[*Op]Change{op: Altered}})
				}
			}
			if d == x.Block().Idom() {
				break
			}
		}
	}
	return out
}

// load is what an address holds where it is read.
func (t *tracer) load(v Value, x *ssa.UnOp, at *Node) (out Origin) {
	addr := Value{v: x.X, f: v.f}
	here := t.g.here[siteKey{v.f, x}]
	if here == nil {
		return t.loose(v.f, x.X, 0)
	}
	if ia, ok := x.X.(*ssa.IndexAddr); ok { // an element of a reply: items[0]
		out = t.value(Value{v: ia.X, f: v.f}, here)
		out.merge(t.value(Value{v: ia.Index, f: v.f}, here).changed(Altered))
	}
	if fa, ok := x.X.(*ssa.FieldAddr); ok { // a field behind a pointer that something returned
		switch fa.X.(type) {
		case *ssa.Call, *ssa.Extract, *ssa.Phi, *ssa.UnOp, *ssa.Parameter:
			out = t.value(Value{v: fa.X, f: v.f}, here)
		}
	}
	places := t.g.Objects(addr)
	if len(places) == 0 {
		out.Outside = true
	}
	for _, p := range places {
		switch p.Kind {
		case ObjConst:
			continue
		case ObjParam, ObjGlobal:
			out.Outside = true
		}
		if !p.Local() && p.Kind != ObjUnknown {
			out.Outside = true
		}
		switch root := p.Root(); {
		case root.Kind == ObjUnknown && root.Val.v != nil:
			out.merge(t.value(root.Val, here))
		case root.Kind == ObjResult && root.Op != nil && root.Op.Kind == calls.Read:
			out.merge(t.replies(root.Op))
		}
		out.merge(t.place(p, here, true))
	}
	return out
}

// loose is load in a function that is not laid out: everything ever stored counts.
func (t *tracer) loose(f *Frame, addr ssa.Value, depth int) (out Origin) {
	if depth > 3 {
		return out
	}
	in := func(x ssa.Value) { out.merge(t.value(Value{v: x, f: f}, nil)) }
	switch a := addr.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
	case *ssa.FieldAddr:
		return t.loose(f, a.X, depth+1)
	case *ssa.IndexAddr:
		in(a.X)
		return out
	default:
		in(addr)
		out.merge(Origin{Outside: true})
		return out
	}
	if addr.Referrers() == nil {
		return out
	}
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == addr {
				in(r.Val)
			}
		case *ssa.FieldAddr:
			for _, rr := range *r.Referrers() {
				if st, ok := rr.(*ssa.Store); ok && st.Addr == r {
					in(st.Val)
				}
			}
		case *ssa.MapUpdate:
			in(r.Value)
		case *ssa.MakeInterface:
			for _, rr := range *r.Referrers() {
				if c, ok := rr.(ssa.CallInstruction); ok {
					for _, a := range c.Common().Args {
						if a != r {
							in(a)
						}
					}
				}
			}
		case ssa.CallInstruction:
			for _, a := range r.Common().Args {
				if a != addr {
					in(a)
				}
			}
		}
	}
	return out
}

// place is what a place holds at a node: the definitions that reach it, walking backwards until each path meets one that replaces all.
// With first, the node itself has already run.
func (t *tracer) place(p *Object, at *Node, first bool) Origin {
	key := traceKey{o: p, at: at}
	if o, ok := t.done[key]; ok {
		return o
	}
	t.steps++
	if t.busy[key] || t.steps > maxTrace {
		t.cut = true
		return Origin{}
	}
	t.busy[key] = true
	outer := t.cut
	t.cut = false
	var whole, parts Origin
	partly := false
	seen := map[*Node]bool{}
	work := append([]*Node(nil), at.Preds...)
	if first {
		work = []*Node{at}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		d := t.defines(p, n)
		switch d.kind {
		case defWhole:
			whole.merge(d.from)
			continue
		case defPart:
			parts.merge(d.from)
			partly = true
		}
		work = append(work, n.Preds...)
	}
	if partly {
		whole, parts = whole.changed(Altered), parts.changed(Altered)
	}
	whole.merge(parts)
	delete(t.busy, key)
	if !t.cut || len(t.busy) == 0 {
		t.done[key] = whole
	}
	t.cut = t.cut || outer
	return whole
}

// touched reports whether a part of what a value holds was changed on the way to its use.
func (t *tracer) touched(p *Object, at *Node) bool {
	return t.g.Back(at, func(n *Node) bool { return t.defines(p, n).kind == defPart }, func(n *Node) bool { return t.defines(p, n).kind == defWhole }) != nil
}

type defKind uint8

const (
	defNone defKind = iota
	defPart
	defWhole
)

type def struct {
	kind defKind
	from Origin
}

// inside reports whether p is q or a part of it.
func inside(p, q *Object) bool {
	for ; p != nil; p = p.Base {
		if p == q {
			return true
		}
	}
	return false
}

// defines tells what a node does to a place.
func (t *tracer) defines(p *Object, n *Node) def {
	g := t.g
	if n.Op != nil {
		return t.fills(p, n)
	}
	switch in := n.instr.(type) {
	case *ssa.Store:
		qs := g.Objects(Value{v: in.Addr, f: n.Frame})
		for _, q := range qs {
			switch {
			case inside(p, q) && len(qs) == 1 && q.Kind != ObjElem:
				return def{defWhole, t.content(Value{v: in.Val, f: n.Frame}, n)}
			case inside(p, q), inside(q, p):
				return def{defPart, t.content(Value{v: in.Val, f: n.Frame}, n)}
			}
		}
	case *ssa.MapUpdate:
		for _, m := range g.Objects(Value{v: in.Map, f: n.Frame}) {
			if q := g.elem(m); inside(q, p) || p == q {
				return def{defPart, t.content(Value{v: in.Value, f: n.Frame}, n)}
			}
		}
	case ssa.CallInstruction:
		if n.Kind == CallNode {
			return t.given(p, n, in)
		}
	}
	return def{}
}

// fills is defines for operations of the library: Scan fills its arguments, and so do helpers of other packages.
func (t *tracer) fills(p *Object, n *Node) def {
	op := n.Op
	if op.Node != n {
		return def{}
	}
	hit := func(v Value) bool {
		for _, q := range t.g.Objects(v) {
			if inside(p, q) {
				return true
			}
		}
		if es, ok := t.g.Elems(v); ok {
			for _, e := range es {
				for _, q := range t.g.Objects(e) {
					if inside(p, q) {
						return true
					}
				}
			}
		}
		return false
	}
	switch {
	case op.Effect != nil:
		for _, i := range op.Effect.Into {
			if st := t.g.siteOf(op); st != nil && i < len(st.args) && hit(st.args[i]) {
				return def{defWhole, Origin{Replies: map[*Op]Change{op: Same}}}
			}
		}
	case op.Kind == calls.Read && (op.Name() == "Scan" || op.Name() == "ScanSlice"):
		for _, a := range op.Args {
			if hit(a) {
				return def{defWhole, t.replies(op)}
			}
		}
	}
	return def{}
}

func (t *tracer) replies(read *Op) (out Origin) {
	for _, c := range read.Cmds() {
		if c.Kind == ObjCmd && c.Op != nil {
			out.merge(Origin{Replies: map[*Op]Change{c.Op: Same}})
		}
	}
	return out
}

// given is defines for a call that is given the place or something around it.
func (t *tracer) given(p *Object, n *Node, in ssa.CallInstruction) def {
	g, c := t.g, in.Common()
	if len(g.inlined[siteKey{n.Frame, in}]) > 0 { // its own nodes tell
		return def{}
	}
	callee := c.StaticCallee()
	if callee != nil && quiet(callee) {
		return def{}
	}
	b, builtin := c.Value.(*ssa.Builtin)
	name := calledName(c)
	args := append([]ssa.Value(nil), c.Args...)
	if c.IsInvoke() {
		args = append(args, c.Value)
	}
	hit, whole := -1, false
	for i, a := range args {
		if !mayWrite(a) {
			continue
		}
		for _, q := range g.Objects(Value{v: a, f: n.Frame}) {
			if q.Kind == ObjConst || q.Kind == ObjFunc {
				continue
			}
			switch {
			case inside(p, q):
				hit, whole = i, true
			case inside(q, p):
				hit = i
			}
		}
	}
	if hit < 0 && readers.MatchString(name) { // json.NewEncoder(&buf).Encode(v)
		if mk, ok := receiverOf(c).(*ssa.Call); ok {
			for _, a := range mk.Call.Args {
				for _, q := range g.Objects(Value{v: a, f: n.Frame}) {
					if inside(p, q) {
						return def{defPart, t.rest(n, args, -1)}
					}
				}
			}
		}
	}
	if hit < 0 {
		return def{}
	}
	if builtin {
		switch b.Name() {
		case "delete", "clear", "copy":
			return def{defPart, t.rest(n, args, hit)}
		}
		return def{}
	}
	switch {
	case callee != nil && std(callee) && hit == 0 && strings.HasPrefix(name, "Write"): // strings.Builder, bytes.Buffer
		return def{defPart, t.rest(n, args, hit)}
	case writers.MatchString(name): // Unmarshal, Decode, Scan, Parse
		if whole {
			return def{defWhole, t.rest(n, args, hit)}
		}
		return def{defPart, t.rest(n, args, hit)}
	case readers.MatchString(name):
		return def{}
	case takesContext(c) || loaders.MatchString(name):
		if whole {
			return def{defWhole, Origin{Loaded: true}}
		}
		return def{defPart, Origin{Loaded: true}}
	case callee != nil && std(callee):
		if hit == 0 && callee.Signature.Recv() != nil && len(c.Args) == 1 {
			return def{} // a getter: buf.Bytes()
		}
		return def{defPart, t.rest(n, args, hit)}
	case callee != nil && g.Pkg.ssa == origin(callee).Pkg && onlyReads(callee, hit):
		return def{}
	}
	return def{defPart, t.rest(n, args, hit)}
}

// rest is the origin of the other arguments of a call.
func (t *tracer) rest(n *Node, args []ssa.Value, but int) (out Origin) {
	for i, a := range args {
		if i != but {
			out.merge(t.content(Value{v: a, f: n.Frame}, n))
		}
	}
	return out
}

func receiverOf(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if f := c.StaticCallee(); f != nil && f.Signature.Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

// mayWrite reports whether a callee can change what an argument refers to.
func mayWrite(a ssa.Value) bool {
	for {
		switch x := a.(type) {
		case *ssa.MakeInterface:
			a = x.X
			continue
		case *ssa.ChangeInterface:
			a = x.X
			continue
		}
		break
	}
	switch a.Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Interface:
		return true
	}
	return false
}

// onlyReads reports whether a function stores nothing through its i-th parameter and gives it to nobody.
func onlyReads(f *ssa.Function, i int) bool {
	if i >= len(f.Params) || f.Params[i].Referrers() == nil {
		return false
	}
	for _, r := range *f.Params[i].Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			for _, rr := range *r.Referrers() {
				if u, ok := rr.(*ssa.UnOp); !ok || u.Op != token.MUL {
					return false
				}
			}
		case *ssa.UnOp, *ssa.Lookup, *ssa.BinOp, *ssa.If:
		default:
			return false
		}
	}
	return true
}

// Names tell what code that is not seen does, where types cannot: these are the verbs of encoders, decoders and stores.
var (
	writers = regexp.MustCompile(`^(?i:unmarshal|decode|deseriali[sz]e|parse|scan|unpack|decompress|from|sscan|gunzip|thaw|load(json|bytes))`)
	readers = regexp.MustCompile(`^(?i:marshal|encode|seriali[sz]e|validate|check|pack|compress|dump|save|update|insert|upsert|store|persist|put|send|publish|emit|notify|log|write|hash|equal|compare|to(json|string|bytes))`)
	loaders = regexp.MustCompile(`^(?i:load|fetch|find|query|lookup|read|select|exec|request|call|get[A-Z].*(ctx|by)|first|take)`)
	keepers = regexp.MustCompile(`^(?i:(un)?marshal|(en|de)code|(de)?seriali[sz]e|parse|atoi|itoa|format|string|bytes|int|uint|float|bool|quote|unquote|trimspace|newreader|newbuffer|newdecoder|newencoder|newscanner|clone|copy|from|(un)?pack|(de)?compress|gzip|gunzip|val|value|ptr|result|to(json|string|bytes|int|float|map|struct|entity|model|domain|dto|proto))`)
)

// calledName is the name of the function that a call runs, "" for a function value.
func calledName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.Name()
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name()
	}
	if f := c.StaticCallee(); f != nil {
		return origin(f).Name()
	}
	return ""
}

func takesContext(c *ssa.CallCommon) bool {
	sig := c.Signature()
	for i := range sig.Params().Len() {
		if n, ok := types.Unalias(sig.Params().At(i).Type()).(*types.Named); ok && n.Obj().Name() == "Context" {
			return true
		}
	}
	return false
}

// std reports functions of the standard library that compute and do not fetch.
func std(f *ssa.Function) bool {
	o := origin(f)
	obj, _ := o.Object().(*types.Func)
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	path := obj.Pkg().Path()
	first, _, _ := strings.Cut(path, "/")
	if strings.Contains(first, ".") {
		return false
	}
	switch path {
	case "os", "io", "bufio", "net", "net/http", "database/sql", "os/exec", "io/fs":
		return false
	}
	return true
}

// generators are packages whose results are made up on the spot.
var generators = regexp.MustCompile(`(^|[/-])(g?uuid|xid|ulid|ksuid|nanoid|go-nanoid|rand|shortid|sonyflake|snowflake)(/|$|\.v|-)`)

// call is the origin of result i of a call.
func (t *tracer) call(f *Frame, c *ssa.Call, i int, at *Node) (out Origin) {
	g := t.g
	key := siteKey{f, c}
	if ty := resultType(c, i); ty != nil && isError(ty) {
		return out
	}
	n := g.byInstr[key]
	if n == nil {
		n = at
	}
	if op := g.opAt[key]; op != nil {
		switch op.Kind {
		case calls.Read:
			return t.replies(op)
		case calls.Command, calls.Do, calls.ScriptRun:
			return Origin{Replies: map[*Op]Change{op: Same}}
		}
		return Origin{Loaded: true}
	}
	if st := g.sites[key]; st != nil {
		if i < len(st.sum.Results) {
			for _, j := range st.sum.Results[i].Reply {
				if j < len(st.ops) && st.ops[j] != nil {
					out.merge(Origin{Replies: map[*Op]Change{st.ops[j]: Same}})
				}
			}
		}
		if len(out.Replies) == 0 {
			out.Loaded = true
		}
		return out
	}
	if frs := g.inlined[key]; len(frs) > 0 && frs[0].Kind == Called {
		if t.depth > 12 {
			return out
		}
		t.depth++
		defer func() { t.depth-- }()
		for _, fr := range frs {
			for _, b := range fr.Fn.Blocks {
				if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && i < len(r.Results) {
					rn := g.byInstr[siteKey{fr, r}]
					if rn == nil {
						continue // never reached
					}
					out.merge(t.content(Value{v: r.Results[i], f: fr}, rn))
				}
			}
		}
		return out
	}
	args := func() (out Origin) {
		for _, a := range c.Call.Args {
			out.merge(t.content(Value{v: a, f: f}, n))
		}
		if c.Call.IsInvoke() {
			out.merge(t.content(Value{v: c.Call.Value, f: f}, n))
		}
		return out
	}
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "append", "len", "cap", "min", "max":
			return args().changed(Altered)
		}
		return args()
	}
	name := calledName(&c.Call)
	callee := c.Call.StaticCallee()
	if callee == nil && !c.Call.IsInvoke() {
		return Origin{Loaded: true} // a function value
	}
	keeps := keepers.MatchString(name) || name == "Sprint" || name == "Sprintf" && t.oneArg(f, c)
	if callee != nil && std(callee) {
		out = args()
		if !keeps {
			out = out.changed(Altered)
		}
		return out
	}
	if callee != nil {
		if obj, ok := origin(callee).Object().(*types.Func); ok && obj.Pkg() != nil && generators.MatchString(obj.Pkg().Path()) {
			return out
		}
	}
	if takesContext(&c.Call) || loaders.MatchString(name) && !keeps || callee != nil && g.fetches(callee, 0) {
		return Origin{Loaded: true}
	}
	out = args()
	if !keeps {
		out = out.changed(Altered)
	}
	if len(out.Replies) == 0 && !keeps && (callee == nil || len(callee.Blocks) == 0) && !makesUp.MatchString(name) {
		out.Loaded = true
	}
	return out
}

var makesUp = regexp.MustCompile(`(?i:new|gen|make|rand|token|uuid|id$|now|create|build)`)

// oneArg reports a Sprintf that formats one value and nothing else.
func (t *tracer) oneArg(f *Frame, c *ssa.Call) bool {
	format, ok := c.Call.Args[0].(*ssa.Const)
	if !ok || format.Value == nil || format.Value.Kind() != constant.String {
		return false
	}
	s := constant.StringVal(format.Value)
	return len(s) >= 2 && s[0] == '%' && strings.Count(s, "%") == 1 && !strings.ContainsAny(s, " :|,;-_")
}

// fetches reports whether a function of the package gets its results from elsewhere: it or its helpers take a context or call a loader.
func (g *Graph) fetches(f *ssa.Function, depth int) bool {
	o := origin(f)
	if o.Pkg != g.Pkg.ssa || depth > 2 {
		return false
	}
	for _, b := range o.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			cc := c.Common()
			callee := cc.StaticCallee()
			if callee != nil && std(callee) && !takesContext(cc) || isBuiltin(cc) {
				continue
			}
			if takesContext(cc) || loaders.MatchString(calledName(cc)) || callee != nil && g.fetches(callee, depth+1) {
				return true
			}
		}
	}
	return false
}

func isBuiltin(c *ssa.CallCommon) bool {
	_, ok := c.Value.(*ssa.Builtin)
	return ok
}
