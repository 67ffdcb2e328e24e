package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Loop is a loop of a frame's function (for, range, goto).
type Loop struct {
	g      *Graph
	Frame  *Frame
	header *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
}

// Loops returns the loops around a node, innermost first, through the frames it is called from. The body of a goroutine is not in the
// loops that start it.
func (g *Graph) Loops(n *Node) []*Loop {
	var out []*Loop
	in := n.instr
	if in == nil && n.Op != nil {
		in = n.Op.instr
	}
	for f := n.Frame; f != nil && in != nil; f = f.Parent {
		out = append(out, g.loopsAt(f, in.Block())...)
		if f.Kind == Async {
			break
		}
		in = f.Site
	}
	return out
}

func (g *Graph) loopsAt(f *Frame, b *ssa.BasicBlock) []*Loop {
	byHeader := map[*ssa.BasicBlock]*Loop{}
	for _, t := range f.Fn.Blocks {
		for _, h := range t.Succs {
			if !h.Dominates(t) {
				continue
			}
			l := byHeader[h]
			if l == nil {
				l = &Loop{g: g, Frame: f, header: h, blocks: map[*ssa.BasicBlock]bool{h: true}}
				byHeader[h] = l
			}
			work := []*ssa.BasicBlock{t}
			for len(work) > 0 {
				x := work[len(work)-1]
				work = work[:len(work)-1]
				if l.blocks[x] {
					continue
				}
				l.blocks[x] = true
				work = append(work, x.Preds...)
			}
		}
	}
	var out []*Loop
	for _, l := range byHeader {
		if l.blocks[b] {
			out = append(out, l)
		}
	}
	for i := range out { // innermost first: fewest blocks
		for j := i + 1; j < len(out); j++ {
			if len(out[j].blocks) < len(out[i].blocks) {
				out[i], out[j] = out[j], out[i]
			}
		}
	}
	return out
}

// Contains reports whether a node runs inside the loop, in its function or in a frame called from it.
func (l *Loop) Contains(n *Node) bool {
	in := n.instr
	if in == nil && n.Op != nil {
		in = n.Op.instr
	}
	for f := n.Frame; f != nil; f = f.Parent {
		if f == l.Frame {
			if n.Frame == f {
				return l.blocks[n.block]
			}
			return in != nil && l.blocks[in.Block()]
		}
		in = f.Site
	}
	return false
}

// Over is the value that a range loop iterates over and true, or false for other loops.
func (l *Loop) Over() (Value, bool) {
	for b := range l.blocks {
		for _, in := range b.Instrs {
			if nx, ok := in.(*ssa.Next); ok {
				if r, ok := nx.Iter.(*ssa.Range); ok && b == l.header {
					return Value{v: r.X, f: l.Frame}, true
				}
			}
		}
	}
	return Value{}, false
}

// Pos is the position of the loop's first instruction with one.
func (l *Loop) Pos() token.Pos {
	for _, in := range l.header.Instrs {
		if in.Pos().IsValid() {
			return in.Pos()
		}
	}
	return token.NoPos
}

// rawWords are the constant leading words of Do, in capitals.
func (o *Op) rawWords() ([]string, bool) {
	es, ok := o.g.Elems(o.Arg(0))
	if !ok {
		return nil, false
	}
	var out []string
	for _, e := range es {
		s, ok := o.g.ConstString(e)
		if !ok {
			break
		}
		out = append(out, upper(s))
	}
	return out, len(out) > 0
}

func upper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 32
		}
	}
	return string(b)
}

// rawAccess is what a raw command does, by the row of the method that sends it.
func rawAccess(words []string) redisapi.Access {
	for _, m := range redisapi.Methods() {
		for _, c := range m.Commands {
			if c == words[0] {
				return m.Access
			}
		}
	}
	return redisapi.AccessNone
}

// rawKeys are the keys of Do: only the first argument of commands whose method takes one key first.
func (o *Op) rawKeys() ([]KeyUse, bool) {
	w, ok := o.rawWords()
	if !ok {
		return nil, false
	}
	es, _ := o.g.Elems(o.Arg(0))
	for _, m := range redisapi.Methods() {
		if len(m.Commands) == 1 && m.Commands[0] == w[0] && len(m.Keys) == 1 && m.Keys[0].Param == 0 && m.Keys[0].Shape == redisapi.ShapeSingle && len(es) > 1 {
			return []KeyUse{{Key: o.g.Key(es[1]), Val: es[1], Write: m.Keys[0].Write}}, true
		}
	}
	return nil, false
}
