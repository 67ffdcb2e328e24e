// Package clientlife declares the check clientlife: clients that live too short or for ever.
package clientlife

import (
	_ "embed"
	"fmt"
	"go/types"
	"strings"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// The categories of findings.
const (
	Repeated = "made-repeatedly"
	Leaked   = "never-closed"
	Early    = "closed-early"
)

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "clientlife",
		Family: "resources",
		Title:  "client made per call or request, or closed too early",
		Text: `
A client owns pools of connections and goroutines, and is made to be shared by the whole program. One that is made for each request or
each turn of a loop pays for connecting every time; without ` + "`Close`" + ` it leaks what it owns, until the server refuses new clients.

A constructor that closes the client it returns, usually by a ` + "`defer`" + ` that was meant for errors, gives a client whose every command
says "redis: client is closed". A client made by ` + "`WithTimeout`" + ` shares its connections with the original: closing one closes both.`,
		Silent: []string{
			"The client is kept: in a field, a package variable, a map of clients per address, by a sync.Once.",
			"What it is made from depends on the request, the parameters or the turn: another server each time.",
			"The function is main, init or that of a command-line command; the file is a test.",
			"The Close happens only on some of the paths to the return.",
		},
		Bad: bad, Good: good,
		Harm:     "the returned client answers every command with redis: client is closed",
		Patterns: []string{"X2", "X4"},
		Sources:  []string{"go-redis redis.go: NewClient, (*Client).Close, (*Client).WithTimeout", "https://redis.io/docs/latest/develop/clients/go/"},
		Severity: rule.Warning,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, r := range g.Resources(calls.NewClient) {
			if !strings.HasSuffix(pass.Fset.Position(r.Op.Pos()).Filename, "_test.go") {
				check(pass, g, r)
			}
		}
		for _, op := range g.Ops {
			if op.Kind == calls.Close && op.Effect == nil && g.Foreign(op.CloneOf()) {
				pass.ReportOp(op, Early, "Close of a client made by WithTimeout closes the client it was made from")
			}
		}
	}
	return nil
}

func check(pass *rule.Pass, g *flow.Graph, r *flow.Resource) {
	name := "client"
	if r.Call != nil {
		if n, _ := pass.Assigned(r.Call); n != "" {
			name = "client " + n
		}
	}
	if op := closedEarly(r); op != nil {
		pass.ReportOp(op, Early, fmt.Sprintf("%s is closed before others get it; their commands fail with redis: client is closed", name))
		return
	}
	report := func(category, text string) {
		f := rule.Finding{Pos: r.Op.Pos(), End: r.Op.End(), Category: category, Message: name + " " + text}
		if r.Call != nil {
			f.Pos, f.End = r.Call.Pos(), r.Call.End()
		}
		if f.End < f.Pos {
			f.End = f.Pos
		}
		if category == Leaked {
			f.Fix = pass.DeferClose(r)
		}
		pass.ReportFinding(f)
	}
	closes := len(r.Closes()) > 0
	if r.Escapes() && !closes || r.Kept() {
		return
	}
	request := handler(r.Op.Node.Frame)
	own := r.Owner
	switch answer, _ := r.Closed(); {
	case request != nil && !closes:
		report(Repeated, "is made for each request and never closed; its connections pile up")
	case request != nil && !operator(request) && !r.FromParams(request) && !r.FromParams(own):
		report(Repeated, "is made for each request; each one pays for new connections")
	case request != nil:
	case !closes && answer == flow.Pending && (!g.EndsProcess(own) || r.InLoop()):
		report(Leaked, "is never closed; its connections and goroutines stay")
	case !closes || r.Escapes():
	case r.SameEachTurn() && commands(r) > 0:
		report(Repeated, "is made in each turn of a loop; each one pays for new connections")
	case !g.InMain() && own == r.Op.Node.Frame && own.Kind != flow.Async && len(r.Serves(own)) > 0 && !r.FromParams(own):
		report(Repeated, "is made for each call; each one pays for new connections")
	}
}

// closedEarly is the Close that makes a client useless for those who get it.
func closedEarly(r *flow.Resource) *flow.Op {
	for _, n := range r.Returns() {
		if op := r.ClosesBefore(n); op != nil {
			return op
		}
	}
	return r.StoredThenClosed()
}

// commands counts the commands that do more than try the connection.
func commands(r *flow.Resource) int {
	n := 0
	for _, op := range r.Uses() {
		if op.IsCommand() && op.Name() != "Ping" && op.Name() != "Info" {
			n++
		}
	}
	return n
}

// handler is the frame of the request handler that a frame runs in, nil for none.
func handler(f *flow.Frame) *flow.Frame {
	for ; f != nil; f = f.Parent {
		if isHandler(f) {
			return f
		}
	}
	return nil
}

func isHandler(f *flow.Frame) bool {
	ps := f.Signature().Params()
	var ts []string
	for i := range ps.Len() {
		ts = append(ts, ps.At(i).Type().String())
	}
	all := strings.Join(ts, ";")
	switch {
	case strings.HasPrefix(all, "net/http.ResponseWriter;*net/http.Request"),
		len(ts) == 1 && (ts[0] == "*github.com/gin-gonic/gin.Context" || strings.HasPrefix(ts[0], "github.com/labstack/echo/") && strings.HasSuffix(ts[0], ".Context") ||
			strings.HasPrefix(strings.TrimPrefix(ts[0], "*"), "github.com/gofiber/fiber/") && strings.HasSuffix(ts[0], ".Ctx") || ts[0] == "*github.com/valyala/fasthttp.RequestCtx"):
		return f.Signature().Results().Len() <= 1
	}
	return operator(f) || isRPC(f)
}

// operator reports Reconcile of a Kubernetes controller, which dials the servers that it cares for.
func operator(f *flow.Frame) bool {
	ps := f.Signature().Params()
	return f.Name() == "Reconcile" && ps.Len() == 2 && strings.HasSuffix(ps.At(1).Type().String(), ".Request")
}

// isRPC reports a method of a gRPC service: (ctx, *XRequest) (*XResponse, error).
func isRPC(f *flow.Frame) bool {
	sig := f.Signature()
	if sig.Recv() == nil || sig.Params().Len() != 2 || sig.Results().Len() != 2 || !strings.HasSuffix(sig.Params().At(0).Type().String(), "context.Context") {
		return false
	}
	return pointerNamed(sig.Params().At(1).Type(), "Request", "Req") && pointerNamed(sig.Results().At(0).Type(), "Response", "Reply", "Resp")
}

func pointerNamed(t types.Type, suffixes ...string) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	for _, s := range suffixes {
		if strings.HasSuffix(p.Elem().String(), s) {
			return true
		}
	}
	return false
}
