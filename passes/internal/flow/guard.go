package flow

import (
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/keys"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Names of locks: there are too many lock libraries, and every program has helpers of its own, to know them by type. A wrong guess here
// costs a finding, never a false one.
var (
	lockName   = regexp.MustCompile(`^(?i:(try|get|take|must|do|with|run|under|within|hold|enter)*_?(r?lock|acquire|obtain|mutex|critical|exclusive|singleflight|synchronized|serialize[dr]?$))`)
	lockedName = regexp.MustCompile(`(?i:(with|under|in|has|holds?|holding|while)_?(the|a)?_?lock|[a-z]Locked$|is_?leader)`)
	notLock    = regexp.MustCompile(`^(?i:lockout|locked|.*(key|name|id|ttl|script|value|until|expiry|prefix)$)`)
	unlockName = regexp.MustCompile(`^(?i:(r|try|must)?_?(unlock|release)|free(lock)?$)`)
)

func isLock(name string) bool {
	return name != "RLock" && !notLock.MatchString(name) && lockName.MatchString(name)
}

// Callee is the name of the function that a call node runs, "" for other nodes.
func (n *Node) Callee() string {
	if n.Kind != CallNode {
		return ""
	}
	if c, ok := n.instr.(ssa.CallInstruction); ok {
		return calledName(c.Common())
	}
	return ""
}

// Locked reports whether a lock is held from one node to a later one: a mutex of the process, a distributed lock, or a helper that by its
// name takes or holds one. A lock that is released in between does not count, and neither does one taken after the first node.
func (g *Graph) Locked(from, to *Node) bool {
	for f := from.Frame; f != nil; f = f.Parent {
		if !to.Frame.Within(f) {
			continue
		}
		if strings.HasSuffix(strings.ToLower(f.Fn.Name()), "locked") || f.Kind == Root && lockedName.MatchString(f.Fn.Name()) {
			return true
		}
		if c, ok := f.Site.(ssa.CallInstruction); ok && f.Kind != Async {
			name := calledName(c.Common())
			if isLock(name) || lockedName.MatchString(name) || singleflight(c.Common()) {
				return true
			}
		}
	}
	unlock := func(n *Node) bool {
		return unlockName.MatchString(n.Callee()) && n.Frame.Enclosing(Deferred) == nil && !deferredCall(n)
	}
	lock := func(n *Node) bool {
		name := n.Callee()
		return name != "" && (isLock(name) || lockedName.MatchString(name) || strings.Contains(name, "Leader"))
	}
	if g.Back(from, lock, unlock) == nil {
		return false
	}
	return from == to || g.Search(from, func(n *Node) bool { return n == to }, unlock) != nil
}

func deferredCall(n *Node) bool {
	_, ok := n.instr.(*ssa.Defer)
	return ok
}

func singleflight(c *ssa.CallCommon) bool {
	f := c.StaticCallee()
	if f == nil {
		return false
	}
	obj, _ := f.Object().(*types.Func)
	return obj != nil && obj.Pkg() != nil && strings.HasSuffix(obj.Pkg().Path(), "singleflight")
}

// Clients are the clients that an operation goes through: of a pipeline or transaction, the client that made it.
func (o *Op) Clients() []*Object {
	var out []*Object
	seen := map[*Object]bool{}
	var walk func(x *Object, depth int)
	walk = func(x *Object, depth int) {
		if seen[x] || depth > 4 {
			return
		}
		seen[x] = true
		if (x.Kind == ObjPipe || x.Kind == ObjTx) && x.Op != nil && !x.Op.Recv.IsZero() {
			for _, y := range o.g.Objects(x.Op.Recv) {
				walk(y, depth+1)
			}
			return
		}
		out = append(out, x)
	}
	for _, x := range o.Receivers() {
		walk(x, 0)
	}
	return out
}

// SameClient reports whether two operations go through the same client. Two calls of one getter without arguments give the same client.
func (g *Graph) SameClient(a, b *Op) bool {
	as, bs := a.Clients(), b.Clients()
	if len(as) != 1 || len(bs) != 1 {
		return len(as) > 1 && len(as) == len(bs) && overlapAll(as, bs)
	}
	return as[0] == bs[0] || g.sameGetter(as[0], bs[0])
}

func overlapAll(as, bs []*Object) bool {
	for _, a := range as {
		found := false
		for _, b := range bs {
			found = found || a == b
		}
		if !found {
			return false
		}
	}
	return true
}

// sameGetter reports whether two unknown objects are results of the same function with the same arguments: rdb() and rdb(), s.conn(ctx).
func (g *Graph) sameGetter(a, b *Object) bool {
	if a.Kind == ObjField && b.Kind == ObjField && a.Field == b.Field && a.Base != nil && b.Base != nil {
		return g.sameGetter(a.Base, b.Base)
	}
	if a.Kind != ObjUnknown || b.Kind != ObjUnknown || a.Index != b.Index {
		return a == b
	}
	x, ok1 := a.Val.v.(*ssa.Call)
	y, ok2 := b.Val.v.(*ssa.Call)
	if !ok1 || !ok2 || len(x.Call.Args) != len(y.Call.Args) || x.Call.IsInvoke() != y.Call.IsInvoke() {
		return false
	}
	if x.Call.IsInvoke() {
		if x.Call.Method != y.Call.Method || !g.Same(Value{v: x.Call.Value, f: a.Val.f}, Value{v: y.Call.Value, f: b.Val.f}) {
			return false
		}
	} else if f := x.Call.StaticCallee(); f == nil || f != y.Call.StaticCallee() || strings.HasPrefix(f.Name(), "New") {
		return false
	}
	for i := range x.Call.Args {
		av, bv := Value{v: x.Call.Args[i], f: a.Val.f}, Value{v: y.Call.Args[i], f: b.Val.f}
		if !g.Same(av, bv) && !keys.Same(g.Key(av), g.Key(bv)) {
			return false
		}
	}
	return true
}

// InWatch is the Watch that an operation runs in, nil outside.
func (o *Op) InWatch() *Op {
	if f := o.Node.Frame.Enclosing(Watched); f != nil {
		return f.Op
	}
	for _, x := range o.Receivers() {
		for d := 0; x != nil && d < 4; d++ {
			if x.Kind == ObjTx {
				return x.Op
			}
			if x.Kind != ObjPipe || x.Op == nil {
				break
			}
			x = o.g.One(x.Op.Recv)
		}
	}
	if o.role == redisapi.RoleTx || o.Role() == redisapi.RoleTx {
		return o
	}
	return nil
}

// Covers reports whether the function of another graph is laid out as part of this one.
func (g *Graph) Covers(other *Graph) bool { return g != other && g.used[other.Root.Fn] }

// Exported reports whether the function of the graph can be called from other packages.
func (g *Graph) Exported() bool {
	f := g.Fn()
	return f == nil || f.Exported() && g.Pkg.Types.Name() != "main"
}

// Works reports a call of code that does something of its own: it takes a context, or it is a function value or an interface's method.
func (g *Graph) Works(n *Node) bool {
	if n.Kind != CallNode || n.Op != nil || len(g.inlined[siteKey{n.Frame, n.instr}]) > 0 || g.sites[siteKey{n.Frame, n.instr}] != nil {
		return false
	}
	c, ok := n.instr.(ssa.CallInstruction)
	if !ok || isBuiltin(c.Common()) {
		return false
	}
	f := c.Common().StaticCallee()
	if f != nil && (quiet(f) || std(f)) {
		return false
	}
	if f != nil && len(f.Blocks) > 0 && f.Pkg != nil && isLibraryFunc(f) {
		return false
	}
	if takesContext(c.Common()) {
		return true
	}
	res := c.Common().Signature().Results()
	return f == nil && res.Len() > 0 && isError(res.At(res.Len()-1).Type())
}
