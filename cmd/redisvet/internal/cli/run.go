package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/baseline"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/fix"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/load"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/output"
	"github.com/redisvet/redisvet/passes"
)

// runPackages analyses packages in this process.
func (a *app) runPackages(patterns []string) (int, error) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	dir, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	checks, err := a.configure(dir)
	if err != nil {
		return 0, err
	}
	p := a.startProgress()
	res, err := load.Run(ctx, analyzersOf(checks), load.Options{
		Dir: dir, Patterns: patterns, Tests: a.flags.tests, Tags: a.flags.tags, Stack: a.stack, Progress: p.say,
	})
	if err == nil && a.flags.withVet {
		p.say("running go vet")
		err = a.addVet(ctx, dir, patterns, res)
	}
	p.stop()
	if err != nil {
		return 0, err
	}
	if err := a.sameConfig(dir, res.Modules); err != nil {
		return 0, err
	}
	stamp(res.Findings, checks)
	for _, e := range res.Errors {
		fmt.Fprintf(a.Err, "redisvet: %s\n", relText(dir, e))
	}
	if a.flags.writeBaseline {
		return a.saveBaseline(res)
	}
	findings := res.Findings
	if a.flags.baseline != "" {
		stale := 0
		if findings, stale, err = baseline.Filter(a.flags.baseline, findings); err != nil {
			return 0, err
		}
		if stale > 0 && a.ErrTTY {
			fmt.Fprintf(a.Err, "redisvet: %d entries of %s have no finding any more; -write-baseline drops them\n", stale, a.flags.baseline)
		}
	}
	changed := false
	if a.flags.fix || a.flags.diff {
		if findings, changed, err = a.applyFixes(dir, findings, res.Files); err != nil {
			return 0, err
		}
	}
	if !a.flags.diff {
		if err := output.Print(a.Out, a.flags.format, a.report(dir, findings, res.Errors, checks)); err != nil {
			return 0, err
		}
	}
	switch {
	case len(res.Errors) > 0:
		return exitTrouble, nil
	case a.flags.diff && changed, !a.flags.diff && len(findings) > 0:
		return exitFindings, nil
	}
	return exitClean, nil
}

// report gathers what an output format needs.
func (a *app) report(dir string, findings []finding.Finding, errs []string, checks []*passes.Check) *output.Report {
	r := &output.Report{
		Findings: findings, Dir: dir, Root: dir, Version: version(), Checks: a.checks,
		Color:   a.OutTTY && a.Getenv("NO_COLOR") == "",
		Context: a.flags.context,
	}
	for _, e := range errs {
		r.Errors = append(r.Errors, relText(dir, e))
	}
	if a.OutTTY && !a.flags.given("c") {
		r.Context = 0
	}
	// GitHub and GitLab read names relative to the root of the repository, whatever the working directory of a step.
	for _, name := range []string{"GITHUB_WORKSPACE", "CI_PROJECT_DIR"} {
		if ws := a.Getenv(name); ws != "" && output.Relative(ws, dir) != dir {
			r.Root = ws
		}
	}
	return r
}

func (a *app) saveBaseline(res *load.Result) (int, error) {
	if len(res.Errors) > 0 {
		return 0, fmt.Errorf("%s is not written, since not everything could be analysed", a.flags.baseline)
	}
	if err := baseline.Write(a.flags.baseline, res.Findings); err != nil {
		return 0, err
	}
	fmt.Fprintf(a.Err, "redisvet: %s written to %s\n", count(len(res.Findings), "finding"), a.flags.baseline)
	return exitClean, nil
}

// applyFixes prints or writes the fixes and returns the findings that stay.
func (a *app) applyFixes(dir string, findings []finding.Finding, files []load.File) (rest []finding.Finding, changed bool, err error) {
	generated := make(map[string]bool)
	for _, f := range files {
		generated[f.Name] = f.Generated
	}
	plan, err := fix.Make(findings, func(file string) bool { return generated[file] })
	if err != nil {
		return nil, false, err
	}
	changed = len(plan.Changes) > 0
	if a.flags.diff {
		return findings, changed, plan.Diff(a.Out, func(file string) string { return filepath.ToSlash(output.Relative(dir, file)) })
	}
	if err := plan.Write(); err != nil {
		return nil, changed, err
	}
	n := 0
	for i, f := range findings {
		if plan.Applied[i] {
			n++
		} else {
			rest = append(rest, f)
		}
	}
	if n > 0 || plan.Skipped > 0 {
		fmt.Fprintf(a.Err, "redisvet: %s fixed in %s\n", count(n, "finding"), count(len(plan.Changes), "file"))
	}
	if plan.Skipped > 0 {
		fmt.Fprintf(a.Err, "redisvet: %s left out, for they change the same text as others; run -fix again\n", count(plan.Skipped, "fix"))
	}
	return rest, changed, nil
}

// count names a number of things.
func count(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case strings.HasSuffix(what, "x"):
		return fmt.Sprintf("%d %ses", n, what)
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// stamp gives every finding the severity of its check.
func stamp(fs []finding.Finding, checks []*passes.Check) {
	severity := make(map[string]string)
	for _, c := range checks {
		severity[c.Name] = string(c.Severity)
	}
	for i := range fs {
		if fs[i].Severity = severity[fs[i].Check]; fs[i].Severity == "" {
			fs[i].Severity = string(passes.Warning)
		}
	}
}

// relText shortens the names of files in the working directory in a message.
func relText(dir, text string) string {
	return strings.ReplaceAll(text, dir+string(filepath.Separator), "")
}
