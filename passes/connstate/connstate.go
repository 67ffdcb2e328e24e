// Package connstate declares the check connstate: commands that change the state of a pooled connection.
package connstate

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/redisvet/redisvet/passes/internal/calls"
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
		Name:   "connstate",
		Family: "transactions",
		Title:  "command that changes the state of a pooled connection",
		Text: `
A client takes any connection of its pool for each command and gives it back afterwards. SELECT, MULTI, WATCH, SUBSCRIBE, AUTH, CLIENT
REPLY and their like change that connection, which then serves other callers: after ` + "`Do(ctx, \"MULTI\")`" + ` a stranger's ` + "`Get`" + ` answers "QUEUED" with
a nil error, after ` + "`Do(ctx, \"SELECT\", 3)`" + ` it reads database 3, after ` + "`Do(ctx, \"WATCH\", key)`" + ` somebody else's transaction fails. The methods
that a Pipeliner, a Tx and a Conn have for this (` + "`Select`" + `, ` + "`Auth`" + `, ` + "`Hello`" + `) leave the same trace behind.

Another database needs a client of its own (` + "`Options.DB`" + `), credentials belong in the options or in ` + "`CredentialsProvider`" + `, a transaction is
` + "`TxPipelined`" + ` or ` + "`Watch`" + `, a subscription ` + "`Subscribe`" + `. Since v9.23 ` + "`EphemeralConn`" + ` gives a connection that is closed afterwards.`,
		Silent: []string{
			"The *redis.Conn is a parameter: OnConnect sets up its connection this way.",
			"The connection is an EphemeralConn.",
			"WATCH, MULTI and EXEC run on one Conn that is left without a watch or an open transaction.",
			"Another database is selected on a Conn and the former one again afterwards.",
		},
		Bad: bad, Good: good,
		Harm:     "the next command of another caller runs in the other database",
		Patterns: []string{"X9"},
		Sources:  []string{"go-redis redis.go: (*Client).Conn", "go-redis commands.go: StatefulCmdable", "https://redis.io/docs/latest/commands/select/"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

// state are the commands that change the connection they are sent on.
var state = map[string]bool{
	"SELECT": true, "MULTI": true, "EXEC": true, "DISCARD": true, "WATCH": true, "UNWATCH": true, "SUBSCRIBE": true, "PSUBSCRIBE": true,
	"SSUBSCRIBE": true, "MONITOR": true, "AUTH": true, "HELLO": true, "RESET": true, "QUIT": true, "READONLY": true, "READWRITE": true, "ASKING": true,
}

// clientState are the subcommands of CLIENT that do.
var clientState = map[string]bool{"REPLY": true, "TRACKING": true, "SETNAME": true, "NO-EVICT": true, "NO-TOUCH": true, "CACHING": true}

// methods are the methods of StatefulCmdable that do. SwapDB changes the server and no connection.
var methods = map[string]string{"Select": "SELECT", "Auth": "AUTH", "AuthACL": "AUTH", "Hello": "HELLO", "ClientSetName": "CLIENT SETNAME"}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			cmd := command(op)
			if cmd == "" || op.Effect != nil || op.Kind == calls.NewCmd {
				continue
			}
			switch on := where(g, op); on {
			case pipeline:
				switch cmd {
				case "SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "MONITOR", "WATCH":
					continue // they cannot work there at all: pipecmd speaks
				}
			}
			switch on := where(g, op); on {
			case pooled, pipeline, transaction:
				if on == transaction && (cmd == "UNWATCH" || cmd == "WATCH") || on == pipeline && whole(g, op, cmd) {
					continue
				}
				report(pass, op, fmt.Sprintf("%s through %s changes one connection of the pool; it then serves others in that state", cmd, pass.NameOf(op)))
			case conn:
				switch cmd {
				case "MULTI", "WATCH":
					if !finished(g, op, cmd) {
						report(pass, op, fmt.Sprintf("%s on %s is not ended on every way; the connection goes back to the pool in that state", cmd, pass.NameOf(op)))
					}
				case "EXEC", "DISCARD", "UNWATCH", "RESET", "QUIT", "READONLY", "READWRITE", "ASKING", "MONITOR":
				default:
					if !restored(g, op, cmd) {
						report(pass, op, fmt.Sprintf("%s on %s outlives it; the connection goes back to the pool in that state", cmd, pass.NameOf(op)))
					}
				}
			}
		}
	}
	return nil
}

