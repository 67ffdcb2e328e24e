package load

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/guard"
)

// analyze runs the analyzers and adds findings, errors and files to the result.
func analyze(analyzers []*analysis.Analyzer, roots []*packages.Package, opts Options, res *Result) error {
	graph, err := checker.Analyze(guard.Wrap(analyzers, opts.Stack, nil), roots, nil)
	if err != nil {
		return err
	}
	for act := range graph.All() {
		if act.Err != nil && !act.Package.IllTyped && !isConsequence(act) {
			res.Errors = append(res.Errors, act.Err.Error())
		}
		if !act.IsRoot {
			continue
		}
		for _, d := range act.Diagnostics {
			res.Findings = append(res.Findings, convert(act.Package.Fset, act.Analyzer, d))
		}
	}
	seen := make(map[string]bool)
	for _, p := range roots {
		for _, f := range p.Syntax {
			name := p.Fset.Position(f.Package).Filename
			if !seen[name] {
				seen[name] = true
				res.Files = append(res.Files, File{Name: name, Generated: ast.IsGenerated(f)})
			}
		}
	}
	slices.SortFunc(res.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// isConsequence reports whether an action failed only because another one did.
func isConsequence(act *checker.Action) bool {
	return slices.ContainsFunc(act.Deps, func(d *checker.Action) bool { return d.Err != nil })
}

func convert(fset *token.FileSet, a *analysis.Analyzer, d analysis.Diagnostic) finding.Finding {
	end := d.End
	if !end.IsValid() {
		end = d.Pos
	}
	f := finding.Finding{
		Check:    a.Name,
		Category: d.Category,
		Message:  d.Message,
		URL:      d.URL,
		Pos:      fset.Position(d.Pos),
		End:      fset.Position(end),
	}
	for _, rel := range d.Related {
		stop := rel.End
		if !stop.IsValid() {
			stop = rel.Pos
		}
		f.Related = append(f.Related, finding.Related{Pos: fset.Position(rel.Pos), End: fset.Position(stop), Message: rel.Message})
	}
	for _, fix := range d.SuggestedFixes {
		out := finding.Fix{Message: fix.Message}
		for _, e := range fix.TextEdits {
			stop := e.End
			if !stop.IsValid() {
				stop = e.Pos
			}
			tf := fset.File(e.Pos)
			out.Edits = append(out.Edits, finding.Edit{
				File:  tf.Name(),
				Start: tf.Offset(e.Pos),
				End:   tf.Offset(stop),
				New:   string(e.NewText),
				Pos:   fset.Position(e.Pos),
				Stop:  fset.Position(stop),
			})
		}
		f.Fixes = append(f.Fixes, out)
	}
	return f
}
