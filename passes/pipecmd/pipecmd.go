// Package pipecmd declares the check pipecmd: commands that do not work in a pipeline or transaction.
package pipecmd

import (
	_ "embed"
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/fix"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "pipecmd",
		Family: "pipelines",
		Title:  "command that cannot work in a pipeline or transaction",
		Text: `
` + "`Script.Run`" + ` sends EVALSHA and falls back to EVAL when the server does not know the script. On a pipeline the answer is not there yet, so
only EVALSHA is queued: it works while the server has the script in its cache and fails with NOSCRIPT after a restart or failover.
` + "`Script.Eval`" + ` sends the text.

A blocking command holds up everything that is queued behind it. A pipeline reads with the ordinary ReadTimeout, takes the wait for a broken
connection and sends the whole batch again. Inside MULTI the command does not block at all: it answers at once, as if nothing had come.

SUBSCRIBE turns the connection into another protocol, and WATCH in a pipeline is forgotten when the connection goes back to the pool.`,
		Silent: []string{
			"Script.EvalSha on a pipeline, and Run after Load in the same function: the server has the script.",
			"XRead and XReadGroup with a negative Block do not wait; a Block that is not known may be negative.",
			"A helper that takes any client is called with a client.",
		},
		Bad: bad, Good: good,
		Harm:     "Exec fails with NOSCRIPT on a server that lost its script cache; a blocking command has the batch sent again",
		Patterns: []string{"P10", "P12"},
		Sources: []string{
			"go-redis script.go: (*Script).Run", "go-redis redis.go: pipelineProcessCmds, generalProcessPipeline",
			"https://redis.io/docs/latest/commands/blpop/",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if !op.Queued() {
				continue
			}
			if text := problem(g, op); text != "" {
				report(pass, g, op, text)
			}
		}
	}
	return nil
}

// problem says what is wrong with a queued command, "" for nothing.
func problem(g *flow.Graph, op *flow.Op) string {
	where := "pipeline"
	if transactional(op) {
		where = "transaction"
	}
	switch op.Kind {
	case calls.ScriptRun:
		if (op.Name() == "Run" || op.Name() == "RunRO") && !loaded(g, op) {
			return fmt.Sprintf("in a %s sends only EVALSHA; it fails with NOSCRIPT when the server does not have the script", where)
		}
	case calls.Command:
		if blocks(g, op) {
			return blocking(where)
		}
	case calls.Do:
		return raw(op, where)
	}
	return ""
}

// loaded reports whether the script was loaded on the way to op.
func loaded(g *flow.Graph, op *flow.Op) bool {
	for _, l := range g.Ops {
		if l.Kind == calls.ScriptRun && l.Name() == "Load" && !l.Queued() && g.Same(l.Recv, op.Recv) && g.Reaches(l.Node, op.Node) {
			return true
		}
	}
	return false
}

func blocking(where string) string {
	if where == "transaction" {
		return "in a transaction does not wait: inside MULTI it answers at once"
	}
	return "in a pipeline holds up the batch; on a read timeout the whole batch is sent again"
}

// raw judges Do by the command's words.
func raw(op *flow.Op, where string) string {
	switch cmd := op.Command(); cmd {
	case "":
	case "SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "MONITOR":
		return fmt.Sprintf("with %s in a %s leaves the connection in another mode; the replies behind it are lost", cmd, where)
	case "WATCH":
		return fmt.Sprintf("with WATCH in a %s guards nothing; use Watch of the client", where)
	case "BLPOP", "BRPOP", "BRPOPLPUSH", "BLMOVE", "BLMPOP", "BZPOPMIN", "BZPOPMAX", "BZMPOP", "WAIT", "WAITAOF":
		return "with " + cmd + " " + blocking(where)
	}
	return ""
}

func transactional(op *flow.Op) bool {
	pipes := op.Pipes()
	for _, p := range pipes {
		if !p.IsTx() {
			return false
		}
	}
	return len(pipes) > 0
}

// blocks reports whether a command of the model certainly waits on the server.
func blocks(g *flow.Graph, op *flow.Op) bool {
	if op.Method == nil || !op.Method.Blocking {
		return false
	}
	if op.Effect != nil {
		return !strings.HasPrefix(op.Name(), "XRead")
	}
	switch op.Name() {
	case "XRead", "XReadGroup":
		v, ok := g.FieldOrZero(op.Arg(0), "Block")
		if !ok {
			return false
		}
		n, known := g.ConstInt(v)
		return v.IsZero() || known && n >= 0
	case "XReadStreams":
		return false
	}
	return true
}

func report(pass *rule.Pass, g *flow.Graph, op *flow.Op, text string) {
	at := g.Culprit(op)
	if at != op.Node || op.Effect != nil {
		if call := g.CallAt(at); call != nil {
			pass.ReportFinding(rule.Finding{Pos: call.Pos(), End: call.End(), Message: fmt.Sprintf("%s is given a pipeline; %s %s", rule.Expr(call.Fun), op.Name(), text)})
		}
		return
	}
	name := op.Name()
	if op.Call != nil && op.Call.Recv != nil {
		name = rule.Expr(op.Call.Recv) + "." + name
	}
	var edit *analysis.SuggestedFix
	if op.Kind == calls.ScriptRun && op.Call != nil && redisapi.RoleOf(pass.TypesInfo.TypeOf(op.Call.Args[0])) == redisapi.RolePipeline {
		to := strings.Replace(op.Name(), "Run", "Eval", 1)
		edit = fix.ReplaceCall("Replace "+op.Name()+" with "+to, op.Call.Expr, to)
	}
	pass.ReportFinding(rule.Finding{Pos: op.Pos(), End: max(op.End(), op.Pos()), Message: name + " " + text, Fix: edit})
}
