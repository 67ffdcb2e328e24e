// Package fix applies the fixes of findings.
package fix

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"slices"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
)

// Change is a file before and after.
type Change struct {
	File     string
	Old, New []byte
}

// Plan is what applying fixes does.
type Plan struct {
	Changes []Change
	Applied []bool // for each finding
	Skipped int    // fixes left out because they touch what another one changes
}

// Make plans the first fix of every finding. A fix is applied whole or not at all; of two that overlap the first one wins.
// Files for which untouchable answers true are left alone, as are edits in a file that go only made from the reported one (cgo).
func Make(fs []finding.Finding, untouchable func(file string) bool) (*Plan, error) {
	return MakeFrom(os.ReadFile, fs, untouchable)
}

// MakeFrom is like Make for files whose text comes from read, the buffers of an editor for example.
func MakeFrom(read func(file string) ([]byte, error), fs []finding.Finding, untouchable func(file string) bool) (*Plan, error) {
	p := &Plan{Applied: make([]bool, len(fs))}
	edits := make(map[string][]finding.Edit) // accepted, by file
	for i, f := range fs {
		if len(f.Fixes) == 0 || !applicable(f.Fixes[0], untouchable) {
			continue
		}
		if overlaps(edits, f.Fixes[0].Edits) {
			p.Skipped++
			continue
		}
		for _, e := range f.Fixes[0].Edits {
			if !slices.ContainsFunc(edits[e.File], func(o finding.Edit) bool { return same(o, e) }) {
				edits[e.File] = append(edits[e.File], e)
			}
		}
		p.Applied[i] = true
	}
	for file, es := range edits {
		old, err := read(file)
		if err != nil {
			return nil, err
		}
		c, err := change(file, old, es)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(c.Old, c.New) {
			p.Changes = append(p.Changes, c)
		}
	}
	slices.SortFunc(p.Changes, func(a, b Change) int { return cmp.Compare(a.File, b.File) })
	return p, nil
}

// Write writes the changed files.
func (p *Plan) Write() error {
	for _, c := range p.Changes {
		fi, err := os.Stat(c.File)
		if err != nil {
			return err
		}
		if err := os.WriteFile(c.File, c.New, fi.Mode().Perm()); err != nil {
			return err
		}
	}
	return nil
}

func applicable(f finding.Fix, untouchable func(string) bool) bool {
	for _, e := range f.Edits {
		if e.File != e.Pos.Filename || untouchable(e.File) {
			return false
		}
	}
	return len(f.Edits) > 0
}

// same reports whether two edits are one: two fixes that add the same import, for example.
func same(a, b finding.Edit) bool { return a.Start == b.Start && a.End == b.End && a.New == b.New }

func overlaps(accepted map[string][]finding.Edit, edits []finding.Edit) bool {
	for _, e := range edits {
		for _, o := range accepted[e.File] {
			if same(o, e) {
				continue
			}
			if e.Start < o.End && o.Start < e.End || e.Start == o.Start { // two insertions at one place have no order
				return true
			}
		}
	}
	return false
}

// change applies edits to a file. A file that was formatted by gofmt stays so; another one keeps its layout.
func change(file string, old []byte, edits []finding.Edit) (Change, error) {
	slices.SortFunc(edits, func(a, b finding.Edit) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(old) {
			return Change{}, fmt.Errorf("%s changed while it was analysed", file)
		}
		out.Write(old[at:e.Start])
		out.WriteString(e.New)
		at = e.End
	}
	out.Write(old[at:])
	text := dropImports(old, out.Bytes())
	if _, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution); err != nil {
		return Change{}, fmt.Errorf("the fixes would break %s, nothing is written: %v", file, err)
	}
	if pretty, err := format.Source(old); err == nil && bytes.Equal(pretty, old) {
		if text, err = format.Source(text); err != nil {
			return Change{}, err
		}
	}
	return Change{File: file, Old: old, New: text}, nil
}
