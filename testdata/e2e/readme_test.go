package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	readmeFinding   = regexp.MustCompile("`(internal/\\S+\\.go)`, line (\\d+):\n\n    (.+)\n")
	readmeDirective = regexp.MustCompile(`(?m)^    (//redisvet:ignore (\w+) .+)$`)
)

// TestReadme goes the way of a newcomer: the finding that README.md names, its fix, and its silence.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(repository, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	m, d := readmeFinding.FindStringSubmatch(string(readme)), readmeDirective.FindStringSubmatch(string(readme))
	if m == nil || d == nil {
		t.Fatal("README.md names no finding, or no directive")
	}
	file, line, message, directive, check := m[1], m[2], m[3], d[1], d[2]
	finding := regexp.MustCompile(`(?m)^(\./)?` + regexp.QuoteMeta(fmt.Sprintf("%s:%s:", file, line)) + `\d+: ` + regexp.QuoteMeta(fmt.Sprintf("%s (%s)", message, check)) + `$`)

	example := func() string {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(filepath.Join(repository, "testdata", "example", "wrong"))); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	run := func(dir, name string, args ...string) string {
		cmd := command(dir, nil, name, args...)
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code > 1 {
			t.Fatalf("%s %v: exit %d\n%s", name, args, code, out)
		}
		return string(out)
	}
	redisvet := filepath.Join(bin, "redisvet")

	dir := example()
	for _, out := range []string{run(dir, redisvet, "./..."), run(dir, "go", "vet", "-vettool="+redisvet, "./...")} {
		if !finding.MatchString(out) {
			t.Errorf("no %s in\n%s", finding, out)
		}
	}
	if out := run(dir, redisvet, "-diff", "./..."); !strings.Contains(out, "+++ b/"+file) {
		t.Errorf("no fix for %s in\n%s", file, out)
	}
	if out := run(dir, redisvet, "-fix", "./..."); strings.Contains(out, "("+check+")") {
		t.Errorf("after the fix:\n%s", out)
	}

	dir = example()
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	var n int
	fmt.Sscan(line, &n)
	lines[n-1] = directive + "\n" + lines[n-1]
	write(t, filepath.Join(dir, file), strings.Join(lines, ""))
	if out := run(dir, redisvet, "./..."); strings.Contains(out, "("+check+")") || strings.Contains(out, "directive") {
		t.Errorf("with the directive:\n%s", out)
	}
}
