package fix

import (
	"bytes"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
)

// replace makes a finding whose fix replaces every given text by another in a file.
func replace(t *testing.T, file string, pairs ...string) finding.Finding {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var fix finding.Fix
	for i := 0; i < len(pairs); i += 2 {
		at := strings.Index(string(data), pairs[i])
		if at < 0 {
			t.Fatalf("%s has no %q", file, pairs[i])
		}
		fix.Edits = append(fix.Edits, finding.Edit{File: file, Start: at, End: at + len(pairs[i]), New: pairs[i+1], Pos: token.Position{Filename: file}})
	}
	return finding.Finding{Pos: token.Position{Filename: file}, Fixes: []finding.Fix{fix}}
}

func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "x.go")
	if err := os.WriteFile(name, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	return name
}

func never(string) bool { return false }

// apply plans the findings, writes, and returns the new text and the plan.
func apply(t *testing.T, file string, fs ...finding.Finding) (string, *Plan) {
	t.Helper()
	p, err := Make(fs, never)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Write(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data), p
}

const src = `package x

import (
	"errors"
	"fmt"
)

var a = errors.New("a")

func f() { fmt.Println(a) }
`

func TestOverlappingFixIsLeftOut(t *testing.T) {
	file := write(t, src)
	got, p := apply(t, file, replace(t, file, "fmt.Println(a)", "fmt.Print(a)"), replace(t, file, "Println", "Printf"))
	if !strings.Contains(got, "fmt.Print(a)") || p.Skipped != 1 || !p.Applied[0] || p.Applied[1] {
		t.Errorf("%+v\n%s", p, got)
	}
}

func TestEqualEditsAreMadeOnce(t *testing.T) {
	file := write(t, src)
	imp := []string{"\t\"errors\"\n", "\t\"errors\"\n\t\"os\"\n"}
	got, p := apply(t, file,
		replace(t, file, append(imp, "Println(a)", "Fprintln(os.Stderr, a)")...),
		replace(t, file, append(imp, `New("a")`, `New(os.Args[0])`)...))
	if strings.Count(got, `"os"`) != 1 || p.Skipped != 0 || !strings.Contains(got, "os.Args[0]") || !strings.Contains(got, "os.Stderr") {
		t.Errorf("%+v\n%s", p, got)
	}
}

func TestUnusedImportGoes(t *testing.T) {
	file := write(t, src)
	got, _ := apply(t, file, replace(t, file, `errors.New("a")`, `fmt.Errorf("a")`))
	if strings.Contains(got, `"errors"`) {
		t.Errorf("still imported:\n%s", got)
	}
	single := write(t, "package x\n\nimport \"errors\"\n\nvar a = errors.New(\"a\")\n")
	got, _ = apply(t, single, replace(t, single, `errors.New("a")`, `error(nil)`))
	if strings.Contains(got, "import") {
		t.Errorf("still imported:\n%s", got)
	}
}

func TestImportForItsEffectsStays(t *testing.T) {
	file := write(t, "package x\n\nimport (\n\t_ \"embed\"\n\tredis \"example.com/go-redis\"\n)\n\nvar a = redis.Nil\nvar b = redis.Nil\n")
	got, _ := apply(t, file, replace(t, file, "a = redis.Nil", "a = 1"))
	if !strings.Contains(got, "embed") || !strings.Contains(got, "go-redis") {
		t.Errorf("lost an import:\n%s", got)
	}
}

func TestLayoutStays(t *testing.T) {
	text := strings.ReplaceAll(strings.Replace(src, "func f() {", "func  f()   {", 1), "\n", "\r\n")
	file := write(t, text)
	got, _ := apply(t, file, replace(t, file, "Println", "Print"))
	if want := strings.Replace(text, "Println", "Print", 1); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if fi, err := os.Stat(file); err != nil || fi.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", fi.Mode(), err)
	}
}

func TestFormattedFileStaysFormatted(t *testing.T) {
	file := write(t, src)
	got, _ := apply(t, file, replace(t, file, "{ fmt.Println(a) }", "{\nfmt.Println(a)\n}"))
	if !strings.Contains(got, "func f() {\n\tfmt.Println(a)\n}") {
		t.Errorf("not formatted:\n%s", got)
	}
}

func TestWhatIsNotTouched(t *testing.T) {
	file := write(t, src)
	f := replace(t, file, "Println", "Print")
	p, err := Make([]finding.Finding{f}, func(string) bool { return true })
	if err != nil || len(p.Changes) != 0 || p.Applied[0] {
		t.Errorf("generated file: %+v, %v", p, err)
	}
	f.Fixes[0].Edits[0].Pos.Filename = "other.go"
	p, err = Make([]finding.Finding{f}, never)
	if err != nil || len(p.Changes) != 0 {
		t.Errorf("file made by cgo: %+v, %v", p, err)
	}
}

func TestFixThatBreaksTheFileIsRefused(t *testing.T) {
	file := write(t, src)
	if _, err := Make([]finding.Finding{replace(t, file, "Println(a)", "Println((a)")}, never); err == nil || !strings.Contains(err.Error(), "would break") {
		t.Errorf("error is %v", err)
	}
}

func TestDiff(t *testing.T) {
	file := write(t, src)
	p, err := Make([]finding.Finding{replace(t, file, "Println", "Print")}, never)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := p.Diff(&out, filepath.Base); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"--- a/x.go\n+++ b/x.go\n", "-func f() { fmt.Println(a) }\n", "+func f() { fmt.Print(a) }\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
