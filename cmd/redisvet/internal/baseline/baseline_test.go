package baseline

import (
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
)

func at(file string, lines ...int) []finding.Finding {
	var fs []finding.Finding
	for _, n := range lines {
		fs = append(fs, finding.Finding{Check: "keyscmd", Message: "m", Pos: token.Position{Filename: file, Line: n}})
	}
	return fs
}

func TestBaseline(t *testing.T) {
	dir := t.TempDir()
	src, base := filepath.Join(dir, "a", "x.go"), filepath.Join(dir, "base.json")
	text := func(lines ...string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(src), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(src, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	kept := func(lines ...int) (int, int) {
		t.Helper()
		fs, stale, err := Filter(base, at(src, lines...))
		if err != nil {
			t.Fatal(err)
		}
		return len(fs), stale
	}
	text("a := keys()", "b := keys()", "a := keys()")
	if err := Write(base, at(src, 1, 3)); err != nil {
		t.Fatal(err)
	}
	if n, stale := kept(1, 3); n != 0 || stale != 0 {
		t.Errorf("the same findings: %d kept, %d stale", n, stale)
	}
	if n, stale := kept(1, 2, 3); n != 1 || stale != 0 {
		t.Errorf("one more: %d kept, %d stale", n, stale)
	}
	if n, stale := kept(1); n != 0 || stale != 1 {
		t.Errorf("one less: %d kept, %d stale", n, stale)
	}
	text("new", "a  :=  keys()", "", "\ta := keys()", "a := keys()")
	if n, stale := kept(2, 4, 5); n != 1 || stale != 0 {
		t.Errorf("moved, indented, and a third: %d kept, %d stale", n, stale)
	}
	if _, _, err := Filter(filepath.Join(dir, "none.json"), nil); err == nil {
		t.Error("a file that does not exist hides everything quietly")
	}
	if err := os.WriteFile(base, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Filter(base, nil); err == nil {
		t.Error("a broken file hides everything quietly")
	}
}
