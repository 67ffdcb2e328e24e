package site

import (
	"github.com/redisvet/redisvet/cmd/internal/docs"
	"github.com/redisvet/redisvet/passes"
)

// Groups are checks under the headings of their families, in the order of the documentation.
func Groups(checks []*passes.Check) []Group {
	var out []Group
	for _, f := range docs.Families(checks) {
		g := Group{Title: f.Title}
		for _, c := range f.Checks {
			g.Checks = append(g.Checks, c.Name)
		}
		out = append(out, g)
	}
	return out
}
