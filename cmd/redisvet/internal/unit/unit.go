// Package unit answers go vet: one compilation unit, described by a .cfg file, per process.
//
// The work is done by unitchecker of x/tools. In front of it stands a fast path: a unit that cannot reach a client library
// is answered before anything is parsed. Reach is known without a list of the transitive imports, because every unit that
// reaches a library exports a fact, so that its .vetx file is not empty.
package unit

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/guard"
	"github.com/redisvet/redisvet/passes"
)

// Options are the flags that go vet passes on.
type Options struct {
	JSON, Fix, Diff bool
	Context         int // lines of context, -1 for none
	Stack           bool
}

// Unit is a parsed .cfg file.
type Unit struct {
	file string
	cfg  config
	data []byte
	// factsOnly: the linked unitchecker takes nothing but facts from .vetx files.
	factsOnly bool
}

// config is what the command needs of the file; unitchecker reads it again.
type config struct {
	ImportPath    string
	GoVersion     string
	ModulePath    string
	ModuleVersion string
	Module        json.RawMessage // since Go 1.27
	ImportMap     map[string]string
	PackageFile   map[string]string
	PackageVetx   map[string]string
	Standard      map[string]bool
	VetxOnly      bool
	VetxOutput    string
	FixArchive    string
}

// Read reads a .cfg file.
func Read(file string) (*Unit, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	u := &Unit{file: file, data: data, factsOnly: factsOnlyVetx()}
	if err := json.Unmarshal(data, &u.cfg); err != nil {
		return nil, fmt.Errorf("cannot decode %s: %v", file, err)
	}
	return u, nil
}

// OutOfReach reports whether no client library can be reached from the unit. It answers false when the linked unitchecker
// takes types from .vetx files (x/tools v0.50 and later): then every unit must run.
func (u *Unit) OutOfReach() bool {
	if !u.factsOnly {
		return false
	}
	if passes.InLibrary(u.cfg.ImportPath) {
		return true
	}
	for _, path := range u.cfg.ImportMap {
		if passes.IsLibrary(path) {
			return false
		}
	}
	for _, file := range u.cfg.PackageVetx {
		if fi, err := os.Stat(file); err != nil || fi.Size() > 0 {
			return false
		}
	}
	return true
}

// Skip answers the unit without analysis.
func (u *Unit) Skip() error {
	if u.cfg.FixArchive != "" { // an archive that is missing would never be found in go's cache
		f, err := os.Create(u.cfg.FixArchive)
		if err != nil {
			return err
		}
		if err := zip.NewWriter(f).Close(); err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return os.WriteFile(u.cfg.VetxOutput, nil, 0o666)
}

// Main reports whether findings in the unit matter to the user: it is not only a dependency outside the main module.
func (u *Unit) Main() bool {
	return !u.cfg.VetxOnly || u.cfg.ModuleVersion == "" && u.cfg.ModulePath != "" && !u.cfg.Standard[u.cfg.ImportPath]
}

// Run analyses the unit with unitchecker. It does not return.
func (u *Unit) Run(prog string, analyzers []*analysis.Analyzer, opts Options, stderr io.Writer) {
	if msg := u.tooNew(runtime.Version()); msg != "" {
		fmt.Fprintf(stderr, "redisvet: %s\n", msg)
		os.Exit(2)
	}
	file := u.file
	if u.cfg.VetxOnly {
		if u.losesDiagnostics() && !(opts.Fix && !opts.Diff) {
			var err error
			if file, err = u.reporting(); err != nil {
				fmt.Fprintf(stderr, "redisvet: %v\n", err)
				os.Exit(2)
			}
		} else {
			analyzers = exporters(analyzers)
		}
	}
	analyzers = guard.Wrap(analyzers, opts.Stack, func(a *analysis.Analyzer, d *analysis.Diagnostic) {
		// The go command formats text from the JSON output and drops the analyzer's name there.
		d.Message += " (" + a.Name + ")"
	})
	// unitchecker keeps these flags in variables of an internal package: its own command line is the only way to set them.
	os.Args = []string{
		prog,
		"-json=" + strconv.FormatBool(opts.JSON),
		"-fix=" + strconv.FormatBool(opts.Fix),
		"-diff=" + strconv.FormatBool(opts.Diff),
		"-c=" + strconv.Itoa(opts.Context),
		file,
	}
	unitchecker.Main(analyzers...)
}

// losesDiagnostics reports whether the unit meets a bug of Go before 1.27: the key of the cached result does not say whether
// findings were wanted, so findings of a package that was vetted first as a dependency are lost. For packages of the main
// module findings are therefore always made.
func (u *Unit) losesDiagnostics() bool { return len(u.cfg.Module) == 0 && u.Main() }

// reporting writes a copy of the unit's file that asks for findings.
func (u *Unit) reporting() (string, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(u.data, &all); err != nil {
		return "", err
	}
	all["VetxOnly"] = json.RawMessage("false")
	data, err := json.Marshal(all)
	if err != nil {
		return "", err
	}
	file := u.cfg.VetxOutput + ".redisvet.cfg" // in the unit's own work directory, removed by go
	return file, os.WriteFile(file, data, 0o666)
}

// exporters returns the analyzers with facts among the given and all that they require: a dependency needs nothing else.
func exporters(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var out []*analysis.Analyzer
	seen := make(map[*analysis.Analyzer]bool)
	var visit func([]*analysis.Analyzer)
	visit = func(as []*analysis.Analyzer) {
		for _, a := range as {
			if seen[a] {
				continue
			}
			seen[a] = true
			if len(a.FactTypes) > 0 {
				out = append(out, a)
			}
			visit(a.Requires)
		}
	}
	visit(analyzers)
	return out
}
