// Package suppression checks the directives that silence findings.
package suppression

import (
	_ "embed"
	"fmt"

	"github.com/redisvet/redisvet/passes/internal/rule"
	"github.com/redisvet/redisvet/passes/internal/suppress"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New declares the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "suppression",
		Family: "directives",
		Title:  "suppression directive that has no effect",
		Text: `A finding is silenced by a comment on its line, on the line above, or in the doc comment of the declaration around it:

    //redisvet:ignore check[,check] reason

and in a whole file by a comment anywhere in it:

    //redisvet:file-ignore check[,check] reason

The reason is mandatory: whoever reads the line later must be able to judge whether it still holds. A directive with an unknown check,
without a reason or with a misspelt verb silences nothing, and this check says so. A directive that names a check which has nothing to say
there is reported by that check itself, when it runs.`,
		Silent: []string{
			"Comments that only talk about a directive, in prose or inside a longer sentence, are no directives.",
			"In a package that does not reach go-redis through its imports directives are not read.",
		},
		Bad:  bad,
		Good: good,
		Harm: "no harm at run time: a directive without effect hides nothing and documents a decision that was not taken",
		Sources: []string{
			"https://go.dev/doc/comment (directive comments)",
		},
		Severity: rule.Warning,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, d := range pass.Directives.List {
		if d.Problem != suppress.None {
			pass.Report(d.Comment, message(d))
			continue
		}
		for _, name := range d.Checks {
			if suppress.Known(name.Text) {
				continue
			}
			m := fmt.Sprintf("directive names the unknown check %s", name.Text)
			if c := suppress.Closest(name.Text); c != "" {
				m += fmt.Sprintf("; did you mean %s?", c)
			}
			pass.ReportFinding(rule.Finding{Pos: name.Pos, End: name.End, Category: "unknown-check", Message: m})
		}
	}
	return nil
}

func message(d *suppress.Directive) string {
	switch d.Problem {
	case suppress.NoReason:
		return fmt.Sprintf("directive for %s needs a reason after the name; without one it silences nothing", d.Checks[0].Text)
	case suppress.NoCheck:
		return "directive names no check; it silences nothing"
	case suppress.Spaced:
		return "directive has a space after the slashes; it is a plain comment and silences nothing"
	}
	return "directive has an unknown verb; only ignore and file-ignore silence findings"
}
