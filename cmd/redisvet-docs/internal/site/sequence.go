package site

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A sequence diagram as the proofs record them, a small part of Mermaid: participants, arrows "->>" and "-->>", "Note over".
var (
	participantLine = regexp.MustCompile(`^participant (\w+) as (.+)$`)
	arrowLine       = regexp.MustCompile(`^(\w+)(-->>|->>)(\w+): (.*)$`)
	noteLine        = regexp.MustCompile(`^Note over (\w+): (.*)$`)
)

// Measures in pixels; the font is a monospaced one of 12 pixels.
const (
	charWidth  = 7.25
	lineHeight = 16
	wrapAt     = 34 // characters
	boxHeight  = 26
	gap        = 14
	leastSpan  = 150
	margin     = 4
)

type step struct {
	from, to int // columns; the same for a note
	dashed   bool
	lines    []string
}

// sequence draws a diagram.
func sequence(mermaid string) (string, error) {
	var names []string
	column := map[string]int{}
	var steps []step
	for i, line := range strings.Split(strings.TrimSpace(mermaid), "\n") {
		line = strings.TrimSpace(line)
		var s step
		var text string
		known := true
		at := func(id string) int {
			c, ok := column[id]
			known = known && ok
			return c
		}
		if m := participantLine.FindStringSubmatch(line); m != nil {
			column[m[1]] = len(names)
			names = append(names, m[2])
			continue
		} else if m := arrowLine.FindStringSubmatch(line); m != nil {
			s.from, s.to, s.dashed, text = at(m[1]), at(m[3]), m[2] == "-->>", m[4]
			known = known && s.from != s.to
		} else if m := noteLine.FindStringSubmatch(line); m != nil {
			s.from, text = at(m[1]), m[2]
			s.to = s.from
		} else if i == 0 && line == "sequenceDiagram" {
			continue
		} else {
			known = false
		}
		if !known {
			return "", fmt.Errorf("line %d: %q", i+1, line)
		}
		for _, part := range strings.Split(text, "<br/>") {
			s.lines = append(s.lines, wrap(unescape.Replace(part))...)
		}
		steps = append(steps, s)
	}
	if len(names) == 0 {
		return "", fmt.Errorf("no participant")
	}
	return draw(names, steps), nil
}

// unescape is the opposite of what the recorder does for Mermaid.
var unescape = strings.NewReplacer("#35;", "#", "#59;", ";", "#lt;", "<", "#gt;", ">")

// wrap breaks a text at spaces.
func wrap(text string) []string {
	var out []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line+" "+word) > wrapAt {
			out = append(out, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(out, line)
}

func width(lines ...string) float64 {
	n := 0
	for _, l := range lines {
		n = max(n, utf8.RuneCountInString(l))
	}
	return float64(n)*charWidth + 16
}

// draw lays the diagram out: columns as far apart as the texts between them need, one step below the other.
func draw(names []string, steps []step) string {
	half := make([]float64, len(names)) // of what is centred on a column
	span := make([]float64, len(names)) // from a column to the next
	for i, n := range names {
		half[i], span[i] = width(n)/2, leastSpan
	}
	height := float64(margin + boxHeight + gap)
	for _, s := range steps {
		from, to := min(s.from, s.to), max(s.from, s.to)
		if from == to {
			half[from] = max(half[from], width(s.lines...)/2)
		}
		for c := from; c < to; c++ {
			span[c] = max(span[c], width(s.lines...)/float64(to-from))
		}
		height += s.height()
	}
	x := make([]float64, len(names))
	x[0] = margin + half[0]
	for i := 1; i < len(x); i++ {
		// Notes may hang over into the next column's space, boxes of participants may not touch.
		x[i] = max(x[i-1]+span[i-1], margin+half[i], x[i-1]+width(names[i-1])/2+width(names[i])/2+gap)
	}
	total := 0.0
	for i := range x {
		total = max(total, x[i]+half[i]+margin)
	}

	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="sequence" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" xmlns="http://www.w3.org/2000/svg">`+"\n", total, height, total, height)
	for i, n := range names {
		fmt.Fprintf(&b, `<line class="life" x1="%.1f" y1="%d" x2="%.1f" y2="%.0f"/>`+"\n", x[i], margin+boxHeight, x[i], height)
		box(&b, "actor", x[i], margin, width(n), boxHeight, []string{n})
	}
	y := float64(margin + boxHeight + gap)
	for _, s := range steps {
		h := s.height()
		if s.from == s.to {
			box(&b, "note", x[s.from], y, width(s.lines...), h-gap, s.lines)
		} else {
			arrow(&b, x[s.from], x[s.to], y+h-gap, s)
		}
		y += h
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func (s step) height() float64 {
	h := float64(len(s.lines)*lineHeight + gap)
	if s.from == s.to {
		h += 8
	}
	return h
}

func box(b *strings.Builder, class string, x, y, w, h float64, lines []string) {
	fmt.Fprintf(b, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="3"/>`+"\n", class, x-w/2, y, w, h)
	label(b, x, y+(h-float64(len(lines)*lineHeight))/2, lines)
}

// arrow draws a line with its text above and a head at its end.
func arrow(b *strings.Builder, from, to, y float64, s step) {
	class, dir := "sent", 1.0
	if s.dashed {
		class = "answer"
	}
	if to < from {
		dir = -1
	}
	fmt.Fprintf(b, `<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`+"\n", class, from, y, to-7*dir, y)
	fmt.Fprintf(b, `<path class="head" d="M%.1f %.1f l%.0f -4 v8 z"/>`+"\n", to, y, -8*dir)
	label(b, (from+to)/2, y-2-float64(len(s.lines)*lineHeight), s.lines)
}

// label writes lines of text, centred, the first one below y.
func label(b *strings.Builder, x, y float64, lines []string) {
	for i, l := range lines {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f">%s</text>`+"\n", x, y+float64(i*lineHeight)+12, html.EscapeString(l))
	}
}
