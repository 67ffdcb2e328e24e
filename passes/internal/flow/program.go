package flow

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// endsProgram reports calls that by their name do not come back: Fatal of any logger, Exit.
func endsProgram(n *Node) bool {
	c, ok := n.instr.(ssa.CallInstruction)
	if !ok || n.Kind != CallNode {
		return false
	}
	name := ""
	if cc := c.Common(); cc.IsInvoke() {
		name = cc.Method.Name()
	} else if f := cc.StaticCallee(); f != nil {
		name = f.Name()
	}
	return strings.HasPrefix(name, "Fatal") || strings.HasPrefix(name, "fatal") || name == "Exit" || name == "exit" || name == "Die" || name == "die"
}

// EndsProcess reports whether the end of the frame is the end of the program: the main function, an init function, or a function such as
// run() error after which main does nothing more with the library.
func (g *Graph) EndsProcess(f *Frame) bool {
	main := g.InMain()
	if f == g.Root {
		return main || isCommand(f.Fn)
	}
	if !main || f.Parent != g.Root || f.Fn.Signature.Results().Len() == 0 {
		return false
	}
	after := func(n *Node) bool { return n.Op != nil || n.Kind == GoNode }
	return g.search(f.Exit.Succs, after, nil) == nil
}

// InMain reports whether the graph is that of the main function, of TestMain or of an init function, with what they call and start.
func (g *Graph) InMain() bool {
	switch name := g.Root.Fn.Name(); {
	case g.Root.Fn.Parent() != nil:
		return false
	case name == "main":
		return g.Pkg.Types.Name() == "main"
	default:
		return name == "TestMain" || name == "init" || strings.HasPrefix(name, "init#")
	}
}

// isCommand reports the function of a command of a command-line library: the program ends with it.
func isCommand(f *ssa.Function) bool {
	for _, p := range f.Params {
		t := p.Type().String()
		if strings.HasPrefix(t, "*github.com/spf13/cobra.Command") || strings.HasPrefix(t, "*github.com/urfave/cli/") {
			return true
		}
	}
	return false
}