func report(pass *rule.Pass, op *flow.Op, message string) {
	pass.ReportOp(op, "", message)
}

// command is the state-changing command that an operation sends, "" for others.
func command(op *flow.Op) string {
	if op.Kind == calls.Command {
		return methods[op.Name()]
	}
	w := op.Words()
	switch {
	case len(w) == 0:
		return ""
	case strings.ContainsRune(w[0], ' '): // one string for the whole command is another mistake
		return ""
	case state[w[0]]:
		return w[0]
	case w[0] == "CLIENT" && len(w) > 1 && clientState[w[1]]:
		return "CLIENT " + w[1]
	}
	return ""
}

type place uint8

const (
	unknown place = iota
	pooled
	pipeline
	transaction
	conn
)

// where tells what an operation goes through.
func where(g *flow.Graph, op *flow.Op) place {
	switch role := op.Role(); role {
	case redisapi.RoleClient, redisapi.RoleCluster, redisapi.RoleRing, redisapi.RoleUniversal, redisapi.RoleAutoPipeline:
		return pooled
	case redisapi.RolePipeline:
		for _, p := range op.Pipes() {
			if p.Kind != flow.ObjPipe || p.Op == nil {
				return pipeline
			}
			for _, c := range g.Objects(p.Op.Recv) {
				if c.Role() == redisapi.RoleConn {
					return unknown
				}
			}
		}
		return pipeline
	case redisapi.RoleTx:
		return transaction
	case redisapi.RoleCmdable:
		return pooled
	case redisapi.RoleConn:
		for _, c := range op.Receivers() {
			if c.Op == nil || c.Op.Kind != calls.NewConn || c.Op.Name() != "Conn" {
				return unknown
			}
			if len(g.Escapes(c)) > 0 {
				return unknown
			}
		}
		if len(op.Receivers()) == 0 {
			return unknown
		}
		return conn
	}
	return unknown
}

// whole reports a MULTI and an EXEC by hand in one pipeline: they are sent on one connection, one after the other.
func whole(g *flow.Graph, op *flow.Op, cmd string) bool {
	if cmd != "MULTI" && cmd != "EXEC" {
		return false
	}
	multi, exec := false, false
	for _, x := range g.Ops {
		if sameReceiver(op, x) {
			multi, exec = multi || command(x) == "MULTI", exec || command(x) == "EXEC"
		}
	}
	return multi && exec
}

func sameReceiver(a, b *flow.Op) bool {
	for _, x := range a.Receivers() {
		for _, y := range b.Receivers() {
			if x == y {
				return true
			}
		}
	}
	return false
}

// finished reports whether a WATCH or MULTI on a Conn is ended on every way on.
func finished(g *flow.Graph, op *flow.Op, cmd string) bool {
	return g.AlwaysAfter(op.Node, func(n *flow.Node) bool {
		if n.Op == nil || n.Op == op || !sameReceiver(op, n.Op) {
			return false
		}
		switch command(n.Op) {
		case "EXEC", "DISCARD", "RESET", "QUIT":
			return true
		case "UNWATCH":
			return cmd == "WATCH"
		}
		return n.Kind == flow.Flush && n.Op.Kind == calls.TxPipelined && cmd == "WATCH"
	})
}

// restored reports whether the same kind of command runs twice on the Conn: the second one brings the former state back.
func restored(g *flow.Graph, op *flow.Op, cmd string) bool {
	n := 0
	for _, x := range g.Ops {
		if command(x) == cmd && sameReceiver(op, x) {
			n++
		}
	}
	return n > 1
}
