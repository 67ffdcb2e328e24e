package lsp

import (
	"bytes"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"
)

// lines is a text cut into lines, each with its end.
type lines [][]byte

func linesOf(text []byte) lines {
	l := lines(bytes.SplitAfter(text, []byte("\n")))
	return l // the last one is empty when the text ends with a line end
}

// position converts a line and a column in bytes, both counted from 1, and keeps them inside of the text.
func (l lines) position(line, column int) position {
	if line < 1 || len(l) == 0 {
		return position{}
	}
	if line > len(l) {
		return l.end()
	}
	text := l[line-1]
	return position{line - 1, units(text[:max(0, min(column-1, len(text)))])}
}

// start is the start of a line, counted from 0; behind the last line it is the end of the text.
func (l lines) start(line int) position {
	if line >= len(l) {
		return l.end()
	}
	return position{line, 0}
}

func (l lines) end() position { return position{len(l) - 1, units(l[len(l)-1])} }

// units counts the units of UTF-16 in a text.
func units(text []byte) int {
	n := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		n += utf16.RuneLen(r)
		text = text[size:]
	}
	return n
}

// editsBetween returns the edits of whole lines that make one text of another.
func editsBetween(from, to []byte) ([]textEdit, error) {
	var edits []textEdit
	var open *textEdit
	l := linesOf(from)
	line := 0 // in from, counted from 0
	var newText strings.Builder
	flush := func() {
		if open != nil {
			open.Range.End, open.NewText = l.start(line), newText.String()
			edits = append(edits, *open)
		}
		open = nil
		newText.Reset()
	}
	text := diff.Diff("a", from, "b", to)
	last := byte(' ')
	for n, s := range strings.SplitAfter(string(text), "\n") {
		if n < 3 || s == "" { // the header
			continue
		}
		switch s[0] {
		case '@':
			flush()
			start, err := hunkStart(s)
			if err != nil {
				return nil, err
			}
			line = start
		case ' ':
			flush()
			line++
		case '\\': // the line before has no end
			if last == '+' {
				cut := strings.TrimSuffix(newText.String(), "\n")
				newText.Reset()
				newText.WriteString(cut)
			}
		default:
			if open == nil {
				open = &textEdit{Range: span{Start: l.start(line)}}
			}
			if s[0] == '-' {
				line++
			} else {
				newText.WriteString(s[1:])
			}
		}
		last = s[0]
	}
	flush()
	return edits, nil
}

// hunkStart reads the first line of the old text from the head of a hunk, counted from 0.
func hunkStart(head string) (int, error) {
	fields := strings.Fields(head)
	if len(fields) < 3 {
		return 0, fmt.Errorf("diff: bad hunk %q", head)
	}
	first, count, _ := strings.Cut(strings.TrimPrefix(fields[1], "-"), ",")
	n, err := strconv.Atoi(first)
	if err != nil {
		return 0, fmt.Errorf("diff: bad hunk %q", head)
	}
	if count == "0" { // an empty old text is said to start at line 0
		return n, nil
	}
	return n - 1, nil
}

// fileOf returns the name of the file of a URI; ok is false for anything that is not a file of this machine.
func fileOf(uri string) (name string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return "", false
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // /c:/dir
		path = strings.ToUpper(path[1:2]) + path[2:]
	} else if u.Host != "" {
		path = "//" + u.Host + path
	}
	return filepath.Clean(filepath.FromSlash(path)), true
}

func uriOf(file string) string {
	path := filepath.ToSlash(file)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
