package cli

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes"
)

// flags are the parsed command line.
type flags struct {
	set     *flag.FlagSet
	enabled map[string]*triState // by check
	order   []*passes.Check

	list    bool // -flags, asked by go vet
	version mode // -V=full, asked by go vet, or -version

	// Both modes.
	json, fix, diff bool
	context         int

	// Packages only.
	format string
	tests  bool
	tags   string
}

// mode is the value of -V: "" unless given.
type mode string

func (m *mode) IsBoolFlag() bool { return true }
func (m *mode) String() string   { return string(*m) }
func (m *mode) Set(s string) error {
	if s == "true" {
		s = "short"
	}
	if s != "full" && s != "short" {
		return errors.New("want -V or -V=full")
	}
	*m = mode(s)
	return nil
}

// driverOnly names the flags that make no sense under go vet, or that go vet has itself; it must not offer them.
var driverOnly = []string{"flags", "V", "version", "h", "help", "format", "tests", "fix", "diff", "tags"}

func newFlags(checks []*passes.Check) *flags {
	f := &flags{set: flag.NewFlagSet("redisvet", flag.ContinueOnError), enabled: make(map[string]*triState), order: checks}
	f.set.SetOutput(io.Discard)
	f.set.Usage = func() {}
	f.set.BoolVar(&f.list, "flags", false, "print the flags in JSON, for go vet")
	f.set.Var(&f.version, "V", "print the version and exit")
	f.set.Var(&f.version, "version", "print the version and exit")
	f.set.BoolVar(&f.json, "json", false, "print findings in JSON (under go vet in its form, else as -format json)")
	f.set.BoolVar(&f.fix, "fix", false, "apply the fixes of the findings")
	f.set.BoolVar(&f.diff, "diff", false, "print what -fix would change, and change nothing")
	f.set.IntVar(&f.context, "c", -1, "show the source line of a finding with this many lines around it")
	f.set.StringVar(&f.format, "format", "text", "form of the findings: "+strings.Join(formats(), ", "))
	f.set.BoolVar(&f.tests, "tests", true, "analyse test files too")
	f.set.StringVar(&f.tags, "tags", "", "build `tags`, separated by commas")
	for _, c := range checks {
		t := new(triState)
		f.enabled[c.Name] = t
		f.set.Var(t, c.Name, c.Title)
		c.Analyzer.Flags.VisitAll(func(fl *flag.Flag) {
			f.set.Var(fl.Value, c.Name+"."+fl.Name, fl.Usage)
		})
	}
	return f
}

func (f *flags) parse(args []string) error {
	if err := f.set.Parse(args); err != nil {
		return err
	}
	if f.json {
		f.format = "json"
	}
	for _, known := range formats() {
		if f.format == known {
			return nil
		}
	}
	return fmt.Errorf("unknown format %q: want one of %s", f.format, strings.Join(formats(), ", "))
}

func (f *flags) args() []string { return f.set.Args() }

// given reports whether a flag is on the command line.
func (f *flags) given(name string) bool {
	found := false
	f.set.Visit(func(fl *flag.Flag) { found = found || fl.Name == name })
	return found
}

// selected returns the checks to run, given those that run when no flag says otherwise. As in vet, naming a check selects the
// named ones only, and -NAME=false takes one away.
func (f *flags) selected(base func(*passes.Check) bool) []*passes.Check {
	only := false
	for _, t := range f.enabled {
		only = only || *t == setTrue
	}
	var out []*passes.Check
	for _, c := range f.order {
		switch *f.enabled[c.Name] {
		case setTrue:
			out = append(out, c)
		case unset:
			if !only && base(c) {
				out = append(out, c)
			}
		}
	}
	return out
}

func isDefault(c *passes.Check) bool { return c.Default }

func analyzersOf(checks []*passes.Check) []*analysis.Analyzer {
	var out []*analysis.Analyzer
	for _, c := range checks {
		out = append(out, c.Analyzer)
	}
	return out
}

// describe prints the flags that go vet may pass on, in the form it expects.
func (f *flags) describe(w io.Writer) error {
	type jsonFlag struct {
		Name  string
		Bool  bool
		Usage string
	}
	own := make(map[string]bool)
	for _, name := range driverOnly {
		own[name] = true
	}
	out := []jsonFlag{}
	f.set.VisitAll(func(fl *flag.Flag) {
		if own[fl.Name] {
			return
		}
		b, ok := fl.Value.(interface{ IsBoolFlag() bool })
		out = append(out, jsonFlag{fl.Name, ok && b.IsBoolFlag(), fl.Usage})
	})
	data, err := json.MarshalIndent(out, "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// triState is a boolean flag that knows whether it was given.
type triState int

const (
	unset triState = iota
	setTrue
	setFalse
)

func (t *triState) IsBoolFlag() bool { return true }
func (t *triState) String() string   { return strconv.FormatBool(*t != setFalse) }
func (t *triState) Set(s string) error {
	b, err := strconv.ParseBool(s)
	if err != nil {
		return errors.New("want true or false")
	}
	*t = setFalse
	if b {
		*t = setTrue
	}
	return nil
}
