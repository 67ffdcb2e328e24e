package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/load"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/unit"
	"github.com/redisvet/redisvet/passes"
)

// runUnit answers go vet. It returns only when there was nothing to analyse or the unit cannot be read.
func (a *app) runUnit(file string) (int, error) {
	u, err := unit.Read(file)
	if err != nil {
		return 0, err
	}
	selected := a.flags.selected(isDefault)
	if u.OutOfReach() || len(selected) == 0 {
		return exitClean, u.Skip()
	}
	u.Run(os.Args[0], analyzersOf(selected), unit.Options{
		JSON: a.flags.json, Fix: a.flags.fix, Diff: a.flags.diff, Context: a.flags.context, Stack: a.stack,
	}, a.Err)
	return exitClean, nil // not reached
}

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
	selected := a.flags.selected(isDefault)
	res, err := load.Run(ctx, analyzersOf(selected), load.Options{
		Dir: dir, Patterns: patterns, Tests: a.flags.tests, Tags: a.flags.tags, Stack: a.stack,
	})
	if err != nil {
		return 0, err
	}
	stamp(res.Findings, selected)
	for _, f := range res.Findings {
		fmt.Fprintf(a.Out, "%s:%d:%d: %s (%s)\n", rel(dir, f.Pos.Filename), f.Pos.Line, f.Pos.Column, f.Message, f.Check)
	}
	for _, e := range res.Errors {
		fmt.Fprintf(a.Err, "redisvet: %s\n", relText(dir, e))
	}
	switch {
	case len(res.Errors) > 0:
		return exitTrouble, nil
	case len(res.Findings) > 0:
		return exitFindings, nil
	}
	return exitClean, nil
}

// stamp gives every finding the severity of its check.
func stamp(fs []finding.Finding, checks []*passes.Check) {
	severity := make(map[string]string)
	for _, c := range checks {
		severity[c.Name] = string(c.Severity)
	}
	for i := range fs {
		fs[i].Severity = severity[fs[i].Check]
		if fs[i].Severity == "" {
			fs[i].Severity = string(passes.Warning)
		}
	}
}

func formats() []string { return []string{"text", "json", "sarif", "github", "checkstyle"} }
