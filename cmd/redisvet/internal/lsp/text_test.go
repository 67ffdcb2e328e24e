package lsp

import (
	"runtime"
	"testing"
)

func TestPosition(t *testing.T) {
	l := linesOf([]byte("a := \"é😀x\"\r\nnext\n"))
	for _, c := range []struct {
		line, column int
		want         position
	}{
		{1, 1, position{0, 0}},
		{1, 7, position{0, 6}},      // before é
		{1, 9, position{0, 7}},      // é has two bytes and one unit
		{1, 13, position{0, 9}},     // the emoji four and two
		{1, 100, position{0, 13}},   // beyond the line: its end
		{2, 3, position{1, 2}},      //
		{3, 1, position{2, 0}},      // behind the last line end
		{9, 9, position{2, 0}},      // beyond the text
		{0, 0, position{0, 0}},      // no position
		{1, 0, position{0, 0}},      // no column
		{-1, -1, position{Line: 0}}, //
		{2, -5, position{1, 0}},     //
		{1, 14, position{0, 10}},    // x
	} {
		if got := l.position(c.line, c.column); got != c.want {
			t.Errorf("%d:%d: %v, want %v", c.line, c.column, got, c.want)
		}
	}
}

func TestEditsBetween(t *testing.T) {
	texts := []string{
		"", "\n", "a", "a\n", "a\nb", "a\nb\n", "b\n", "x\na\nb\n", "a\nx\nb\n", "a\nb\nx\n", "a\nb\nx", "x\ny\nz\n", "a\r\nb\r\n",
		"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "1\n2\nthree\n4\n5\n6\n7\n8\n9\n10\neleven\ntwelve", "0\n1\n2\n3\n4\n5\n6\n7\n8\n10\n11\n12\n\n",
		"+\n-\n@@\n\\\n", "+\n@@\n\\\n-",
	}
	for _, from := range texts {
		for _, to := range texts {
			edits, err := editsBetween([]byte(from), []byte(to))
			if err != nil {
				t.Errorf("%q to %q: %v", from, to, err)
				continue
			}
			if got := apply(from, edits); got != to {
				t.Errorf("%q to %q: %+v make %q", from, to, edits, got)
			}
			if from == to && len(edits) > 0 {
				t.Errorf("%q: edits that change nothing: %+v", from, edits)
			}
		}
	}
	edits, err := editsBetween([]byte(texts[13]), []byte("1\n2\nthree\n4\n5\n6\n7\n8\n9\n10\n11\n"))
	if err != nil || len(edits) != 2 {
		t.Errorf("two changes far apart are %d edits: %v", len(edits), err)
	}
}

// apply applies edits of whole lines, the last one first.
func apply(text string, edits []textEdit) string {
	l := linesOf([]byte(text))
	offset := func(p position) int {
		n := 0
		for _, line := range l[:p.Line] {
			n += len(line)
		}
		return n + p.Character // ASCII
	}
	for i := len(edits) - 1; i >= 0; i-- {
		e := edits[i]
		text = text[:offset(e.Range.Start)] + e.NewText + text[offset(e.Range.End):]
	}
	return text
}

func TestFileOf(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///home/a%20b/x.go":    "/home/a b/x.go",
		"file:///home/a+b/%C3%A9.go": "/home/a+b/é.go",
		"untitled:x.go":              "",
		"git:/home/x.go?ref":         "",
		"file://":                    "",
		"%":                          "",
	} {
		got, ok := fileOf(uri)
		if runtime.GOOS == "windows" {
			continue
		}
		if got != want || ok != (want != "") {
			t.Errorf("%s: %q %v, want %q", uri, got, ok, want)
		}
	}
	if got, ok := fileOf("file:///c%3A/dir/x.go"); !ok || got != "C:/dir/x.go" && got != `C:\dir\x.go` {
		t.Errorf("a drive: %q", got)
	}
	for _, file := range []string{"/home/a b/é+#%.go"} {
		if got, _ := fileOf(uriOf(file)); got != file {
			t.Errorf("%s goes to %s and comes back as %s", file, uriOf(file), got)
		}
	}
}

func TestSectionOf(t *testing.T) {
	for settings, want := range map[string]string{
		`{"redisvet": {"default": "all"}, "gopls": {}}`: `{"default": "all"}`,
		`{"disable": ["txerr"]}`:                        `{"disable": ["txerr"]}`,
		`{"gopls": {"analyses": {}}}`:                   "",
		`{}`:                                            "",
		`[]`:                                            "",
		`null`:                                          "",
	} {
		if got := string(sectionOf([]byte(settings))); got != want {
			t.Errorf("%s: %s, want %s", settings, got, want)
		}
	}
}

func TestAsked(t *testing.T) {
	for _, c := range []struct {
		only             []string
		quickfix, fixAll bool
	}{
		{nil, true, false},
		{[]string{"quickfix"}, true, false},
		{[]string{"source"}, false, true},
		{[]string{"source.fixAll"}, false, true},
		{[]string{"source.fixAll.redisvet"}, false, true},
		{[]string{"source.fixAll.other", "refactor"}, false, false},
		{[]string{"quick"}, false, false},
	} {
		if got := asked(c.only, kindQuickFix, true); got != c.quickfix {
			t.Errorf("%q: quick fixes %v", c.only, got)
		}
		if got := asked(c.only, kindFixAll, false); got != c.fixAll {
			t.Errorf("%q: all fixes %v", c.only, got)
		}
	}
}
