package flow

import (
	"fmt"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/keys"
)

var symPattern = regexp.MustCompile(`(o|f)(\d+)(\.[\w.]+)?`)

// Signature names a key so that keys of different graphs of one package can be compared: the key that a function locks with the key that
// the closure it returns unlocks. With loose, parameters are all alike: Lock(name) and Unlock(name) are about one key.
func (g *Graph) Signature(k keys.Key, loose bool) string {
	if !k.Known() {
		return ""
	}
	var b strings.Builder
	for _, p := range k.Parts {
		if p.Sym == "" {
			fmt.Fprintf(&b, "%q", p.Lit)
			continue
		}
		ok := true
		b.WriteString(symPattern.ReplaceAllStringFunc(p.Sym, func(s string) string {
			m := symPattern.FindStringSubmatch(s)
			name := ""
			if m[1] == "o" {
				name = g.objectName(m[2], loose)
			} else {
				name = g.registerName(m[2], m[3], loose)
			}
			ok = ok && name != ""
			return name
		}))
		if !ok {
			return ""
		}
	}
	return b.String()
}

func (g *Graph) objectName(id string, loose bool) string {
	for _, o := range g.objects {
		if fmt.Sprint(o.ID) == id {
			return nameOf(o, loose)
		}
	}
	return ""
}

func nameOf(o *Object, loose bool) string {
	switch o.Kind {
	case ObjParam:
		p, ok := o.Val.v.(*ssa.Parameter)
		if !ok {
			return ""
		}
		fn := p.Parent()
		if fn.Signature.Recv() != nil && len(fn.Params) > 0 && fn.Params[0] == p {
			return "<" + types.TypeString(derefType(p.Type()), nil) + ">"
		}
		if loose {
			return "<*>"
		}
		return "<" + fn.String() + "#" + p.Name() + ">"
	case ObjGlobal:
		return "<" + o.Val.v.Name() + ">"
	case ObjField:
		if b := nameOf(o.Base, loose); b != "" {
			if b == "<*>" {
				return b
			}
			return b + "." + o.Field
		}
	case ObjCell:
		if a, ok := o.Val.v.(*ssa.Alloc); ok {
			return "<" + a.Parent().String() + "#" + a.Comment + ">"
		}
	case ObjUnknown:
		if o.Val.v != nil && o.Val.v.Parent() != nil {
			return "<" + o.Val.v.Parent().String() + "." + o.Val.v.Name() + ">"
		}
	}
	return ""
}

func (g *Graph) registerName(id, rest string, loose bool) string {
	for _, f := range g.frames {
		if fmt.Sprint(f.ID) == id {
			return "<" + f.Fn.String() + rest + ">"
		}
	}
	return ""
}

// Parents are the functions around the literal that a graph is about, innermost first; none for a declared function.
func (g *Graph) Parents() []string {
	var out []string
	for f := g.Root.Fn.Parent(); f != nil; f = f.Parent() {
		out = append(out, f.String())
	}
	return out
}

// FuncName is the full name of the function that the graph is about; Name and Receiver are its short name and the type it is a method of.
func (g *Graph) FuncName() string { return g.Root.Fn.String() }

// Name is the short name of the graph's function, of a literal that of the function around it.
func (g *Graph) Name() string {
	f := g.Root.Fn
	for f.Parent() != nil {
		f = f.Parent()
	}
	return f.Name()
}

// Receiver is the name of the type that the graph's function is a method of, "" for a plain function.
func (g *Graph) Receiver() string {
	f := g.Root.Fn
	for f.Parent() != nil {
		f = f.Parent()
	}
	if r := f.Signature.Recv(); r != nil {
		if n, ok := types.Unalias(derefType(r.Type())).(*types.Named); ok {
			return n.Obj().Name()
		}
	}
	return ""
}

// OnFailure reports whether an operation only runs after an error of something else: a cleanup.
func (o *Op) OnFailure(but ...*Op) bool {
	g := o.g
	for _, b := range g.Nodes {
		if b.Kind != Branch || !g.Controls(b, o.Node) {
			continue
		}
		t, ok := g.ErrTest(g.Cond(b))
		if !ok || t.Sentinel == Miss || len(b.Succs) != 2 {
			continue
		}
		skip := false
		for _, x := range but {
			_, own := g.missTests(x)[b]
			skip = skip || own
		}
		if skip {
			continue
		}
		isN, isB := func(x *Node) bool { return x == o.Node }, func(x *Node) bool { return x == b }
		for side, s := range b.Succs {
			if t.NonNilWhen(side == 0) && g.search([]*Node{s}, isN, isB) != nil && g.search([]*Node{b.Succs[1-side]}, isN, isB) == nil {
				return true
			}
		}
	}
	return false
}
