package flow

import (
	"go/types"

	"github.com/redisvet/redisvet/passes/internal/keys"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// StaleWrite is a write of a transaction that depends on a read from before its Watch.
type StaleWrite struct {
	Read, Write *Op
	// Decides is true when the read decides whether the write happens, false when what is written is computed from it.
	Decides bool
}

// InTx returns the operations of the functions that a Watch runs.
func (g *Graph) InTx(watch *Op) []*Op {
	var out []*Op
	for _, op := range g.Ops {
		for _, f := range watch.Body() {
			if op.Node.Frame.Within(f) {
				out = append(out, op)
				break
			}
		}
	}
	return out
}

// TxOf returns the Watch whose transaction a pipeline belongs to, nil for other pipelines.
func (o *Object) TxOf(g *Graph) *Object {
	if o.Kind != ObjPipe || o.Op == nil {
		return nil
	}
	if r := g.One(o.Op.Recv); r != nil && r.Kind == ObjTx {
		return r
	}
	return nil
}

// TxObject is the transaction that a Watch gives to its function.
func (o *Op) TxObject() *Object { return o.g.tx(o) }

// ValueArgs are the arguments of a command that hold data: neither keys nor durations.
func (o *Op) ValueArgs() []Value {
	uses, _ := o.Keys()
	key := map[Value]bool{}
	for _, u := range uses {
		key[u.Val] = true
	}
	var out []Value
	add := func(v Value) {
		if v.IsZero() || key[v] {
			return
		}
		if n, ok := v.Type().(*types.Named); ok && n.Obj().Name() == "Duration" {
			return
		}
		out = append(out, v)
	}
	for _, a := range o.Args {
		if es, ok := o.g.Elems(a); ok {
			for _, e := range es {
				add(e)
			}
			continue
		}
		add(a)
	}
	return out
}

// StaleWrites returns the writes in a Watch's transaction that depend on a read of the same key which happened before the Watch and is
// not done again inside. At most one for each write.
func (g *Graph) StaleWrites(watch *Op) []StaleWrite {
	tx := watch.TxObject()
	if tx.Opaque || len(watch.Body()) == 0 || len(g.Escapes(tx)) > 0 {
		return nil
	}
	inside := g.InTx(watch)
	var writes []*Op
	for _, op := range inside {
		if op.Effect == nil && op.IsCommand() && op.Writes() && op.Queued() {
			for _, p := range op.Pipes() {
				if t := p.TxOf(g); t == tx {
					writes = append(writes, op)
				}
			}
		}
	}
	if len(writes) == 0 {
		return nil
	}
	in := map[*Op]bool{}
	for _, op := range inside {
		in[op] = true
	}
	watched, _ := watch.Keys()
	var out []StaleWrite
	done := map[*Op]bool{}
	for _, read := range g.Ops {
		if in[read] || !read.IsCommand() || !read.Reads() || !g.Reaches(read.Node, watch.Node) || !g.sameClient(read, watch) {
			continue
		}
		uses, _ := read.Keys()
		taint := (*Taint)(nil)
		for _, w := range writes {
			written, _ := w.Keys()
			var key keys.Key
			for _, u := range uses {
				for _, k := range append(written, watched...) {
					if keys.Same(u.Key, k.Key) {
						key = u.Key
					}
				}
			}
			if !key.Known() || done[w] || g.reread(inside, key) {
				continue
			}
			if taint == nil {
				taint = g.ReplyTaint(read)
			}
			stale := StaleWrite{Read: read, Write: w}
			for _, a := range w.ValueArgs() {
				if taint.Has(a) {
					done[w] = true
				}
			}
			if !done[w] && taint.Decides(w.Node) {
				stale.Decides, done[w] = true, true
			}
			if done[w] {
				out = append(out, stale)
			}
		}
	}
	return out
}

// sameClient reports whether a command goes through the client of a Watch, directly or through a pipeline of it.
func (g *Graph) sameClient(op, watch *Op) bool {
	for _, r := range op.Receivers() {
		if r.Kind == ObjPipe && r.Op != nil {
			if c := g.One(r.Op.Recv); c != nil && c.single() && c == g.One(watch.Recv) {
				return true
			}
			continue
		}
		if r.single() && r == g.One(watch.Recv) {
			return true
		}
	}
	return false
}

// reread reports whether one of the operations may read a key: a read of that key, or of keys that are not known.
func (g *Graph) reread(ops []*Op, key keys.Key) bool {
	for _, op := range ops {
		if !op.IsCommand() {
			continue
		}
		if op.Method != nil && op.Method.Access == redisapi.AccessWrite && op.Queued() {
			continue
		}
		uses, complete := op.Keys()
		if !complete {
			return true
		}
		for _, u := range uses {
			if !u.Key.Known() || keys.Same(u.Key, key) {
				return true
			}
		}
	}
	return false
}
