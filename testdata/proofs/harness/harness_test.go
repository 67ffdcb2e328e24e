package harness

import (
	"regexp"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for wire, want := range map[string]string{
		"+OK\r\n":                             "OK",
		":42\r\n":                             "42",
		"$3\r\nabc\r\n":                       "abc",
		"$0\r\n\r\n":                          `""`,
		"$-1\r\n":                             "(nil)",
		"*-1\r\n":                             "(nil)",
		"_\r\n":                               "(nil)",
		"#t\r\n":                              "true",
		"-ERR no\r\n":                         "ERR no",
		"*2\r\n:1\r\n*1\r\n$1\r\nx\r\n":       "[1, [x]]",
		"%2\r\n+b\r\n:2\r\n+a\r\n:1\r\n":      "[a: 1, b: 2]",
		"~2\r\n+b\r\n+a\r\n":                  "[a, b]",
		">3\r\n+message\r\n+ch\r\n+hello\r\n": "[message, ch, hello]",
	} {
		r, rest, ok := parseReply([]byte(wire + "tail"))
		if !ok || string(rest) != "tail" || r.String() != want {
			t.Errorf("%q: %q, rest %q, %v; want %q", wire, r, rest, ok, want)
		}
		for n := range len(wire) - 1 {
			if _, rest, ok := parseReply([]byte(wire[:n])); ok || len(rest) != n {
				t.Errorf("%q: complete after %d bytes", wire, n)
			}
		}
	}
}

func arrow(b *batch, from string, lines ...string) []event {
	return []event{{from: from, lines: lines, of: b}, {to: from, lines: []string{"OK"}, of: b}}
}

func TestMermaid(t *testing.T) {
	tr := trace{server: "Redis", actors: []string{"a", "b"}}
	tr.events = append(arrow(&batch{}, "b", "SET k 1", "DEL #;<k>"), event{over: "a", lines: []string{"waits"}}, event{lines: []string{"end"}})
	const want = `sequenceDiagram
    participant A as a
    participant R as Redis
    participant B as b
    B->>R: SET k 1<br/>DEL #35;#59;#lt;k#gt;
    R-->>B: OK
    Note over A: waits
    Note over R: end
`
	if got := tr.mermaid(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestUnorder(t *testing.T) {
	first, second := &batch{texts: []string{"A"}}, &batch{texts: []string{"B"}}
	x, y := arrow(first, "p", "A"), arrow(second, "p", "B")
	for _, events := range [][]event{{y[0], x[0], y[1], x[1]}, {x[0], y[0], y[1], x[1]}} {
		tr := trace{events: events}
		tr.unorder()
		if len(tr.events) != 4 || tr.events[0].of != first || tr.events[1].of != first || tr.events[2].of != second {
			t.Errorf("%v is not in order", tr.events)
		}
	}
}

func TestFold(t *testing.T) {
	var tr trace
	for _, text := range []string{"SCAN 0", "SCAN 17", "SCAN 4", "SCAN 0"} {
		tr.events = append(tr.events, arrow(&batch{}, "p", text)...)
	}
	tr.replace(regexp.MustCompile(`SCAN [1-9]\d*`), "SCAN cursor")
	tr.fold()
	if got := strings.Count(tr.timeline(), "SCAN"); got != 3 {
		t.Errorf("%d scans are left:\n%s", got, tr.timeline())
	}
}

func TestShown(t *testing.T) {
	var tr trace
	for range 100 {
		tr.events = append(tr.events, arrow(&batch{}, "p", "GET k")...)
	}
	es := tr.shown()
	if len(es) > 40 {
		t.Errorf("%d events are shown", len(es))
	}
	for i, e := range es {
		if e.from == "" && e.to == "" && (es[i-1].to == "" || es[i+1].from == "") {
			t.Error("an exchange is torn apart")
		}
	}
}
