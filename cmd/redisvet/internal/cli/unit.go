package cli

import (
	"flag"
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
	opts := unit.Options{
		JSON: a.flags.json, Fix: a.flags.fix, Diff: a.flags.diff, Context: a.flags.context, Stack: a.stack,
	}
	if a.flags.withVet {
		return u.RunWithVet(a.flags.unitArgs(), opts, a.Err)
	}
	if u.OutOfReach() {
		return exitClean, u.Skip()
	}
	selected := a.flags.selected(defaults(a.checks))
	if u.Main() { // settings hold for the main module; a dependency is only summarised
		dir, err := os.Getwd() // go vet runs the tool in the directory of the package
		if err != nil {
			return 0, err
		}
		if selected, err = a.configure(dir); err != nil {
			return 0, err
		}
	}
	if len(selected) == 0 {
		return exitClean, u.Skip()
	}
	u.Run(os.Args[0], analyzersOf(selected), opts, a.Err)
	return exitTrouble, nil // not reached
}

// unitArgs returns the flags of the command line but -with-vet, for another process of this command.
func (f *flags) unitArgs() []string {
	var args []string
	f.set.Visit(func(fl *flag.Flag) {
		if fl.Name != "with-vet" {
			args = append(args, "-"+fl.Name+"="+fl.Value.String())
		}
	})
	return args
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
