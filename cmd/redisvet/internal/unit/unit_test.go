package unit

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// write makes a unit of a configuration.
func write(t *testing.T, cfg map[string]any) *Unit {
	t.Helper()
	data, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "vet.cfg")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	u, err := Read(name)
	if err != nil {
		t.Fatal(err)
	}
	u.factsOnly = true // a test binary does not know what it is linked with
	return u
}

func vetx(t *testing.T, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "vet.out")
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestOutOfReach(t *testing.T) {
	const redis = "github.com/redis/go-redis/v9"
	for name, tt := range map[string]struct {
		cfg  map[string]any
		want bool
	}{
		"nothing imported":                  {map[string]any{"ImportPath": "p"}, true},
		"dependencies without facts":        {map[string]any{"ImportPath": "p", "ImportMap": map[string]string{"fmt": "fmt"}, "PackageVetx": map[string]string{"fmt": vetx(t, "")}}, true},
		"a dependency with facts":           {map[string]any{"ImportPath": "p", "PackageVetx": map[string]string{"store": vetx(t, "x")}}, false},
		"a dependency whose file is gone":   {map[string]any{"ImportPath": "p", "PackageVetx": map[string]string{"store": "/nonexistent"}}, false},
		"imports the library":               {map[string]any{"ImportPath": "p", "ImportMap": map[string]string{redis: redis}}, false},
		"imports a vendored library":        {map[string]any{"ImportPath": "p", "ImportMap": map[string]string{redis: "example.com/p/vendor/" + redis}}, false},
		"imports an older library":          {map[string]any{"ImportPath": "p", "ImportMap": map[string]string{"github.com/go-redis/redis": "github.com/go-redis/redis"}}, false},
		"imports something that looks like": {map[string]any{"ImportPath": "p", "ImportMap": map[string]string{"example.com/go-redis": "example.com/go-redis"}}, true},
		"is the library":                    {map[string]any{"ImportPath": redis, "PackageVetx": map[string]string{"x": vetx(t, "x")}}, true},
	} {
		if got := write(t, tt.cfg).OutOfReach(); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestNoFastPathWhereTypesComeFromVetx(t *testing.T) {
	u := write(t, map[string]any{"ImportPath": "p"})
	u.factsOnly = false
	if u.OutOfReach() {
		t.Error("a unit is skipped although others need its types")
	}
}

func TestSkipAnswers(t *testing.T) {
	dir := t.TempDir()
	out, zip := filepath.Join(dir, "vet.out"), filepath.Join(dir, "fix.zip")
	if err := write(t, map[string]any{"VetxOutput": out, "FixArchive": zip}).Skip(); err != nil {
		t.Fatal(err)
	}
	if fi, err := os.Stat(out); err != nil || fi.Size() != 0 {
		t.Errorf("facts: %v, %v", fi, err)
	}
	if fi, err := os.Stat(zip); err != nil || fi.Size() == 0 {
		t.Errorf("archive of fixes: %v, %v", fi, err)
	}
}

func TestWhatIsReportedOn(t *testing.T) {
	for name, tt := range map[string]struct {
		cfg         map[string]any
		main, loses bool
	}{
		"asked for":                     {map[string]any{"ImportPath": "p", "ModulePath": "p"}, true, true},
		"dependency in the main module": {map[string]any{"ImportPath": "p", "ModulePath": "p", "VetxOnly": true}, true, true},
		"the same since Go 1.27":        {map[string]any{"ImportPath": "p", "ModulePath": "p", "VetxOnly": true, "Module": map[string]any{"Path": "p"}}, true, false},
		"dependency elsewhere":          {map[string]any{"ImportPath": "q", "ModulePath": "q", "ModuleVersion": "v1.0.0", "VetxOnly": true}, false, false},
		"standard library":              {map[string]any{"ImportPath": "fmt", "Standard": map[string]bool{"fmt": true}, "VetxOnly": true}, false, false},
	} {
		u := write(t, tt.cfg)
		if u.Main() != tt.main || u.losesDiagnostics() != tt.loses {
			t.Errorf("%s: main %v, loses diagnostics %v", name, u.Main(), u.losesDiagnostics())
		}
	}
}

func TestReportingCopy(t *testing.T) {
	out := filepath.Join(t.TempDir(), "vet.out")
	u := write(t, map[string]any{"ImportPath": "p", "VetxOnly": true, "VetxOutput": out, "Stdout": "kept"})
	name, err := u.reporting()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got["VetxOnly"] != false || got["Stdout"] != "kept" {
		t.Errorf("copy is %v", got)
	}
}

type fact struct{}

func (*fact) AFact() {}

func TestExportersAreAllADependencyNeeds(t *testing.T) {
	facts := &analysis.Analyzer{Name: "facts", FactTypes: []analysis.Fact{new(fact)}}
	plain := &analysis.Analyzer{Name: "plain", Requires: []*analysis.Analyzer{facts}}
	check := &analysis.Analyzer{Name: "check", Requires: []*analysis.Analyzer{plain, facts}}
	got := exporters([]*analysis.Analyzer{check, plain})
	if len(got) != 1 || got[0] != facts {
		t.Errorf("exporters are %v", got)
	}
}

func TestTooNew(t *testing.T) {
	for _, tt := range []struct {
		built, running string
		tooNew         bool
	}{
		{"go1.26.1", "go1.26.8\n", false},
		{"go1.27.0", "go1.26.8", false},
		{"go1.26.8", "go1.27rc1", true},
		{"go1.9", "go1.10", true},
		{"devel +abc", "go1.27.0", false},
	} {
		if msg := TooNew(tt.built, tt.running); (msg != "") != tt.tooNew {
			t.Errorf("built with %s, running %q: %q", tt.built, tt.running, msg)
		}
	}
}

func TestCompilerIsReadFromExportData(t *testing.T) {
	file := vetx(t, "!<arch>\n__.PKGDEF       0           0     0     644     18994     `\ngo object linux amd64 go1.27.3 GOAMD64=v1 X:none\nbuild id \"x\"\n")
	if v := compilerOf(file); v != "go1.27.3" {
		t.Errorf("compiler is %q", v)
	}
	u := write(t, map[string]any{"ImportPath": "p", "GoVersion": "go1.21", "PackageFile": map[string]string{"fmt": file}})
	if u.tooNew("go1.26.8") == "" || u.tooNew("go1.27.0") != "" {
		t.Errorf("a tool of 1.26: %q, of 1.27: %q", u.tooNew("go1.26.8"), u.tooNew("go1.27.0"))
	}
	if v := compilerOf(vetx(t, "something else")); v != "" {
		t.Errorf("compiler of another file is %q", v)
	}
}
