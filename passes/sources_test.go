package passes_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

var (
	webSource  = regexp.MustCompile(`^https://(redis\.io/docs/latest/[a-z0-9_/-]+/|go\.dev/[a-z/]+|pkg\.go\.dev/[a-z/]+(#[A-Z]\w*)?)( \([^()]+\))?$`)
	codeSource = regexp.MustCompile(`^go-redis ([a-z_/.]+(?:, [a-z_/.]+)*)(?:: (.+))?$`)
	codeName   = regexp.MustCompile(`^(?:\(?\*?(\w+)\)?\.)?(\w+)$`)
)

// TestSources: what a page names as its source is a page of Redis or Go, or a file of go-redis that has the function or field.
func TestSources(t *testing.T) {
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/redis/go-redis/v9")
	cmd.Dir = vettest.Module(t, "src")
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	library := strings.TrimSpace(string(out))
	for _, c := range analyzer.Checks() {
		if len(c.Sources) == 0 {
			t.Errorf("%s: no source", c.Name)
		}
		for _, source := range c.Sources {
			if webSource.MatchString(source) {
				continue
			}
			m := codeSource.FindStringSubmatch(source)
			if m == nil {
				t.Errorf("%s: source %q: want a page of redis.io or go.dev, or \"go-redis FILE: NAME, NAME\"", c.Name, source)
				continue
			}
			text := sourceText(t, library, strings.Split(m[1], ", "))
			if text == "" {
				t.Errorf("%s: source %q: no such file", c.Name, source)
			}
			for _, name := range strings.Split(m[2], ", ") {
				if name != "" && !declares(text, name) {
					t.Errorf("%s: source %q: no %s there", c.Name, source, name)
				}
			}
		}
	}
}

// sourceText returns the files, or all Go files of a folder; nothing if one of them is missing.
func sourceText(t *testing.T, library string, names []string) string {
	t.Helper()
	var b strings.Builder
	for _, name := range names {
		path := filepath.Join(library, filepath.FromSlash(name))
		files := []string{path}
		if !strings.HasSuffix(name, ".go") {
			files, _ = filepath.Glob(filepath.Join(path, "*.go"))
		}
		files = slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
		if len(files) == 0 {
			return ""
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				return ""
			}
			b.Write(text)
		}
	}
	return b.String()
}

// declares reports whether a Go text declares "(*T).Method", "T.Method" or "Name": a function, method, type, variable or field.
func declares(text, name string) bool {
	m := codeName.FindStringSubmatch(name)
	if m == nil {
		return false
	}
	pattern := `(?m)^(?:func (?:\(\w+ \*?\w+\) )?|type |var |const |\t)` + m[2] + `\b`
	if m[1] != "" {
		pattern = `(?m)^func \((?:\w+ )?\*?` + m[1] + `\) ` + m[2] + `\(`
	}
	return regexp.MustCompile(pattern).MatchString(text)
}
