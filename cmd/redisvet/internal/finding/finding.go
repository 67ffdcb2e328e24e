// Package finding holds what the checks report, in a form that no longer depends on syntax trees.
package finding

import (
	"cmp"
	"go/token"
	"slices"
)

// Finding is one report of a check.
type Finding struct {
	Check    string
	Category string
	Message  string
	URL      string
	Severity string // "error", "warning" or "info"
	Pos, End token.Position
	Related  []Related
	Fixes    []Fix
}

// Related is another position that matters to a finding.
type Related struct {
	Pos, End token.Position
	Message  string
}

// Fix is a change that removes a finding.
type Fix struct {
	Message string
	Edits   []Edit
}

// Edit replaces the bytes from Start to End of a file.
type Edit struct {
	File       string
	Start, End int
	New        string
	Pos, Stop  token.Position
}

// Sort orders findings by file, position, check and message, and drops repeated ones (a file is analysed in every variant of
// its package).
func Sort(fs []Finding) []Finding {
	slices.SortStableFunc(fs, Compare)
	return slices.CompactFunc(fs, func(a, b Finding) bool { return Compare(a, b) == 0 })
}

// Compare orders two findings.
func Compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Pos.Filename, b.Pos.Filename),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Column, b.Pos.Column),
		cmp.Compare(a.Check, b.Check),
		cmp.Compare(a.Message, b.Message),
	)
}
