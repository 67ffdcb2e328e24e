// Package scanloop declares the check scanloop: SCAN used as if one page were all, and loops over pages that go wrong.
package scanloop

import (
	_ "embed"
	"fmt"

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
	OnePage  = "one-page"
	Restarts = "restarts"
	Empty    = "empty-page"
	LastPage = "last-page"
)

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "scanloop",
		Family: "resources",
		Title:  "SCAN loop that ends early, restarts, or runs once",
		Text: `
One ` + "`Scan`" + ` is one page. Only cursor 0 in the answer means that there are no more. COUNT is a hint: a page can be shorter, or empty,
while the scan goes on, and MATCH is applied to a page after it was read.

The check finds a page whose cursor is dropped, a loop that scans from the same cursor in every turn (often a ` + "`:=`" + ` that makes a new
variable inside the loop), a loop that ends at an empty or short page, and a loop that ends at cursor 0 before it has looked at the page
that came with it. ` + "`Iterator`" + ` does all this right.`,
		Silent: []string{
			"The loop ends when enough is found.",
			"The cursor is returned, kept or passed on: somebody pages with it.",
			"The command is handed to code that is not seen.",
		},
		Bad: bad, Good: good,
		Harm:     "keys that exist are not found",
		Patterns: []string{"X6"},
		Sources:  []string{"go-redis iterator.go: (*ScanIterator).Next", "https://redis.io/docs/latest/commands/scan/"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if op.Kind == calls.Command && op.Call != nil && op.Method.Result == "ScanCmd" && !op.Queued() {
				check(pass, g, op)
			}
		}
	}
	return nil
}

func check(pass *rule.Pass, g *flow.Graph, op *flow.Op) {
	page, known := g.PageOf(op)
	if !known || page.Reads == 0 {
		return
	}
	cursor := op.Arg(1)
	if op.Method.Keyspace {
		cursor = op.Arg(0)
	}
	loop := page.Loop()
	switch name := op.Name(); {
	case len(page.Items) == 0 && len(page.Cursors) == 0:
	case loop != nil && loop.Invariant(cursor):
		pass.ReportOp(op, Restarts, fmt.Sprintf("%s starts at the same cursor in every turn of the loop; it sees the first page only", name))
	case len(page.Cursors) == 0:
		pass.ReportOp(op, OnePage, fmt.Sprintf("cursor of %s is dropped; the pages after the first are never seen", name))
	case loop != nil && page.EndsOnEmpty(loop):
		pass.ReportOp(op, Empty, fmt.Sprintf("loop over %s ends at an empty or short page; only cursor 0 is the end", name))
	case loop != nil && page.LosesLast(loop):
		pass.ReportOp(op, LastPage, fmt.Sprintf("loop over %s ends at cursor 0 before the page is used; the last page is lost", name))
	}
}
