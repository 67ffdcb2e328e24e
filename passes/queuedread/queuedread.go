// Package queuedread declares the check queuedread: values of queued commands that are used before the pipeline is executed.
package queuedread

import (
	_ "embed"
	"fmt"
	"go/ast"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// DeadCheck is the category of the finding that an error is tested before there can be one.
const DeadCheck = "dead-check"

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "queuedread",
		Family: "pipelines",
		Title:  "value of a queued command used before it is executed",
		Text: `
Every method of a pipeline only appends a command to a list. Until ` + "`Exec`" + ` has run (or the function given to ` + "`Pipelined`" + ` or
` + "`TxPipelined`" + ` has returned) the command holds its zero value and a nil error: ` + "`Result`" + ` gives "" and nil, ` + "`Val`" + ` gives 0.
The error check that follows passes, and the program goes on with a value that no server ever sent. Where that value decides what is
queued or written, the transaction decides on nothing.

A read that decides what to write belongs before the pipeline, under ` + "`Watch`" + `; a value that is needed afterwards is read after
` + "`Exec`" + `.

An ` + "`Err()`" + ` that is tested or returned before execution is always nil: the test is dead code. It has a message and the category
` + "`dead-check`" + ` of its own. (The adapters of rueidis and valkey-go have an error there, always: nothing has been executed.)`,
		Silent: []string{
			"The pipeline is executed on every path to the read, also by a helper or a wrapper.",
			"The command or the pipeline was handed to code that is not seen, kept in a field or sent over a channel.",
			"The client is an AutoPipeliner: its commands wait for their result.",
		},
		Bad: bad, Good: good,
		Harm:     "the value is zero although the key holds another",
		Patterns: []string{"P1", "P11"},
		Sources: []string{
			"go-redis pipeline.go: (*Pipeline).BatchProcess, (*Pipeline).Exec", "go-redis command.go: (*baseCmd).Err",
			"https://redis.io/docs/latest/develop/using-commands/pipelining/",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, read := range g.Ops {
			switch {
			case read.Effect != nil && read.Queued():
				readElsewhere(pass, g, read)
			case read.Effect != nil && (read.Kind != calls.Read || read.May || read.Name() == "Err"): // it may be read, or only looked at
			case read.Kind == calls.Iterator:
				iterator(pass, g, read)
			case read.Kind == calls.Read:
				check(pass, g, read)
			}
		}
	}
	return nil
}

// check reports a read that a queueing reaches without an execution in between. A read that is right for one of the commands that the
// variable may hold is right: which one it holds is not known.
func check(pass *rule.Pass, g *flow.Graph, read *flow.Op) {
	switch read.Name() {
	case "Val", "Result", "Err":
	case "Name", "FullName", "Args", "String", "SetErr", "SetVal", "SetFirstKeyPos", "Clone", "Stringer":
		return
	}
	cmds := read.Cmds()
	if len(cmds) == 0 {
		return
	}
	var queue *flow.Op
	for _, c := range cmds {
		if c.Kind == flow.ObjConst {
			continue
		}
		if c.Kind != flow.ObjCmd || c.Op.Kind == calls.NewCmd || !pending(g, c, read) {
			return
		}
		queue = c.Op
	}
	if queue == nil {
		return
	}
	if at := g.Culprit(queue); at != queue.Node && !at.Frame.Within(read.Node.Frame) {
		// A helper that takes any client is right; who gives it a pipeline is not.
		if call := g.CallAt(at); call != nil && read.Name() != "Err" {
			given(pass, call, queue)
		}
		return
	}
	if read.Name() == "Err" {
		always := "it is always nil here"
		if queue.Lib.Dialect != "" {
			always = "here it always says that nothing was executed"
		}
		pass.ReportOp(read, DeadCheck, fmt.Sprintf("error of %s is tested before %s; %s", queue.Name(), executed(pass, queue), always))
		return
	}
	consequence := "it is always the zero value"
	if w := decides(g, read, queue); w != nil {
		consequence = fmt.Sprintf("it is always the zero value and decides what %s writes", w.Name())
	}
	pass.ReportOp(read, "", fmt.Sprintf("result of %s is read before %s; %s", queue.Name(), executed(pass, queue), consequence))
}

// readElsewhere reports a function of another package that is given a pipeline, queues a command on it and returns its reply.
func readElsewhere(pass *rule.Pass, g *flow.Graph, op *flow.Op) {
	at := g.Culprit(op)
	call := g.CallAt(at)
	if call == nil {
		return
	}
	for _, e := range g.Ops {
		if e.Effect != nil && e.Kind == calls.Exec && g.CallAt(e.Node) == g.CallAt(op.Node) {
			return
		}
	}
	for _, r := range g.Replies(op) {
		if r.Read == nil && len(r.Vals) > 0 {
			given(pass, call, op)
			return
		}
	}
}

