package harness

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// event is an arrow from an actor to the server, one from the server to an actor, or a note over one of them.
type event struct {
	from, to string // one is empty: the server. Both are empty: a note
	over     string // of a note; empty is the server
	lines    []string
	of       *batch // what the arrow belongs to
}

// trace is what happened, in order.
type trace struct {
	server string // how the server is called in the diagram
	actors []string
	events []event
}

func (tr trace) arrows() bool {
	return slices.ContainsFunc(tr.events, func(e event) bool { return e.from != "" })
}

// shown returns the events with the middle of a long trace left out, between two exchanges.
func (tr trace) shown() []event {
	const most, part = 44, 16
	if len(tr.events) <= most {
		return tr.events
	}
	head, tail := part, len(tr.events)-part
	for tr.events[head].from == "" {
		head++
	}
	for tr.events[tail].from == "" {
		tail++
	}
	gap := event{lines: []string{fmt.Sprintf("... %d more arrows like these ...", tail-head)}}
	return slices.Concat(tr.events[:head], []event{gap}, tr.events[tail:])
}

// timeline is the trace as text: who sent what, what came back.
func (tr trace) timeline() string {
	width := len(tr.server)
	for _, a := range tr.actors {
		width = max(width, len(a))
	}
	var b strings.Builder
	for _, e := range tr.shown() {
		head := ""
		switch {
		case e.from != "":
			head = fmt.Sprintf("%-*s -> %-*s", width, e.from, width, tr.server)
		case e.to != "":
			head = fmt.Sprintf("%-*s -> %-*s", width, tr.server, width, e.to)
		default:
			head = fmt.Sprintf("%-*s  ", 2*width+2, "--")
		}
		for i, l := range e.lines {
			if i > 0 {
				head = strings.Repeat(" ", len(head))
			}
			fmt.Fprintf(&b, "    %s  %s\n", head, l)
		}
	}
	return b.String()
}

// mermaid is the trace as a Mermaid sequence diagram.
func (tr trace) mermaid() string {
	var b strings.Builder
	b.WriteString("sequenceDiagram\n")
	id := map[string]string{"": "R"}
	participant := func(i int, name string) {
		id[name] = string(rune('A' + i))
		fmt.Fprintf(&b, "    participant %s as %s\n", id[name], name)
	}
	if len(tr.actors) > 0 {
		participant(0, tr.actors[0])
	}
	fmt.Fprintf(&b, "    participant R as %s\n", tr.server)
	for i, a := range tr.actors {
		if i > 0 {
			participant(i, a)
		}
	}
	for _, e := range tr.shown() {
		text := make([]string, len(e.lines))
		for i, l := range e.lines {
			text[i] = escape.Replace(l)
		}
		body := strings.Join(text, "<br/>")
		switch {
		case e.from != "":
			fmt.Fprintf(&b, "    %s->>R: %s\n", id[e.from], body)
		case e.to != "":
			fmt.Fprintf(&b, "    R-->>%s: %s\n", id[e.to], body)
		default:
			fmt.Fprintf(&b, "    Note over %s: %s\n", id[e.over], body)
		}
	}
	return b.String()
}

// escape spells the characters that mean something to Mermaid.
var escape = strings.NewReplacer("#", "#35;", ";", "#59;", "<", "#lt;", ">", "#gt;")

// unorder sorts exchanges that ran at the same time, so that the trace is the same at each run; notes follow.
func (tr *trace) unorder() {
	var order []*batch
	exchanges := map[*batch][]event{}
	var notes []event
	for _, e := range tr.events {
		if e.of == nil {
			notes = append(notes, e)
			continue
		}
		if exchanges[e.of] == nil {
			order = append(order, e.of)
		}
		exchanges[e.of] = append(exchanges[e.of], e)
	}
	slices.SortStableFunc(order, func(a, b *batch) int {
		return strings.Compare(fmt.Sprint(a.texts, a.replies), fmt.Sprint(b.texts, b.replies))
	})
	tr.events = nil
	for _, b := range order {
		tr.events = append(tr.events, exchanges[b]...)
	}
	tr.events = append(tr.events, notes...)
}

// mask replaces what differs from run to run.
func (tr *trace) mask(r *strings.Replacer) {
	for _, e := range tr.events {
		for i := range e.lines {
			e.lines[i] = r.Replace(e.lines[i])
		}
	}
}

// replace is Stage.Replace.
func (tr *trace) replace(pattern *regexp.Regexp, by string) {
	for _, e := range tr.events {
		for i := range e.lines {
			e.lines[i] = pattern.ReplaceAllString(e.lines[i], by)
		}
	}
}

// fold is Stage.Fold.
func (tr *trace) fold() {
	same := func(a, b event) bool { return a.from == b.from && a.to == b.to && slices.Equal(a.lines, b.lines) }
	var out []event
	for i := 0; i < len(tr.events); i++ {
		if n := len(out); n >= 2 && i+1 < len(tr.events) && same(out[n-2], tr.events[i]) && same(out[n-1], tr.events[i+1]) {
			i++
			continue
		}
		out = append(out, tr.events[i])
	}
	tr.events = out
}
