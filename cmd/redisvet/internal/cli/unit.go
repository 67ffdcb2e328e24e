package cli

import (
	"os"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/unit"
	"github.com/redisvet/redisvet/passes"
)

// runUnit answers go vet. It returns only when there is nothing to analyse or something is wrong.
func (a *app) runUnit(file string) (int, error) {
	u, err := unit.Read(file)
	if err != nil {
		return 0, err
	}
	if !a.flags.withVet && u.OutOfReach() {
		return exitClean, u.Skip()
	}
	selected := a.flags.selected(a.checks, defaults(a.checks))
	if u.Main() { // settings hold for the main module; a dependency is only summarised
		dir, err := os.Getwd() // go vet runs the tool in the directory of the package
		if err != nil {
			return 0, err
		}
		if selected, err = a.configure(dir); err != nil {
			return 0, err
		}
	}
	analyzers := analyzersOf(selected)
	if a.flags.withVet {
		analyzers = append(analyzers, analyzersOf(a.flags.selected(a.flags.vet, a.flags.vet))...)
	}
	if len(analyzers) == 0 {
		return exitClean, u.Skip()
	}
	u.Run(os.Args[0], analyzers, unit.Options{
		JSON: a.flags.json, Fix: a.flags.fix, Diff: a.flags.diff, Context: a.flags.context, Stack: a.stack,
	}, a.Err)
	return exitTrouble, nil // not reached
}

func defaults(checks []*passes.Check) []*passes.Check {
	var out []*passes.Check
	for _, c := range checks {
		if c.Default {
			out = append(out, c)
		}
	}
	return out
}
