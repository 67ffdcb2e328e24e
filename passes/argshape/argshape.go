// Package argshape declares the check argshape: arguments of the wrong number or shape.
package argshape

import (
	_ "embed"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/rule"
	"github.com/redisvet/redisvet/passes/internal/values"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	var c *rule.Check
	var empty *bool
	c = rule.Declare(rule.Info{
		Name:   "argshape",
		Family: "arguments",
		Title:  "arguments of the wrong number or shape",
		Text: `
Variadic methods accept any number of values, and ` + "`Do`" + ` any words at all; the server is the first to notice that they are wrong.
Found are: fields and values of ` + "`HSet`, `MSet`, `XAdd`" + ` that do not come in pairs; a struct without redis tags, whose fields are
not sent at all; several structs in one call; a struct or map as the member of a set or list; a list that is empty in the source; and
of ` + "`Do`, `NewCmd` with `Process`" + `: a whole command in one string, a slice that is not spread, no words, a misspelt command, too few or too many
words, an option without its value. In a transaction such a command aborts all the others.`,
		Silent: []string{
			"A slice of unknown length is spread.",
			"The command's name is not constant, or is unknown and not one letter away from a known one.",
			"The static type of the value is an interface.",
			"A hand-made command that is never given to Process.",
		},
		Bad: bad, Good: good,
		Harm:     `the server answers "ERR wrong number of arguments", "unknown command" or "syntax error"`,
		Patterns: []string{"V5", "V9", "V12"},
		Sources: []string{
			"https://redis.io/docs/latest/commands/command/", "go-redis commands.go: appendArgs, appendArg, appendStructField",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
		Options: []rule.Option{{
			Name: "empty", Default: "false",
			Text: "also report a spread slice that was read from Redis and is never compared with empty",
		}},
	}, func(pass *rule.Pass) error {
		return run(&check{Pass: pass, empty: *empty})
	})
	empty = c.Analyzer.Flags.Bool("empty", false, "also report a spread slice that was read from Redis and is never compared with empty")
	return c
}

type check struct {
	*rule.Pass
	empty bool
}

func run(c *check) error {
	processed := c.processed()
	for _, u := range c.Values.Uses() {
		switch {
		case u.IsField():
			c.field(u)
		case u.Rest && u.Kind == calls.Do && u.Alone:
			c.raw(u)
		case u.Rest && u.Kind == calls.NewCmd && u.Alone && u.Via == nil && processed[u.Node]:
			c.raw(u)
		case u.Rest && u.Kind == calls.Command && u.Alone:
			c.variadic(u)
		}
	}
	return nil
}

// count is the number of values of a use, if it is known: a spread slice counts when it is a literal.
func (c *check) count(u values.Use) (int, bool) {
	if !u.Spread {
		return len(u.Exprs), true
	}
	n, ok := c.literalLen(u.Exprs[len(u.Exprs)-1])
	return len(u.Exprs) - 1 + n, ok
}