func given(pass *rule.Pass, call *ast.CallExpr, queue *flow.Op) {
	pass.ReportFinding(rule.Finding{Pos: call.Pos(), End: call.End(), Message: fmt.Sprintf(
		"%s is given a pipeline and reads the result of %s before it is executed; it is always the zero value", rule.Expr(call.Fun), queue.Name())})
}

// executed names the event that is missing.
func executed(pass *rule.Pass, queue *flow.Op) string {
	for _, p := range queue.Pipes() {
		if p.Kind == flow.ObjPipe && (p.Op.Kind == calls.Pipelined || p.Op.Kind == calls.TxPipelined) {
			return p.Op.Name() + " sends it"
		}
	}
	if name := pass.NameOf(queue); name != "it" {
		return name + ".Exec"
	}
	return "Exec"
}

// pending reports whether the command c is certainly still queued when it is read: its pipeline is known, nobody else has it, and no
// execution lies on a path from the queueing to the read.
func pending(g *flow.Graph, c *flow.Object, read *flow.Op) bool {
	queue := c.Op
	if !queue.Queued() || queue.Node == nil {
		return false
	}
	pipes := queue.Pipes()
	if len(pipes) == 0 || len(pipes) != len(queue.Receivers()) {
		return false
	}
	for _, p := range pipes {
		if g.EscapedBefore(p, read.Node) {
			return false
		}
	}
	if g.EscapedBefore(c, read.Node) && !direct(read, queue) {
		return false
	}
	// Another goroutine: it may wait for the execution.
	if a := read.Node.Frame.Enclosing(flow.Async); a != nil && !queue.Node.Frame.Within(a) {
		return false
	}
	// An execution in a goroutine may well have happened: how the read waits for it is not seen.
	for _, op := range g.Ops {
		if a := op.Node.Frame.Enclosing(flow.Async); a != nil && !read.Node.Frame.Within(a) && executes(g, op.After(), pipes) {
			return false
		}
	}
	// Every path counts: one that executes in between makes the read right on that path.
	isRead := func(n *flow.Node) bool { return n == read.Node }
	isExec := func(n *flow.Node) bool { return executes(g, n, pipes) }
	if g.Search(queue.Node, isRead, isExec) == nil {
		return false
	}
	return true
}

// direct reports a chain such as pipe.Get(ctx, key).Val(): nothing can come in between.
func direct(read, queue *flow.Op) bool {
	return read.Call != nil && queue.Call != nil && read.Call.Recv == queue.Call.Expr
}

// executes reports whether a node may execute one of the pipelines.
func executes(g *flow.Graph, n *flow.Node, pipes []*flow.Object) bool {
	if n.Op == nil {
		return false
	}
	if n.Kind == flow.Flush {
		for _, p := range pipes {
			if p.Kind == flow.ObjPipe && p.Op == n.Op {
				return true
			}
		}
	}
	switch n.Op.Kind {
	case calls.Exec, calls.Pipelined, calls.TxPipelined: // Pipelined of a pipeline executes the pipeline itself
		for _, r := range n.Op.Receivers() {
			for _, p := range pipes {
				if r == p && (n.Op.Kind == calls.Exec || n.Kind == flow.Flush) {
					return true
				}
			}
		}
	}
	return false
}

// decides returns a write that the value read decides: by data or by control.
func decides(g *flow.Graph, read, queue *flow.Op) *flow.Op {
	var taint *flow.Taint
	for _, r := range g.Replies(queue) {
		if r.Read == read {
			taint = g.Depend(r.Vals, r.Places)
		}
	}
	if taint == nil {
		return nil
	}
	for _, w := range g.Ops {
		if !w.IsCommand() || !w.Writes() || w.Effect != nil {
			continue
		}
		for _, a := range w.Args {
			if taint.Has(a) {
				return w
			}
		}
		if taint.Decides(w.Node) {
			return w
		}
	}
	return nil
}

// iterator reports a ScanIterator over a queued command: empty before the execution, endless after it.
func iterator(pass *rule.Pass, g *flow.Graph, it *flow.Op) {
	for _, c := range it.Cmds() {
		if c.Kind != flow.ObjCmd || !c.Op.Queued() || c.Op.Role() != redisapi.RolePipeline {
			return
		}
	}
	if len(it.Cmds()) > 0 {
		c := it.Cmds()[0].Op
		pass.ReportOp(it, "", fmt.Sprintf("iterator of queued %s: it is empty before %s and never ends after it", c.Name(), executed(pass, c)))
	}
}
