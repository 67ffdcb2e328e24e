package rule

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"runtime/debug"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/fix"
	"github.com/redisvet/redisvet/passes/internal/suppress"
)

// Finding is one report. Fix is nil or the one safe fix; Related is nil or the one other place that matters.
type Finding struct {
	Pos, End token.Pos
	Category string // kebab-case kind within the check, "" usually
	Message  string
	Fix      *analysis.SuggestedFix
	Related  *analysis.RelatedInformation
}

// UnusedDirective is the category of the finding that a directive silences nothing. The check that the directive names reports it,
// because only a check that runs, with the options it runs with, knows that it had nothing to say.
const UnusedDirective = "unused-directive"

type reportKey struct {
	pos     token.Pos
	message string
}

// Report reports a finding at a node.
func (p *Pass) Report(n ast.Node, message string) {
	p.ReportFinding(Finding{Pos: n.Pos(), End: n.End(), Message: message})
}

// ReportFinding reports a finding once: a second one at the same place with the same text is dropped, and so is one that a directive
// silences. A fix is dropped where it must not edit: in generated files and in files that cgo has translated.
func (p *Pass) ReportFinding(f Finding) {
	key := reportKey{f.Pos, f.Message}
	if !f.Pos.IsValid() || p.seen[key] {
		return
	}
	if p.seen == nil {
		p.seen, p.used = map[reportKey]bool{}, map[*suppress.Directive]bool{}
	}
	p.seen[key] = true
	if f.Category != UnusedDirective { // a directive cannot hide that it is useless
		if by := p.Directives.Silencing(f.Pos, f.End, p.names()...); len(by) > 0 {
			for _, d := range by {
				p.used[d] = true
			}
			return
		}
	}
	d := analysis.Diagnostic{Pos: f.Pos, End: f.End, Category: f.Category, Message: f.Message, URL: p.Analyzer.URL}
	if f.Fix != nil && fix.Editable(p.Pass, f.Pos) {
		d.SuggestedFixes = []analysis.SuggestedFix{*f.Fix}
	}
	if f.Related != nil {
		d.Related = []analysis.RelatedInformation{*f.Related}
	}
	p.findings = append(p.findings, d)
}

func (p *Pass) names() []string { return append([]string{p.Check.Name}, p.Check.Aliases...) }

// reportUnusedDirectives reports the directives that name this check and silenced none of its findings.
func (p *Pass) reportUnusedDirectives() {
	for _, d := range p.Directives.List {
		name, ok := d.Names(p.names()...)
		if !ok || d.Problem != suppress.None || p.used[d] {
			continue
		}
		f := Finding{
			Pos:      name.Pos,
			End:      name.End,
			Category: UnusedDirective,
			Message:  fmt.Sprintf("directive silences no finding of %s; it would hide the next one", name.Text),
		}
		if len(d.Checks) == 1 && d.Alone() {
			from, to := d.Line()
			f.Fix = &analysis.SuggestedFix{Message: "Remove directive", TextEdits: []analysis.TextEdit{{Pos: from, End: to}}}
		} else if len(d.Checks) == 1 {
			f.Fix = &analysis.SuggestedFix{Message: "Remove directive", TextEdits: []analysis.TextEdit{{Pos: d.Comment.Pos(), End: d.Comment.End()}}}
		}
		p.ReportFinding(f)
	}
}

// flush hands the findings to the driver, in the order of the source.
func (p *Pass) flush() {
	slices.SortStableFunc(p.findings, func(a, b analysis.Diagnostic) int { return int(a.Pos) - int(b.Pos) })
	for _, d := range p.findings {
		p.Pass.Report(d)
	}
}

// contain runs the check; whole is false when it panicked.
func (p *Pass) contain(run func(*Pass) error) (whole bool, err error) {
	defer func() {
		if r := recover(); r != nil && os.Getenv("REDISVET_DEBUG") != "" {
			fmt.Fprintf(os.Stderr, "redisvet: debug: check %s in %s: panic: %v\n%s", p.Check.Name, p.Pkg.Path(), r, debug.Stack())
		}
	}()
	err = run(p)
	return true, err
}
