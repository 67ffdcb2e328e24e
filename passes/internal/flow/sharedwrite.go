package flow

import (
	"golang.org/x/tools/go/ssa"
)

// SharedWrite is a write to a variable that lives outside a function, from inside it.
type SharedWrite struct {
	Node *Node
	// Name is the variable as the source names it, "" when it has no name.
	Name string
	// Map is true for a write to an entry of a map.
	Map bool
}

// SharedWrites returns the writes, in a frame and the frames called from it, to variables and maps that live outside it, where no lock
// was taken on the way. Writes to elements of a slice do not count: each activation may have its own.
func (g *Graph) SharedWrites(body *Frame) []SharedWrite {
	var out []SharedWrite
	for _, n := range g.Nodes {
		if n.Kind != StoreNode || !n.Frame.Within(body) {
			continue
		}
		var place Value
		isMap := false
		switch in := n.instr.(type) {
		case *ssa.Store:
			if _, elem := in.Addr.(*ssa.IndexAddr); elem {
				continue
			}
			place = Value{v: in.Addr, f: n.Frame}
		case *ssa.MapUpdate:
			place, isMap = Value{v: in.Map, f: n.Frame}, true
		default:
			continue
		}
		o := g.One(place)
		if o == nil || !outside(o, body) || g.locked(n, body) {
			continue
		}
		out = append(out, SharedWrite{Node: n, Name: varName(o), Map: isMap})
	}
	return out
}

// outside reports whether an object lives longer than one activation of a frame.
func outside(o *Object, body *Frame) bool {
	root := o.Root()
	switch root.Kind {
	case ObjGlobal:
		return true
	case ObjCell, ObjUnknown, ObjParam:
		return root.Val.f != nil && !root.Val.f.Within(body)
	}
	return false
}

// locked reports whether a method called Lock or RLock is called on every way from the start of the frame to n.
func (g *Graph) locked(n *Node, body *Frame) bool {
	isLock := func(x *Node) bool {
		c, ok := x.instr.(ssa.CallInstruction)
		if !ok || x.Op != nil {
			return false
		}
		name := ""
		if c.Common().IsInvoke() {
			name = c.Common().Method.Name()
		} else if f := c.Common().StaticCallee(); f != nil {
			name = f.Name()
		}
		return name == "Lock" || name == "Do" || name == "Acquire"
	}
	return g.search([]*Node{body.Entry}, func(x *Node) bool { return x == n }, isLock) == nil
}

func varName(o *Object) string {
	switch root := o.Root(); v := root.Val.v.(type) {
	case *ssa.Alloc:
		if v.Comment != "" && v.Comment != "new" && v.Comment != "complit" {
			name := v.Comment
			for p := o; p != root && p.Kind == ObjField; p = p.Base {
				name = v.Comment + "." + p.Field
			}
			return name
		}
	case *ssa.Global:
		return v.Name()
	case *ssa.Parameter:
		if o.Kind == ObjField && o.Base == root {
			return v.Name() + "." + o.Field
		}
		return v.Name()
	}
	return ""
}

// InForEach returns the ForEachMaster, ForEachSlave or ForEachShard operation whose callback a node runs in, nil when there is none.
func (n *Node) InForEach() *Op {
	for f := n.Frame; f != nil; f = f.Parent {
		if f.Kind == Callback && f.Op != nil {
			return f.Op
		}
	}
	return nil
}

// RawWords are the leading constant words of a Do, or of the command that Process is given, in capitals.
func (o *Op) RawWords() []string {
	list := o.Arg(0)
	if c := o.Cmd(); c != nil && c.Kind == ObjCmd && c.Op != o {
		if c.Op.Effect != nil || len(c.Op.Args) == 0 {
			return nil
		}
		list = c.Op.Arg(len(c.Op.Args) - 1)
	}
	es, ok := o.g.Elems(list)
	if !ok {
		return nil
	}
	var out []string
	for _, e := range es {
		s, ok := o.g.ConstString(e)
		if !ok {
			break
		}
		out = append(out, upper(s))
	}
	return out
}

// ParamName is the name of a parameter of the frame's function, "" when it has none.
func (f *Frame) ParamName(i int) string {
	if f.Fn.Signature.Recv() != nil {
		i++
	}
	if i < len(f.Fn.Params) {
		return f.Fn.Params[i].Name()
	}
	return ""
}
