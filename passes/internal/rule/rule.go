// Package rule declares a check: its metadata, its analyzer, and what its run function gets to work with.
package rule

import (
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/suppress"
	"github.com/redisvet/redisvet/passes/internal/values"
)

// Severity says how sure and how bad a finding of a check is: Error is a certain bug or data loss, Warning a likely bug that
// depends on run-time state, Note a matter of performance or style.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "info"
)

// Info is the metadata of a check; the docs page, the README row, explain, SARIF rules and settings reference are made from it.
type Info struct {
	Name     string   // a lower-case Go identifier; package, flag, config key, directive, docs page and SARIF rule id
	Family   string   // "pipelines", "transactions", "atomicity", "cluster", "replies", "arguments", "resources", "hazards"
	Title    string   // one line, no capital, no period, at most 60 characters
	Text     string   // what goes wrong at run time and why, in Markdown
	Silent   []string // when the check says nothing, one sentence each
	Bad      string   // the example file that is found, embedded from testdata/example/bad.go
	Good     string   // the example file that is not, embedded from testdata/example/good.go
	Harm     string   // the harm in one line, as the proof observes it; or why no proof is possible
	Patterns []string // ids of misuse patterns
	Sources  []string // Redis documentation pages, go-redis files and functions
	Severity Severity
	Default  bool   // in the default set
	Since    string // version that brought it
	Options  []Option
	Aliases  []string // former names, valid for ever in directives and settings
}

// Option is a flag of a check, for the docs; the flag itself is registered on Analyzer.Flags.
type Option struct{ Name, Default, Text string }

// Check is a declared check.
type Check struct {
	Info
	Analyzer *analysis.Analyzer
}

// DocsBase is where the generated pages of the checks are published.
const DocsBase = "https://github.com/redisvet/redisvet/blob/main/docs/checks/"

// Pass is what a check works with. Calls and Flow are never nil: the run function is not called for a package that no library reaches.
type Pass struct {
	*analysis.Pass
	Check *Check
	Calls *calls.Result
	Flow  *flow.Package
	// Values follows values through assignments, callers and wrappers by the syntax tree.
	Values *values.Result
	// Directives are the suppression directives of the package. ReportFinding honours them; a check need not.
	Directives *suppress.Directives

	findings []analysis.Diagnostic
	seen     map[reportKey]bool
	used     map[*suppress.Directive]bool
}

// Declare makes a check of its metadata and its run function.
//
// A panic in the run function costs the findings that were still to come, and nothing else: what was found before is right. It is
// recorded on standard error when REDISVET_DEBUG is set.
func Declare(info Info, run func(*Pass) error) *Check {
	c := &Check{Info: info}
	c.Analyzer = &analysis.Analyzer{
		Name:     info.Name,
		Doc:      info.Title + "\n\n" + strings.TrimSpace(info.Text),
		URL:      DocsBase + info.Name + ".md",
		Requires: []*analysis.Analyzer{calls.Analyzer, flow.Analyzer, values.Analyzer, suppress.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			cr := pass.ResultOf[calls.Analyzer].(*calls.Result)
			fp := pass.ResultOf[flow.Analyzer].(*flow.Package)
			if cr == nil || fp == nil { // the import gate
				return nil, nil
			}
			p := &Pass{Pass: pass, Check: c, Calls: cr, Flow: fp, Values: pass.ResultOf[values.Analyzer].(*values.Result), Directives: pass.ResultOf[suppress.Analyzer].(*suppress.Directives)}
			var err error
			fp.Exclusive(func() {
				var whole bool
				if whole, err = p.contain(run); whole && err == nil {
					p.reportUnusedDirectives()
				}
				p.flush()
			})
			return nil, err
		},
	}
	return c
}
