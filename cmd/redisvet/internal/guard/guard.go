// Package guard prepares analyzers for a driver of this command: a panic inside one becomes its error, nolint comments are honoured, and
// messages may get a suffix.
package guard

import (
	"fmt"
	"runtime/debug"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/nolint"
)

// DebugEnv is the environment variable that, when not empty, adds the stack to the error of a contained panic.
const DebugEnv = "REDISVET_DEBUG"

// Wrap returns copies of the analyzers, and of all that they require, whose panics are contained. The copies keep names, flags and facts.
// If report is not nil it sees and may change every diagnostic of a root analyzer before the driver does.
func Wrap(roots []*analysis.Analyzer, stack bool, report func(*analysis.Analyzer, *analysis.Diagnostic)) []*analysis.Analyzer {
	isRoot := make(map[*analysis.Analyzer]bool)
	for _, a := range roots {
		isRoot[a] = true
	}
	copies := make(map[*analysis.Analyzer]*analysis.Analyzer)
	var wrap func(orig *analysis.Analyzer) *analysis.Analyzer
	wrap = func(orig *analysis.Analyzer) *analysis.Analyzer {
		if c, ok := copies[orig]; ok {
			return c
		}
		c := new(analysis.Analyzer)
		*c = *orig
		copies[orig] = c
		c.Requires = nil
		for _, req := range orig.Requires {
			c.Requires = append(c.Requires, wrap(req))
		}
		see := report
		if !isRoot[orig] {
			see = nil
		}
		c.Run = func(pass *analysis.Pass) (result any, err error) {
			defer func() {
				if r := recover(); r != nil {
					result, err = nil, panicError(orig, pass, r, stack)
				}
			}()
			return orig.Run(passFor(orig, c, pass, see))
		}
		return c
	}
	var out []*analysis.Analyzer
	for _, a := range roots {
		out = append(out, wrap(a))
	}
	return out
}

// passFor returns the pass as the original analyzer expects it: results under the original analyzers.
func passFor(orig, c *analysis.Analyzer, pass *analysis.Pass, report func(*analysis.Analyzer, *analysis.Diagnostic)) *analysis.Pass {
	p := *pass
	p.Analyzer = orig
	p.ResultOf = make(map[*analysis.Analyzer]any, len(orig.Requires))
	for i, req := range orig.Requires {
		p.ResultOf[req] = pass.ResultOf[c.Requires[i]]
	}
	p.Report = func(d analysis.Diagnostic) {
		if nolint.Silenced(pass, orig.Name, d.Pos) {
			return
		}
		if report != nil {
			report(orig, &d)
		}
		pass.Report(d)
	}
	return &p
}

func panicError(a *analysis.Analyzer, pass *analysis.Pass, r any, stack bool) error {
	if stack {
		return fmt.Errorf("internal error: %s panicked on package %s: %v\n%s", a.Name, pass.Pkg.Path(), r, debug.Stack())
	}
	return fmt.Errorf("internal error: %s panicked on package %s: %v (set %s=1 for the stack, and please report it)", a.Name, pass.Pkg.Path(), r, DebugEnv)
}
