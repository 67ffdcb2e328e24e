package docs_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/cmd/internal/docs"
	"github.com/redisvet/redisvet/cmd/internal/registry"
)

// TestCurrent fails when metadata has changed without go generate ./analyzer.
func TestCurrent(t *testing.T) {
	root, err := registry.Root()
	if err != nil {
		t.Fatal(err)
	}
	changed, extra, err := docs.Stale(root, analyzer.Checks())
	if err != nil {
		t.Fatal(err)
	}
	if len(changed) > 0 || len(extra) > 0 {
		t.Errorf("run go generate ./analyzer: not current %v, not wanted %v", slices.Sorted(maps.Keys(changed)), extra)
	}
}

// TestSections: each page says all that a page must say.
func TestSections(t *testing.T) {
	root, err := registry.Root()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range analyzer.Checks() {
		text, err := os.ReadFile(filepath.Join(root, "docs", "checks", c.Name+".md"))
		if err != nil {
			t.Error(err)
			continue
		}
		sections := map[string]string{}
		for _, s := range strings.Split(string(text), "\n## ")[1:] {
			title, body, _ := strings.Cut(s, "\n")
			sections[title] = strings.TrimSpace(body)
		}
		for title, want := range map[string]string{
			"What goes wrong": " ", "The harm": ".", "Found": "```go\npackage example\n", "Right": "```go\npackage example\n", "When it says nothing": "* ",
			"Options": "None.", "Silencing it": "//redisvet:ignore " + c.Name + " ", "Sources": "* ",
		} {
			if title == "Options" && len(c.Options) > 0 {
				want = "`-" + c.Name + "." + c.Options[0].Name + "`"
			}
			if !strings.Contains(sections[title], want) {
				t.Errorf("%s: section %q: %q, want something with %q", c.Name, title, sections[title], want)
			}
		}
		if c.Family != "directives" && !strings.Contains(sections["Proof"], "(../proofs.md)") {
			t.Errorf("%s: no proof", c.Name)
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)

// TestLinks opens what the documentation links to within the repository, and the page behind each analyzer's URL.
func TestLinks(t *testing.T) {
	root, err := registry.Root()
	if err != nil {
		t.Fatal(err)
	}
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/checks/*.md", "testdata/example/*.md"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, names...)
	}
	declared := map[string]bool{}
	for _, c := range analyzer.Checks() {
		declared[c.Name] = true
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			target := filepath.Join(filepath.Dir(page), filepath.FromSlash(m[1]))
			if planned := strings.TrimSuffix(filepath.Base(target), ".md"); filepath.Base(filepath.Dir(target)) == "checks" && !declared[planned] {
				t.Logf("%s: no check %s yet", page, planned)
				continue
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: broken link %s", page, m[1])
			}
		}
	}
	for _, c := range analyzer.Checks() {
		at := strings.LastIndex(c.Analyzer.URL, "/docs/checks/")
		if at < 0 {
			t.Errorf("%s: URL %q", c.Name, c.Analyzer.URL)
			continue
		}
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(c.Analyzer.URL[at+1:]))); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}
