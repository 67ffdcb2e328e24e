// Package flow answers value and path questions over lazily built SSA.
package flow

import (
	"reflect"

	"golang.org/x/tools/go/analysis"
)

// Package is the engine's view of one package.
type Package struct{}

// Analyzer computes the Package and exports facts about helpers. Its result is nil in a package that no library reaches.
var Analyzer = &analysis.Analyzer{
	Name:       "redisfacts",
	Doc:        "summarise functions that use the go-redis client library",
	ResultType: reflect.TypeFor[*Package](),
	Run: func(pass *analysis.Pass) (any, error) { return (*Package)(nil), nil },
}
