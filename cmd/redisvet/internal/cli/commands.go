package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/redisvet/redisvet/passes"
)

// command is a sub-command: the first argument that is not a flag.
type command struct {
	name, args, short string
	run               func(*app, []string) (int, error)
}

// commands returns the sub-commands in the order of the usage text.
func commands() []command {
	return []command{
		{"help", "[CHECK]", "describe the command, or one check", (*app).help},
		{"explain", "CHECK", "describe one check with a bad and a good example", (*app).explain},
		{"list", "", "list the checks", (*app).listChecks},
		{"docs", "[-http ADDR | -o DIR]", "serve the documentation, or write it as a static site", (*app).docs},
		{"lsp", "", "serve an editor, beside gopls", (*app).lsp},
		{"gopls", "build [flags]", "build gopls with the checks inside, for editors", (*app).gopls},
		{"completion", "bash|zsh|fish", "print a completion script for a shell", (*app).completion},
		{"version", "", "print the version", func(a *app, _ []string) (int, error) { return a.printVersion("short") }},
	}
}

func (a *app) usage(w io.Writer) {
	fmt.Fprint(w, `redisvet finds misuses of the go-redis client.

Usage:
	redisvet [flags] [packages]                       analyse packages (default ".")
	go vet -vettool=$(which redisvet) [flags] [packages]
	redisvet COMMAND

Commands:
`)
	for _, c := range commands() {
		fmt.Fprintf(w, "\t%-26s %s\n", strings.TrimSpace(c.name+" "+c.args), c.short)
	}
	fmt.Fprint(w, "\nFlags:\n")
	for _, name := range driverFlags {
		fl := a.flags.set.Lookup(name)
		fmt.Fprintf(w, "\t-%-20s %s\n", fl.Name, fl.Usage)
	}
	fmt.Fprint(w, "\t-NAME                run the named checks only\n\t-NAME=false          leave a check out\n\t-NAME.OPTION=VALUE   set an option of a check\n")
	fmt.Fprint(w, "\nExit status: 0 no findings, 1 findings, 2 anything else.\n\nChecks (* only when asked for):\n")
	a.table(w)
}

func (a *app) table(w io.Writer) {
	for _, c := range a.checks {
		mark := " "
		if !c.Default {
			mark = "*"
		}
		fmt.Fprintf(w, "\t%-14s %s %s\n", c.Name, mark, c.Title)
	}
}

func (a *app) listChecks([]string) (int, error) {
	a.table(a.Out)
	return exitClean, nil
}

func (a *app) help(args []string) (int, error) {
	if len(args) == 0 {
		a.usage(a.Out)
		return exitClean, nil
	}
	c, err := a.check(args)
	if err != nil {
		return 0, err
	}
	describe(a.Out, c)
	return exitClean, nil
}

func (a *app) explain(args []string) (int, error) {
	c, err := a.check(args)
	if err != nil {
		return 0, err
	}
	describe(a.Out, c)
	for _, ex := range []struct{ title, code string }{{"Bad", c.Bad}, {"Good", c.Good}} {
		if ex.code != "" {
			fmt.Fprintf(a.Out, "\n%s:\n\n%s", ex.title, indent(ex.code))
		}
	}
	if c.Harm != "" {
		fmt.Fprintf(a.Out, "\nHarm: %s\n", c.Harm)
	}
	if c.Family != "directives" { // every other check is proven
		fmt.Fprintf(a.Out, "Proof, in a clone of the repository: go test ./passes/%s -run Proof -v\n", c.Name)
	}
	return exitClean, nil
}

// check returns the check that a sub-command's only argument names.
func (a *app) check(args []string) (*passes.Check, error) {
	if len(args) != 1 {
		return nil, fmt.Errorf("want the name of one check; run 'redisvet list' to see them")
	}
	for _, c := range a.checks {
		if c.Name == args[0] {
			return c, nil
		}
	}
	return nil, fmt.Errorf("unknown check %q; run 'redisvet list' to see them", args[0])
}

func describe(w io.Writer, c *passes.Check) {
	state := "on by default"
	if !c.Default {
		state = "off by default; run it with -" + c.Name
	}
	fmt.Fprintf(w, "%s: %s\n\n%s, %s, %s\n\n%s\n", c.Name, c.Title, c.Family, c.Severity, state, strings.TrimSpace(c.Text))
	if len(c.Silent) > 0 {
		fmt.Fprint(w, "\nSilent:\n")
		for _, s := range c.Silent {
			fmt.Fprintf(w, "  - %s\n", s)
		}
	}
	if len(c.Options) > 0 {
		fmt.Fprint(w, "\nOptions:\n")
		for _, o := range c.Options {
			fmt.Fprintf(w, "  -%s.%s (default %s)  %s\n", c.Name, o.Name, o.Default, o.Text)
		}
	}
	fmt.Fprintf(w, "\nMore: %s\nSuppress: //redisvet:ignore %s reason\n", c.Analyzer.URL, c.Name)
}

func indent(code string) string {
	var b strings.Builder
	for line := range strings.Lines(code) {
		if strings.TrimSpace(line) != "" {
			b.WriteString("\t")
		}
		b.WriteString(line)
	}
	return b.String()
}
