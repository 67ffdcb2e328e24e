package harness

import (
	"fmt"
	"strings"
	"testing"
)

// Claim is a sentence about behaviour at run time. Either a check's proof shows it, or a run of its own.
type Claim struct {
	ID    string
	Says  string
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

// claimTable lists claims, for the page of proofs.
func claimTable(claims []Claim) string {
	var b strings.Builder
	b.WriteString("\n| | what it says | shown by | what is seen |\n|---|---|---|---|\n")
	for _, c := range claims {
		by, seen := "`-run 'Claim/^"+c.ID+"$'`", c.Shows.says
		if c.Check != "" {
			by, seen = c.Check, "see above"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.ID, c.Says, by, seen)
	}
	return b.String()
}
