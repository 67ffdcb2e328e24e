package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Grows reports whether a queueing operation stands in a loop over data of unknown size in which its pipeline is neither made nor executed nor
// asked for its length.
func (g *Graph) Grows(op *Op, pipe *Object) bool {
	if pipe.Kind != ObjPipe || pipe.Opaque || op.Effect != nil || len(g.Escapes(pipe)) > 0 {
		return false
	}
	for _, l := range g.Loops(op.Node) {
		if pipe.Op.Node != nil && l.Contains(pipe.Op.Node) {
			return false
		}
		if g.flushed(l, pipe) {
			return false
		}
		if l.endless() {
			return true
		}
	}
	return false
}

func (g *Graph) flushed(l *Loop, pipe *Object) bool {
	for _, n := range g.Nodes {
		if n.Op == nil || !l.Contains(n) {
			continue
		}
		if g.Sends(n, []*Object{pipe}) || g.Drops(n, []*Object{pipe}) || n.Op.Kind == calls.Other && n.Op.Name() == "Len" {
			return true
		}
	}
	return false
}

// endless reports a loop whose number of turns is decided from outside: a channel, a scanner, rows of a database, a scan, or no condition.
func (l *Loop) endless() bool {
	for _, in := range l.header.Instrs {
		switch in := in.(type) {
		case *ssa.UnOp:
			if in.Op == token.ARROW {
				return true
			}
		case *ssa.Call:
			f := in.Call.StaticCallee()
			name := ""
			if in.Call.IsInvoke() {
				name = in.Call.Method.Name()
			} else if f != nil {
				name = f.Name()
			}
			if (name == "Next" || name == "Scan") && in.Call.Signature().Results().Len() == 1 {
				if b, ok := in.Call.Signature().Results().At(0).Type().(*types.Basic); ok && b.Kind() == types.Bool {
					return true
				}
			}
		}
	}
	return false
}
