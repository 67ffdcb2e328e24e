package harness

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
)

// Claim is a sentence about behaviour at run time. Either a check's proof shows it, or a run of its own.
type Claim struct {
	ID    string
	Says  string
	Finds string // the checks that find the wrong form; with a Check of its own, these
	Check string // the proofs of these checks show it; or
	Needs Need
	Shows Case
}

// Run runs the claim's own proof; Check must be empty.
func (c Claim) Run(t *testing.T) {
	srv := serverFor(t, c.ID, c.Needs)
	s := newStage(t, srv)
	got := c.Shows.run(s)
	s.record(event{lines: []string{got}})
	fmt.Fprintf(t.Output(), "%s, %s:\n\n%s\n", c.ID, c.Says, s.trace.timeline())
	if got != c.Shows.says {
		t.Errorf("shown is\n\t%s\nwant\n\t%s", got, c.Shows.says)
	}
}

// Checks are the names of the checks that find the wrong form.
func (c Claim) Checks() []string { return strings.Fields(strings.ReplaceAll(c.found(), ",", " ")) }

func (c Claim) found() string {
	if c.Finds == "" && c.Shows.run == nil {
		return c.Check
	}
	return c.Finds
}

// claimTable lists claims, for the page of proofs.
func claimTable(claims []Claim, found bool) string {
	var b strings.Builder
	head, rule := "\n| | what it says | shown by | what is seen |\n", "|---|---|---|---|\n"
	if found {
		head, rule = "\n| | what it says | found by | shown by | what is seen |\n", "|---|---|---|---|---|\n"
	}
	b.WriteString(head + rule)
	for _, c := range claims {
		by, seen := "`-run 'Claim/^"+c.ID+"$'`", c.Shows.says
		if c.Check != "" {
			by, seen = c.Check, "see above"
		}
		says := c.Says
		if found {
			says += " | " + cmp.Or(c.found(), "right: silent")
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.ID, says, by, seen)
	}
	return b.String()
}
