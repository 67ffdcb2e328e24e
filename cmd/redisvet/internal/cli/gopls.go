package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/config"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/gopls"
)

const goplsUsage = `Usage: redisvet gopls build [flags]

Builds gopls with redisvet's checks inside, from the module proxy that your go command uses. The default checks are on, the others off;
the setting "analyses" of gopls switches each by its name.

Flags:
`

// gopls builds the language server with the checks inside.
func (a *app) gopls(args []string) (int, error) {
	var opts gopls.Options
	var cfg string
	var verbose bool
	set := flag.NewFlagSet("gopls build", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&opts.Dir, "o", ".", "`directory` for the executable")
	set.StringVar(&opts.Version, "gopls", "", "`version` of gopls (default: the newest known one that your Go can build)")
	set.BoolVar(&opts.Untested, "untested", false, "allow a version of gopls newer than those known to work")
	set.StringVar(&opts.Redisvet, "redisvet", "", "`directory` of redisvet's module, for a development build")
	set.StringVar(&cfg, "config", "", "settings `file` (redisvet.yaml) to build in, options of checks included")
	set.BoolVar(&verbose, "v", false, "show what the go command says")
	if len(args) == 0 || args[0] != "build" {
		return 0, errors.New("want 'redisvet gopls build'")
	}
	switch err := set.Parse(args[1:]); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(a.Out, goplsUsage)
		set.SetOutput(a.Out)
		set.PrintDefaults()
		return exitClean, nil
	case err != nil:
		return 0, fmt.Errorf("gopls build: %v", err)
	case set.NArg() > 0:
		return 0, fmt.Errorf("gopls build: unexpected argument %s", set.Arg(0))
	}
	if verbose {
		opts.Verbose = a.Err
	}
	if cfg != "" {
		var err error
		if opts.Config, err = config.Read(cfg); err != nil {
			return 0, err
		}
		if _, err := opts.Config.Apply(analyzer.Checks()); err != nil {
			return 0, fmt.Errorf("%s: %v", cfg, err)
		}
	}
	opts.Label = version()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	p := a.startProgress()
	p.say("building gopls (a few minutes the first time)")
	res, err := gopls.Build(ctx, opts)
	p.stop()
	if err != nil {
		return 0, err
	}
	fmt.Fprintf(a.Out, "%s: gopls %s\n", res.File, res.Version)
	return exitClean, nil
}
