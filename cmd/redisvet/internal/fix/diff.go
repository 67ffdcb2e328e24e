package fix

import (
	"io"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff prints the plan as a unified diff; name gives the name of a file in it.
func (p *Plan) Diff(w io.Writer, name func(string) string) error {
	for _, c := range p.Changes {
		n := name(c.File)
		if _, err := w.Write(diff.Diff("a/"+n, c.Old, "b/"+n, c.New)); err != nil {
			return err
		}
	}
	return nil
}
