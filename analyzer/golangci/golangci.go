// Package golangci makes redisvet a linter of golangci-lint: a module plugin under the name "redisvet". docs/golangci-lint.md says
// how a golangci-lint with it is built.
package golangci

import (
	"fmt"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/analyzer"
)

// Name is the name of the linter in golangci-lint's configuration and in //nolint comments.
const Name = "redisvet"

func init() { register.Plugin(Name, New) }

// New makes the linter of its settings, those of redisvet.yaml under the same keys. What they name and nobody knows is an error.
func New(settings any) (register.LinterPlugin, error) {
	cfg, err := decode(settings)
	if err != nil {
		return nil, err
	}
	checks, err := cfg.Apply(analyzer.Checks())
	if err != nil {
		return nil, err
	}
	if len(checks) == 0 {
		return nil, fmt.Errorf("no check is enabled")
	}
	var p plugin
	for _, c := range checks {
		p.analyzers = append(p.analyzers, alone(c.Analyzer))
	}
	return p, nil
}

func decode(settings any) (analyzer.Config, error) {
	cfg, err := register.DecodeSettings[analyzer.Config](settings)
	if err != nil { // without the names of our types
		err = fmt.Errorf("%s", strings.NewReplacer("Go struct field Config.", "", "Go value of type analyzer.Config", "settings").Replace(err.Error()))
	}
	return cfg, err
}

// alone leaves the related position of a finding out: golangci-lint would make a second finding of it.
func alone(a *analysis.Analyzer) *analysis.Analyzer {
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		p := *pass
		p.Report = func(d analysis.Diagnostic) {
			d.Related = nil
			pass.Report(d)
		}
		return run(&p)
	}
	return a
}

type plugin struct{ analyzers []*analysis.Analyzer }

// BuildAnalyzers returns the selected checks.
func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return p.analyzers, nil }

// GetLoadMode asks for types, also those of dependencies: the checks exchange facts about helpers.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
