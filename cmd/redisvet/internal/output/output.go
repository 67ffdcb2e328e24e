// Package output prints findings in the forms that people and programs read.
package output

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
	"github.com/redisvet/redisvet/passes"
)

// Report is what there is to print.
type Report struct {
	Findings []finding.Finding
	Errors   []string // what kept packages from being analysed; also printed on standard error by the caller
	Checks   []*passes.Check
	Dir      string // the working directory
	Root     string // base of file names in the formats that a code host reads; the working directory unless the host says otherwise
	Version  string
	Color    bool
	Context  int // lines around the line of a finding, -1 for not even that line
}

// printer writes a report in one format.
type printer struct {
	name  string
	print func(io.Writer, *Report) error
}

func printers() []printer {
	return []printer{
		{"text", printText},
		{"json", printJSON},
		{"sarif", printSARIF},
		{"github", printGitHub},
		{"gitlab", printGitLab},
		{"checkstyle", printCheckstyle},
	}
}

// Formats returns the names of the formats.
func Formats() []string {
	var names []string
	for _, p := range printers() {
		names = append(names, p.name)
	}
	return names
}

// Print writes a report in the named format.
func Print(w io.Writer, format string, r *Report) error {
	for _, p := range printers() {
		if p.name == format {
			return p.print(w, r)
		}
	}
	return fmt.Errorf("unknown format %q: want one of %s", format, strings.Join(Formats(), ", "))
}

// Relative returns a file's name relative to a directory. A file outside of it keeps its full name.
func Relative(dir, file string) string {
	r, err := filepath.Rel(dir, file)
	if err != nil || r == ".." || strings.HasPrefix(r, ".."+string(filepath.Separator)) {
		return file
	}
	return r
}

// Short returns the shorter of a file's full name and its name relative to a directory, as the go command does.
func Short(dir, file string) string {
	if r, err := filepath.Rel(dir, file); err == nil && len(r) < len(file) {
		return r
	}
	return file
}

// slashed is Relative with forward slashes, for files that other machines read.
func slashed(dir, file string) string { return filepath.ToSlash(Relative(dir, file)) }

// sources reads source lines, each file once.
type sources map[string][]string

func (s sources) lines(file string) []string {
	if lines, ok := s[file]; ok {
		return lines
	}
	var lines []string
	if data, err := os.ReadFile(file); err == nil {
		lines = strings.Split(string(data), "\n")
		for i, l := range lines {
			lines[i] = strings.TrimSuffix(l, "\r")
		}
	}
	s[file] = lines
	return lines
}

// line returns a line by its number, which starts at 1, or "".
func (s sources) line(file string, n int) string {
	lines := s.lines(file)
	if n < 1 || n > len(lines) {
		return ""
	}
	return lines[n-1]
}
