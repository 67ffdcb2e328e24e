package cli

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/load"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/lsp"
	"github.com/redisvet/redisvet/passes"
)

// notInEditor are the flags of a run that mean nothing to an editor.
var notInEditor = []string{"format", "json", "c", "fix", "diff", "baseline", "write-baseline", "with-vet"}

// lsp is the language server. Settings come from the command line, the editor and the settings file; the first of them wins.
func (a *app) lsp(args []string) (int, error) {
	if len(args) > 0 && !slices.Equal(args, []string{"-stdio"}) && !slices.Equal(args, []string{"--stdio"}) { // some clients add it
		return 0, fmt.Errorf("lsp: unexpected argument %s; flags come before lsp", args[0])
	}
	var wrong string
	a.flags.set.Visit(func(fl *flag.Flag) {
		if slices.Contains(notInEditor, fl.Name) {
			wrong = fl.Name
		}
	})
	if wrong != "" {
		return 0, fmt.Errorf("lsp has no use for the flag -%s", wrong)
	}
	return lsp.Serve(context.Background(), os.Stdin, os.Stdout, lsp.Options{
		Version: version(),
		Load:    load.Options{Tests: a.flags.tests, Tags: a.flags.tags, Stack: a.stack},
		Checks:  a.checksFor,
	}), nil
}

// checksFor returns checks for one analysis: new ones, since an option that was set and is set no longer must not stay behind.
func (a *app) checksFor(dir string, editor analyzer.Config) ([]*passes.Check, error) {
	b := &app{Streams: a.Streams, argv: a.argv, checks: analyzer.Checks(), editor: editor}
	b.flags = newFlags(b.checks)
	if err := b.flags.parse(b.argv); err != nil {
		return nil, err
	}
	return b.configure(dir)
}
