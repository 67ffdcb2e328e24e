// Package baseline remembers findings that a project has accepted. A finding is known by its check, its file and the text of
// its line, not by the number of the line, so that edits elsewhere do not bring it back.
package baseline

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
)

// Key is the identity of a finding.
type Key struct {
	Check string `json:"check"`
	File  string `json:"file"` // relative to the directory of the baseline, with forward slashes
	Text  string `json:"text"` // the line, with single spaces
	// Occurrence counts findings of one check on lines of equal text in a file, from 0.
	Occurrence int `json:"occurrence,omitempty"`
}

// Keys returns the keys of findings, which must be sorted, with files relative to a directory.
func Keys(dir string, fs []finding.Finding) []Key {
	lines := make(map[string][]string)
	seen := make(map[Key]int)
	keys := make([]Key, len(fs))
	for i, f := range fs {
		k := Key{Check: f.Check, File: relative(dir, f.Pos.Filename), Text: text(lines, f)}
		n := seen[k]
		seen[k]++
		k.Occurrence = n
		keys[i] = k
	}
	return keys
}

func relative(dir, file string) string {
	r, err := filepath.Rel(dir, file)
	if err != nil {
		r = file
	}
	return filepath.ToSlash(r)
}

// text returns the line of a finding with single spaces.
func text(lines map[string][]string, f finding.Finding) string {
	name := f.Pos.Filename
	if _, ok := lines[name]; !ok {
		data, _ := os.ReadFile(name) // a file that cannot be read has no lines, always
		lines[name] = strings.Split(string(data), "\n")
	}
	ls := lines[name]
	if f.Pos.Line < 1 || f.Pos.Line > len(ls) {
		return ""
	}
	return strings.Join(strings.Fields(ls[f.Pos.Line-1]), " ")
}

type file struct {
	Comment  string `json:"comment"`
	Findings []Key  `json:"findings"`
}

const comment = "findings that redisvet does not report; made by redisvet -write-baseline"

// Write writes the baseline of findings.
func Write(name string, fs []finding.Finding) error {
	dir, err := dirOf(name)
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(file{comment, Keys(dir, fs)}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(data, '\n'), 0o644)
}

// Filter returns the findings that a baseline does not hold, and how many of its entries have no finding any more.
func Filter(name string, fs []finding.Finding) (kept []finding.Finding, stale int, err error) {
	known, err := read(name)
	if err != nil {
		return nil, 0, err
	}
	dir, err := dirOf(name)
	if err != nil {
		return nil, 0, err
	}
	for i, k := range Keys(dir, fs) {
		if known[k] {
			delete(known, k)
		} else {
			kept = append(kept, fs[i])
		}
	}
	return kept, len(known), nil
}

func read(name string) (map[Key]bool, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("baseline %s does not exist; write it with -write-baseline", name)
	}
	if err != nil {
		return nil, err
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("baseline %s: %v", name, err)
	}
	known := make(map[Key]bool)
	for _, k := range f.Findings {
		known[k] = true
	}
	return known, nil
}

func dirOf(name string) (string, error) {
	abs, err := filepath.Abs(name)
	return filepath.Dir(abs), err
}
