// Package cli is the command line of redisvet: flags, the selection of checks, sub-commands, exit codes.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/guard"
	"github.com/redisvet/redisvet/passes"
)

// Exit codes.
const (
	exitClean    = 0
	exitFindings = 1
	exitTrouble  = 2 // anything that kept the command from its work
)

// Streams are what the command reads and writes, so that tests can stand in.
type Streams struct {
	Out, Err io.Writer
	Getenv   func(string) string
	OutTTY   bool // Out is a terminal
	ErrTTY   bool // Err is a terminal
}

// Std returns the process's own streams.
func Std() *Streams {
	return &Streams{
		Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv,
		OutTTY: isTerminal(os.Stdout), ErrTTY: isTerminal(os.Stderr),
	}
}

func isTerminal(f *os.File) bool {
	fi, err := f.Stat()
	return err == nil && fi.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// app is one run of the command.
type app struct {
	*Streams
	argv   []string
	checks []*passes.Check
	flags  *flags
	stack  bool
	editor analyzer.Config // settings that lie over the file's
}

// Main runs the command and returns its exit code. As a vet tool it may exit by itself.
func Main(args []string, std *Streams, checks []*passes.Check) int {
	a := &app{Streams: std, argv: args, checks: checks, stack: std.Getenv(guard.DebugEnv) != ""}
	a.flags = newFlags(checks)
	switch err := a.flags.parse(args); {
	case errors.Is(err, flag.ErrHelp):
		a.usage(a.Out)
		return exitClean
	case err != nil:
		return a.fail("%v; run 'redisvet help' for the flags", err)
	}
	code, err := a.dispatch(a.flags.args())
	if err != nil {
		return a.fail("%v", err)
	}
	return code
}

// fail prints a sentence about trouble and returns the exit code for it.
func (a *app) fail(format string, args ...any) int {
	fmt.Fprintf(a.Err, "redisvet: %s\n", fmt.Sprintf(format, args...))
	return exitTrouble
}

// dispatch finds out what the arguments ask for.
func (a *app) dispatch(args []string) (int, error) {
	switch {
	case a.flags.version != "":
		return a.printVersion(a.flags.version)
	case a.flags.list:
		return exitClean, a.flags.describe(a.Out)
	case len(args) == 1 && strings.HasSuffix(args[0], ".cfg"):
		return a.runUnit(args[0])
	}
	if len(args) > 0 {
		for _, c := range commands() {
			if c.name == args[0] {
				return c.run(a, args[1:])
			}
		}
	}
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") {
			return 0, fmt.Errorf("flag %s comes after a package: put flags first", arg)
		}
	}
	return a.runPackages(args)
}
