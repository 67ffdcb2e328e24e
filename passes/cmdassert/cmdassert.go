// Package cmdassert declares the check cmdassert: type assertions on returned commands that cannot hold.
package cmdassert

import (
	_ "embed"
	"fmt"
	"go/types"

	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "cmdassert",
		Family: "pipelines",
		Title:  "type assertion on a returned command that cannot hold",
		Text: `
The commands that ` + "`Exec`" + ` and ` + "`Pipelined`" + ` return stand in the order of the queue, each with the type of its method. An assertion such as
` + "`cmds[0].(*redis.StringCmd)`" + ` panics when another command stands there, which happens as soon as somebody queues one more in front. When the
function given to ` + "`Pipelined`" + ` returns an error, nothing is sent, the slice is nil, and the index panics.

Keep the command that the method returns: it has its type, and its place does not matter.`,
		Silent: []string{
			"The type is that of the command at this place, or the place is not known and some command has the type.",
			"A type switch, and a checked assertion in a loop: they ask.",
			"The assertion is made for some of the commands, chosen by a condition.",
			"The pipeline was filled by code that is not seen.",
		},
		Bad: bad, Good: good,
		Harm:     "the assertion panics",
		Patterns: []string{"P6"},
		Sources: []string{
			"go-redis pipeline.go: (*Pipeline).Exec, (*Pipeline).Pipelined", "go-redis command.go: Cmder",
			"https://redis.io/docs/latest/develop/using-commands/pipelining/",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, a := range g.Assertions() {
			if !a.Local() {
				continue
			}
			if text := problem(pass, a); text != "" {
				pass.Report(a.Expr, text)
			}
		}
	}
	return nil
}

// problem says why an assertion cannot hold, "" when it can.
func problem(pass *rule.Pass, a *flow.Assertion) string {
	b, place := a.Batch, rule.Expr(a.Expr.X)
	outcome := "panics"
	if a.CommaOk {
		outcome = "never holds"
	}
	want := name(pass, a.Type)
	if b.Complete && len(b.Queued) > 0 {
		exact, all := b.Exact()
		switch {
		case a.Index >= 0 && a.Index < len(exact):
			if t := exact[a.Index].CmdType(); t != nil && !types.Identical(t, a.Type) {
				return fmt.Sprintf("%s is the %s of %s, no %s; the assertion %s", place, name(pass, t), exact[a.Index].Name(), want, outcome)
			}
		case a.Index >= 0 && all:
			return fmt.Sprintf("%s is out of range and panics; the batch has no command there", place)
		case fits(b.Queued, a.Type) == 0:
			return fmt.Sprintf("no command of the batch is a %s; the assertion %s", want, outcome)
		case a.Every && !a.CommaOk && fits(exact, a.Type) < len(exact) && known(exact):
			for _, q := range exact {
				if t := q.CmdType(); !types.Identical(t, a.Type) {
					return fmt.Sprintf("the loop also comes to the %s of %s, no %s; the assertion panics", name(pass, t), q.Name(), want)
				}
			}
		}
	}
	if a.Reached() {
		return fmt.Sprintf("%s panics when the function of %s fails; the returned slice is nil then", place, b.Op.Name())
	}
	return ""
}

// fits counts the commands that have, or may have, a type.
func fits(ops []*flow.Op, want types.Type) int {
	n := 0
	for _, q := range ops {
		if t := q.CmdType(); t == nil || types.Identical(t, want) {
			n++
		}
	}
	return n
}

func known(ops []*flow.Op) bool {
	for _, q := range ops {
		if q.CmdType() == nil {
			return false
		}
	}
	return true
}

func name(pass *rule.Pass, t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == pass.Pkg {
			return ""
		}
		return p.Name()
	})
}
