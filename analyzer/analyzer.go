// Package analyzer is the public list of redisvet's checks, for drivers of any kind.
package analyzer

//go:generate go run ../cmd/newcheck -registry
//go:generate go run ../cmd/gendocs

import (
	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes"
)

// Checks returns the declared checks, sorted by name. Each call makes new analyzers, so that two configurations can live in one process.
func Checks() []*passes.Check {
	var cs []*passes.Check
	for _, mk := range registry {
		cs = append(cs, mk())
	}
	return cs
}

// All returns the analyzers of all checks.
func All() []*analysis.Analyzer {
	var as []*analysis.Analyzer
	for _, c := range Checks() {
		as = append(as, c.Analyzer)
	}
	return as
}

// Default returns the analyzers of the checks in the default set.
func Default() []*analysis.Analyzer {
	var as []*analysis.Analyzer
	for _, c := range Checks() {
		if c.Default {
			as = append(as, c.Analyzer)
		}
	}
	return as
}
