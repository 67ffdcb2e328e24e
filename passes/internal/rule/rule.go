// Package rule declares a check: its metadata, its analyzer, and what its run function gets to work with.
package rule

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
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
}

// Finding is one report. Fix is nil or the one safe fix; Related is nil or the one other place that matters.
type Finding struct {
	Pos, End token.Pos
	Category string // kebab-case kind within the check, "" usually
	Message  string
	Fix      *analysis.SuggestedFix
	Related  *analysis.RelatedInformation
}

// Report reports a finding at a node.
func (p *Pass) Report(n ast.Node, message string) {
	p.ReportFinding(Finding{Pos: n.Pos(), End: n.End(), Message: message})
}

// ReportFinding reports a finding once: a second one at the same place with the same text is dropped.
func (p *Pass) ReportFinding(f Finding) {
	d := analysis.Diagnostic{Pos: f.Pos, End: f.End, Category: f.Category, Message: f.Message, URL: p.Analyzer.URL}
	if f.Fix != nil {
		d.SuggestedFixes = []analysis.SuggestedFix{*f.Fix}
	}
	if f.Related != nil {
		d.Related = []analysis.RelatedInformation{*f.Related}
	}
	p.Pass.Report(d)
}

// Declare makes a check of its metadata and its run function.
func Declare(info Info, run func(*Pass) error) *Check {
	c := &Check{Info: info}
	c.Analyzer = &analysis.Analyzer{
		Name:     info.Name,
		Doc:      info.Title + "\n\n" + strings.TrimSpace(info.Text),
		URL:      DocsBase + info.Name + ".md",
		Requires: []*analysis.Analyzer{calls.Analyzer, flow.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			cr := pass.ResultOf[calls.Analyzer].(*calls.Result)
			fp := pass.ResultOf[flow.Analyzer].(*flow.Package)
			if cr == nil || fp == nil { // the import gate
				return nil, nil
			}
			return nil, run(&Pass{Pass: pass, Check: c, Calls: cr, Flow: fp})
		},
	}
	return c
}
