package harness

import (
	"bytes"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// reply is one value of the Redis protocol, versions 2 and 3.
type reply struct {
	kind  byte   // the first byte on the wire; 0 for a nil of either version
	text  string // of scalars
	elems []reply
}

// parseReply takes one complete value off the front of b; ok is false when more bytes are needed.
func parseReply(b []byte) (r reply, rest []byte, ok bool) {
	end := bytes.Index(b, []byte("\r\n"))
	if end < 0 {
		return r, b, false
	}
	r.kind, r.text, rest = b[0], string(b[1:end]), b[end+2:]
	n, _ := strconv.Atoi(r.text)
	switch r.kind {
	case '$', '=', '!':
		if n < 0 {
			return reply{}, rest, true
		}
		if len(rest) < n+2 {
			return r, b, false
		}
		r.text = string(rest[:n])
		return r, rest[n+2:], true
	case '*', '~', '>', '%':
		if n < 0 {
			return reply{}, rest, true
		}
		if r.kind == '%' {
			n *= 2
		}
		for range n {
			var e reply
			if e, rest, ok = parseReply(rest); !ok {
				return r, b, false
			}
			r.elems = append(r.elems, e)
		}
	case '_':
		r = reply{}
	}
	return r, rest, true
}

// parseCommand takes one complete command off the front of b.
func parseCommand(b []byte) (words []string, rest []byte, ok bool) {
	r, rest, ok := parseReply(b)
	if !ok {
		return nil, b, false
	}
	for _, e := range r.elems {
		words = append(words, e.text)
	}
	return words, rest, true
}

// String renders a reply on one line. What the server gives in no order is sorted.
func (r reply) String() string {
	switch r.kind {
	case 0:
		return "(nil)"
	case '*', '~', '>', '%':
		var ws []string
		for i := 0; i < len(r.elems); i++ {
			w := r.elems[i].String()
			if r.kind == '%' {
				i++
				w += ": " + r.elems[i].String()
			}
			ws = append(ws, w)
		}
		if r.kind == '~' || r.kind == '%' {
			sort.Strings(ws)
		}
		return "[" + strings.Join(ws, ", ") + "]"
	case '#':
		return map[string]string{"t": "true", "f": "false"}[r.text]
	case '$':
		if r.text == "" {
			return `""`
		}
	}
	return r.text
}

// size is the number of scalars in a reply.
func (r reply) size() int {
	if len(r.elems) == 0 {
		return 1
	}
	n := 0
	for _, e := range r.elems {
		n += e.size()
	}
	return n
}

// abbreviate keeps a text that is too long for a diagram readable.
func abbreviate(s string) string {
	const most = 70
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		return fmt.Sprintf("%s...", string(r[:most-3]))
	}
	return s
}
