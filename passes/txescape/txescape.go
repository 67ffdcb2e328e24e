// Package txescape declares the check txescape: a transaction, or a pipeline of it, that outlives its Watch function.
package txescape

import (
	_ "embed"
	"fmt"

	"github.com/redisvet/redisvet/passes/internal/flow"
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
		Name:   "txescape",
		Family: "transactions",
		Title:  "transaction used after its Watch function has returned",
		Text: `
` + "`Watch`" + ` gives the connection back to the pool when its function returns. From then on every command of the ` + "`*redis.Tx`" + `, and every
execution of a pipeline made from it, fails with "redis: client is closed". A goroutine that the function starts and does not wait for
meets the same end, or uses the connection at the same time as the function, which a Tx does not allow.`,
		Silent: []string{
			"The transaction is given to a function that is called, or kept in a local struct.",
			"The function waits for the goroutine; whether it may share the transaction is the business of pipeshare.",
			"The field that holds the transaction is reset before the function returns.",
		},
		Bad: bad, Good: good,
		Harm:     "the command after Watch fails with \"redis: client is closed\"",
		Patterns: []string{"W8"},
		Sources:  []string{"go-redis tx.go: (*Client).Watch, (*Tx).Close"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, t := range g.Txns() {
			for _, e := range t.Outlives() {
				pos, end := e.Node.Pos(), e.Node.Pos()
				name := ""
				if c := e.Node.Expr(); c != nil {
					pos, end, name = c.Pos(), c.End(), rule.Expr(c.Fun)
				}
				var message string
				switch e.How {
				case flow.UsedAfter:
					message = fmt.Sprintf("%s runs after Watch has returned; the transaction is closed and every command fails", name)
				case flow.UsedAsync:
					message = fmt.Sprintf("%s runs in a goroutine that the Watch function does not wait for; the transaction may be closed", name)
				default:
					message = "transaction is kept beyond the Watch function; after it every command fails"
				}
				pass.ReportFinding(rule.Finding{Pos: pos, End: end, Message: message})
			}
		}
	}
	return nil
}
