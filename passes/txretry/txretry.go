// Package txretry declares the check txretry: retries of a transaction that never end, that can never be right, or whose end is taken
// for success.
package txretry

import (
	_ "embed"
	"fmt"
	"go/token"
	"strings"

	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// The categories of findings besides the unbounded retry.
const (
	StaleRetry = "stale-retry"
	LostUpdate = "lost-update"
	NoBackoff  = "no-backoff"
)

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	var backoff bool
	c := rule.Declare(rule.Info{
		Name:   "txretry",
		Family: "transactions",
		Title:  "retry of a transaction that never ends or never succeeds",
		Text: `
` + "`Watch`" + ` returns ` + "`redis.TxFailedErr`" + ` when a watched key changed; go-redis never tries again by itself. A loop that tries again for ever
turns a busy key into an outage: the more writers compete, the more attempts fail, each one costs three round trips, and no caller ever gets
an answer. A retry needs a limit of attempts, a deadline or a check of the context, a growing random pause, and an error of its own for
the caller when it gives up. A sleep alone is no limit, and neither is a counter that is only logged.

Two more ways to be wrong: each attempt has to read again inside the Watch function, otherwise it writes the value of the first reading
over the change that made it fail (category ` + "`stale-retry`" + `); and a loop that falls out after its last conflict and returns nil tells the
caller that the update happened (category ` + "`lost-update`" + `).

Where one key is so hot that transactions keep failing, a script does the work in one step and needs no retry:

` + "```go" + `
var spend = redis.NewScript(` + "`" + `
local balance = tonumber(redis.call("GET", KEYS[1]) or "0")
if balance < tonumber(ARGV[1]) then return -1 end
return redis.call("DECRBY", KEYS[1], ARGV[1])` + "`" + `)

left, err := spend.Run(ctx, rdb, []string{account}, amount).Int64()
` + "```",
		Silent: []string{
			"Something besides the outcome of Redis commands can end the loop: a counter, a clock, ctx.Err, ctx.Done, a budget, code that is not seen.",
			"The context of the attempts was made by context.WithTimeout or WithDeadline around the loop.",
			"A retry library repeats the function.",
			"The loop goes on after success too: it is a worker, not a retry.",
		},
		Bad: bad, Good: good,
		Harm:     "two writers on one key: the loop is still running when the test gives up",
		Patterns: []string{"W4"},
		Sources: []string{
			"go-redis tx.go: (*Client).Watch", "go-redis osscluster.go: (*ClusterClient).Watch",
			"https://redis.io/docs/latest/develop/using-commands/transactions/",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
		Options:  []rule.Option{{Name: "backoff", Default: "false", Text: "also report a bounded retry without any pause between the attempts"}},
	}, func(pass *rule.Pass) error { return run(pass, backoff) })
	c.Analyzer.Flags.BoolVar(&backoff, "backoff", false, "also report a bounded retry without any pause between the attempts")
	return c
}

func run(pass *rule.Pass, backoff bool) error {
	for _, g := range pass.Flow.Graphs() {
		for _, r := range g.Retries() {
			name := "call"
			pos, end := r.Site.Pos(), r.Site.Pos()
			if e := r.Site.Expr(); e != nil {
				pos, end, name = e.Pos(), e.End(), rule.Expr(e.Fun)
			}
			report := func(category, format string, args ...any) {
				pass.ReportFinding(rule.Finding{Pos: pos, End: end, Category: category, Message: fmt.Sprintf(format, args...)})
			}
			switch {
			case !r.Bounded && r.Loop == nil:
				self := name[strings.LastIndexByte(name, '.')+1:] // as it is called: a literal goes by its variable
				report("", "%s calls itself on TxFailedErr without a limit or deadline; under contention it never returns", self)
			case !r.Bounded:
				report("", "%s is retried on TxFailedErr without a limit or deadline; under contention it never ends", name)
			case backoff && !r.Paused && r.Loop != nil:
				report(NoBackoff, "%s is retried on TxFailedErr without a pause; competing writers keep each other failing", name)
			}
			for _, s := range staleRetry(g, r) {
				pass.ReportOp(s.Write, StaleRetry, fmt.Sprintf("%s depends on %s from before the retry; an attempt after a conflict can never be right",
					s.Write.Name(), s.Read.Name()))
			}
			for _, n := range r.Lost {
				pass.ReportFinding(rule.Finding{Pos: n.Pos(), End: n.Pos() + token.Pos(len("return")), Category: LostUpdate,
					Message: fmt.Sprintf("success is returned after the last attempt of %s failed with TxFailedErr; the update is lost", name)})
			}
		}
	}
	return nil
}

// staleRetry returns the writes that use a value from before all attempts.
func staleRetry(g *flow.Graph, r *flow.Retry) []flow.StaleWrite {
	if r.Op == nil || r.Loop == nil {
		return nil
	}
	var out []flow.StaleWrite
	for _, s := range g.StaleWrites(r.Op) {
		if !r.Loop.Contains(s.Read.Node) {
			out = append(out, s)
		}
	}
	return out
}
