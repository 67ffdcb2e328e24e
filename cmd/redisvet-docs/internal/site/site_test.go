package site_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/cmd/redisvet-docs/internal/site"
	"github.com/redisvet/redisvet/docs"
)

func build(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := site.Build(docs.Files(), site.Groups(analyzer.Checks()), "v1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var (
	reference = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	anchor    = regexp.MustCompile(`id="([^"]*)"`)
)

// TestLinks follows every link of the site as it is written to a directory: the file is there, and so is the anchor.
func TestLinks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "site")
	if err := site.Write(dir, build(t)); err != nil {
		t.Fatal(err)
	}
	anchors := map[string]map[string]bool{} // by file
	texts := map[string]string{}
	err := filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		rel, _ := filepath.Rel(dir, file)
		name := filepath.ToSlash(rel)
		texts[name] = string(text)
		anchors[name] = map[string]bool{}
		if path.Ext(name) == ".html" {
			for _, m := range anchor.FindAllStringSubmatch(string(text), -1) {
				if anchors[name][m[1]] {
					t.Errorf("%s: anchor %s twice", name, m[1])
				}
				anchors[name][m[1]] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	reached := map[string]bool{"index.html": true}
	links := 0
	for queue := []string{"index.html"}; len(queue) > 0; queue = queue[1:] {
		name := queue[0]
		for _, m := range reference.FindAllStringSubmatch(texts[name], -1) {
			links++
			dest := html.UnescapeString(m[1])
			switch {
			case strings.HasPrefix(m[0], "src"):
				t.Errorf("%s: loads %s", name, dest)
				continue
			case strings.HasPrefix(dest, "https://"), dest == "data:,":
				continue
			}
			file, id, _ := strings.Cut(dest, "#")
			if file = path.Join(path.Dir(name), file); strings.HasPrefix(dest, "#") {
				file = name
			}
			if _, ok := texts[file]; !ok {
				t.Errorf("%s: no file for the link %s", name, dest)
				continue
			}
			if id != "" && !anchors[file][id] {
				t.Errorf("%s: no anchor for the link %s", name, dest)
			}
			if !reached[file] {
				reached[file] = true
				if path.Ext(file) == ".html" {
					queue = append(queue, file)
				}
			}
		}
	}
	for name := range texts {
		if path.Ext(name) == ".html" && !reached[name] {
			t.Errorf("%s: no link leads there", name)
		}
	}
	if len(reached) < len(analyzer.Checks()) || links < 1000 {
		t.Errorf("only %d pages and %d links", len(reached), links)
	}
}

// TestPages: each page stands alone, has one title, and its diagrams are drawn.
func TestPages(t *testing.T) {
	for name, data := range build(t) {
		text := string(data)
		if path.Ext(name) != ".html" {
			continue
		}
		if n := strings.Count(text, "<h1"); n != 1 {
			t.Errorf("%s: %d titles", name, n)
		}
		if strings.Count(text, `aria-current="page"`) != 1 {
			t.Errorf("%s: the navigation does not show it once", name)
		}
		for _, bad := range []string{"<script", "mermaid", "sequenceDiagram", "@import", "Omitted"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s: has %s", name, bad)
			}
		}
		if !strings.Contains(text, "redisvet v1.2.3") {
			t.Errorf("%s: does not say its version", name)
		}
	}
	page := string(build(t)["checks/lostupdate.html"])
	for _, want := range []string{`<svg class="sequence"`, ">SET account 110 keepttl</text>", `<span class="k">func</span>`} {
		if !strings.Contains(page, want) {
			t.Errorf("checks/lostupdate.html: no %s", want)
		}
	}
}

func TestBadDiagram(t *testing.T) {
	src := func(text string) fstest.MapFS {
		return fstest.MapFS{"README.md": {Data: []byte("# x\n\n```mermaid\n" + text + "\n```\n")}}
	}
	for _, text := range []string{"", "graph TD", "sequenceDiagram", "sequenceDiagram\nA->>B: x", "sequenceDiagram\nparticipant A as a\nloop x", "sequenceDiagram\nparticipant A as a\nA->>A: x"} {
		if _, err := site.Build(src(text), nil, ""); err == nil {
			t.Errorf("%q is drawn", text)
		}
	}
	files, err := site.Build(src("sequenceDiagram\nparticipant A as a & b\nparticipant R as r\nA->>R: #lt;x#gt;#59;<br/>y\nNote over A: n"), nil, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">a &amp; b<", ">&lt;x&gt;;<", ">y<", ">n<"} {
		if !strings.Contains(string(files["index.html"]), want) {
			t.Errorf("no %s in the diagram", want)
		}
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	files := map[string][]byte{"index.html": []byte("1"), "a/b.html": []byte("2")}
	exists := func(name string) bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
	if err := site.Write(dir, files); err != nil {
		t.Fatal(err)
	}
	delete(files, "a/b.html")
	if err := os.WriteFile(filepath.Join(dir, "CNAME"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := site.Write(dir, files); err != nil {
		t.Fatal(err)
	}
	if exists("a/b.html") || !exists("index.html") || !exists("CNAME") {
		t.Error("want the old page removed, the new one written, a foreign file kept")
	}
	if err := os.WriteFile(filepath.Join(dir, ".redisvet-docs"), []byte("../x\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := site.Write(dir, files); err == nil {
		t.Error("a list of files that leads outside is followed")
	}

	foreign := t.TempDir()
	file := filepath.Join(foreign, "mine")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{foreign, file, ""} {
		if err := site.Write(dir, files); err == nil {
			t.Errorf("writes to %q", dir)
		}
	}
	if entries, _ := os.ReadDir(foreign); len(entries) != 1 {
		t.Errorf("%d files in a directory that is not ours", len(entries))
	}
}

func TestHandler(t *testing.T) {
	h := site.Handler(build(t))
	for _, c := range []struct {
		method, path string
		code         int
		kind         string
	}{
		{"GET", "/", 200, "text/html; charset=utf-8"},
		{"HEAD", "/checks/lostupdate.html", 200, "text/html; charset=utf-8"},
		{"GET", "/style.css", 200, "text/css; charset=utf-8"},
		{"GET", "/redisvet.schema.json", 200, "application/json"},
		{"GET", "/checks/../../site.go", 404, ""},
		{"GET", "/checks", 404, ""},
		{"POST", "/", 405, ""},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(c.method, c.path, http.NoBody))
		if w.Code != c.code || c.kind != "" && w.Header().Get("Content-Type") != c.kind {
			t.Errorf("%s %s: %d %s", c.method, c.path, w.Code, w.Header().Get("Content-Type"))
		}
	}
}
