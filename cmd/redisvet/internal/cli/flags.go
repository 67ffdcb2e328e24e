package cli

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/output"
	"github.com/redisvet/redisvet/passes"
)

// flags are the parsed command line.
type flags struct {
	set     *flag.FlagSet
	enabled map[string]*triState // by check
	checks  []*passes.Check

	list    bool // -flags, asked by go vet
	version mode // -V=full, asked by go vet, or -version

	// Both modes.
	json, fix, diff bool
	context         int
	withVet         bool

	// Packages only.
	format        string
	tests         bool
	tags          string
	config        string
	baseline      string
	writeBaseline bool
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

// driverFlags are the flags of a run of its own, in the order of the usage text. go vet has its own -fix, -diff, -json and -tags.
var driverFlags = []string{
	"format", "json", "c", "fix", "diff", "tests", "tags", "config", "baseline", "write-baseline", "with-vet", "version",
}

// unitFlags are those among them that go vet may pass on.
var unitFlags = []string{"json", "c", "with-vet"}

func newFlags(checks []*passes.Check) *flags {
	f := &flags{
		set:     flag.NewFlagSet("redisvet", flag.ContinueOnError),
		enabled: make(map[string]*triState),
		checks:  checks,
	}
	f.set.SetOutput(io.Discard)
	f.set.Usage = func() {}
	f.set.BoolVar(&f.list, "flags", false, "print the flags in JSON, for go vet")
	f.set.Var(&f.version, "V", "print the version and exit")
	f.set.Var(&f.version, "version", "print the version and exit")
	f.set.StringVar(&f.format, "format", "text", "form of the findings: "+strings.Join(output.Formats(), ", "))
	f.set.BoolVar(&f.json, "json", false, "same as -format json; under go vet in the form of go vet")
	f.set.IntVar(&f.context, "c", -1, "show the line of a finding and this many lines around it (on a terminal: 0)")
	f.set.BoolVar(&f.fix, "fix", false, "apply the fixes of the findings")
	f.set.BoolVar(&f.diff, "diff", false, "print what -fix would change, and change nothing")
	f.set.BoolVar(&f.tests, "tests", true, "analyse test files too")
	f.set.StringVar(&f.tags, "tags", "", "build tags, separated by commas")
	f.set.StringVar(&f.config, "config", "", "settings file, in place of the redisvet.yaml beside go.mod; 'off' for none")
	f.set.StringVar(&f.baseline, "baseline", "", "file with findings not to report")
	f.set.BoolVar(&f.writeBaseline, "write-baseline", false, "write all findings to the file of -baseline, and report none")
	f.set.BoolVar(&f.withVet, "with-vet", false, "run the standard go vet checks too")
	for _, c := range f.checks {
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
		if f.given("format") && f.format != "json" {
			return fmt.Errorf("-json contradicts -format %s", f.format)
		}
		f.format = "json"
	}
	switch {
	case !slices.Contains(output.Formats(), f.format):
		return fmt.Errorf("unknown format %q: want one of %s", f.format, strings.Join(output.Formats(), ", "))
	case f.writeBaseline && f.baseline == "":
		return errors.New("-write-baseline needs -baseline FILE")
	case f.writeBaseline && (f.fix || f.diff):
		return errors.New("-write-baseline cannot be combined with -fix or -diff")
	}
	return nil
}

func (f *flags) args() []string { return f.set.Args() }

// given reports whether a flag is on the command line.
func (f *flags) given(name string) bool {
	found := false
	f.set.Visit(func(fl *flag.Flag) { found = found || fl.Name == name })
	return found
}

// settings returns what the command line says about a check, to be applied over a configuration file.
func (f *flags) settings() (options map[string]string) {
	options = make(map[string]string)
	f.set.Visit(func(fl *flag.Flag) {
		if strings.Contains(fl.Name, ".") {
			options[fl.Name] = fl.Value.String()
		}
	})
	return options
}

// selected returns the checks to run; base are those that run when no flag says otherwise. As in vet, naming a
// check selects the named ones only, and -NAME=false takes one away.
func (f *flags) selected(base []*passes.Check) []*passes.Check {
	only := slices.ContainsFunc(f.checks, func(c *passes.Check) bool { return *f.enabled[c.Name] == setTrue })
	var out []*passes.Check
	for _, c := range f.checks {
		switch *f.enabled[c.Name] {
		case setTrue:
			out = append(out, c)
		case unset:
			if !only && slices.Contains(base, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

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
	out := []jsonFlag{}
	f.set.VisitAll(func(fl *flag.Flag) {
		check := f.enabled[fl.Name] != nil || strings.Contains(fl.Name, ".")
		if !check && !slices.Contains(unitFlags, fl.Name) {
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
