package output

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
)

// The colours of a terminal.
const (
	bold  = "\x1b[1m"
	red   = "\x1b[31m"
	green = "\x1b[32m"
	faint = "\x1b[2m"
	reset = "\x1b[0m"
)

// printText prints one line for a finding, with its source line and a caret below if the report wants context.
func printText(out io.Writer, r *Report) error {
	w := bufio.NewWriter(out)
	src := make(sources)
	paint := func(color, text string) string {
		if !r.Color {
			return text
		}
		return color + text + reset
	}
	for _, f := range r.Findings {
		place := fmt.Sprintf("%s:%d:%d:", Short(r.Dir, f.Pos.Filename), f.Pos.Line, f.Pos.Column)
		fmt.Fprintf(w, "%s %s %s\n", paint(bold, place), f.Message, paint(faint, "("+f.Check+")"))
		if r.Context >= 0 {
			printContext(w, r, src, f, paint)
		}
	}
	return w.Flush()
}

func printContext(w io.Writer, r *Report, src sources, f finding.Finding, paint func(string, string) string) {
	if src.line(f.Pos.Filename, f.Pos.Line) == "" {
		return
	}
	total := len(src.lines(f.Pos.Filename))
	for n := max(1, f.Pos.Line-r.Context); n <= min(total, f.Pos.Line+r.Context); n++ {
		line := src.line(f.Pos.Filename, n)
		fmt.Fprintf(w, "%s%s\n", paint(faint, fmt.Sprintf("%6d | ", n)), line)
		if n == f.Pos.Line {
			lead, mark := caret(line, f)
			fmt.Fprintf(w, "%s%s%s\n", paint(faint, "       | "), lead, paint(red, mark))
		}
	}
	for _, rel := range f.Related {
		fmt.Fprintf(w, "       = %s:%d:%d: %s\n", Short(r.Dir, rel.Pos.Filename), rel.Pos.Line, rel.Pos.Column, rel.Message)
	}
	if len(f.Fixes) > 0 {
		fmt.Fprintf(w, "       = %s\n", paint(green, "fix: "+f.Fixes[0].Message+" (-fix)"))
	}
}

// caret returns the white space before the mark under a line and the mark itself. Tabs of the line stay tabs.
func caret(line string, f finding.Finding) (lead, mark string) {
	start := min(max(f.Pos.Column-1, 0), len(line))
	end := len(line)
	if f.End.Line == f.Pos.Line {
		end = min(max(f.End.Column-1, start), len(line))
	}
	lead = strings.Map(func(c rune) rune {
		if c == '\t' {
			return c
		}
		return ' '
	}, line[:start])
	return lead, "^" + strings.Repeat("~", max(utf8.RuneCountInString(line[start:end])-1, 0))
}
