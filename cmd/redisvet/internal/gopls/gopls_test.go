package gopls

import (
	"context"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/redisvet/redisvet/analyzer"
)

func TestResolve(t *testing.T) {
	for _, c := range []struct {
		version  string
		untested bool
		want     string // or a part of the error
	}{
		{"", false, "v0.23.0"},
		{"v0.22.0", false, "v0.22.0"},
		{"0.22.0", false, "v0.22.0"},
		{"v0.12.0", false, "gopls v0.12.0 is not supported; known are "},
		{"v0.12.0", true, "gopls v0.12.0 is not supported; known are "},
		{"v9.1.0", false, "gopls v9.1.0 is not known to this redisvet; known are "},
		{"v9.1.0", true, "v9.1.0"},
		{"latest", true, `"latest" is no version of gopls; known are `},
	} {
		got, err := resolve(c.version, c.untested, "go1.26.8")
		if err != nil {
			got = err.Error()
		}
		if got != c.want && !(err != nil && strings.HasPrefix(got, c.want)) {
			t.Errorf("%q, %v: %s, want %s", c.version, c.untested, got, c.want)
		}
	}
}

func TestFromBuildInfo(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module "+redisvetModule+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	released := debug.Module{Path: redisvetModule, Version: "v1.2.3", Sum: "h1:x"}
	checkout := debug.Module{Path: redisvetModule, Version: "v0.0.0-20260102030405-abcdefabcdef"}
	replaced := debug.Module{Path: redisvetModule, Version: "v1.2.3", Replace: &debug.Module{Path: dir}}
	relative := debug.Module{Path: redisvetModule, Version: "v1.2.3", Replace: &debug.Module{Path: "../redisvet"}}
	other := debug.Module{Path: "example.com/tool"}
	for name, c := range map[string]struct {
		info *debug.BuildInfo
		want source
		ok   bool
	}{
		"go install":              {&debug.BuildInfo{Main: released}, source{version: "v1.2.3"}, true},
		"go build in a checkout":  {&debug.BuildInfo{Main: checkout}, source{}, false},
		"part of another command": {&debug.BuildInfo{Main: other, Deps: []*debug.Module{&released}}, source{version: "v1.2.3"}, true},
		"replaced by a directory": {&debug.BuildInfo{Main: other, Deps: []*debug.Module{&replaced}}, source{dir: dir}, true},
		"relative directory":      {&debug.BuildInfo{Main: other, Deps: []*debug.Module{&relative}}, source{}, false},
	} {
		if got, ok := fromBuildInfo(c.info, true); got != c.want || ok != c.ok {
			t.Errorf("%s: %+v %v, want %+v %v", name, got, ok, c.want, c.ok)
		}
	}
	if _, err := findSource(t.TempDir()); err == nil {
		t.Error("an empty directory is taken for redisvet's module")
	}
}

func TestResolveByGo(t *testing.T) {
	for goVersion, want := range map[string]string{"go1.26.0": "v0.23.0", "go1.27.3": newest(), "go1.99": newest(), "go1.20": newest(), "devel": newest()} {
		if got, err := resolve("", false, goVersion); err != nil || got != want {
			t.Errorf("%s: gopls %s (%v), want %s", goVersion, got, err, want)
		}
	}
}

// TestRequire keeps gopls' own version of x/tools, whichever redisvet wants.
func TestRequire(t *testing.T) {
	file := filepath.Join(t.TempDir(), "go.mod")
	const before = "module golang.org/x/tools/gopls\n\ngo 1.26.0\n\nrequire golang.org/x/tools v0.44.1-0.20260513175300-635ae9663724\n"
	if err := os.WriteFile(file, []byte(before), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := require(file, source{version: "v1.2.3"}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := modfile.Parse(file, data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Replace) != 1 || f.Replace[0].Old.Path != toolsModule || f.Replace[0].New.Version != "v0.44.1-0.20260513175300-635ae9663724" {
		t.Errorf("x/tools is not pinned:\n%s", data)
	}
	if !strings.Contains(string(data), redisvetModule+" v1.2.3") {
		t.Errorf("redisvet is not required:\n%s", data)
	}
}

func TestAddChecksToAnotherGopls(t *testing.T) {
	if err := addChecks(t.TempDir(), analyzer.Config{}); err == nil {
		t.Error("a gopls without internal/settings is no trouble")
	}
}

func TestFirstLine(t *testing.T) {
	for text, want := range map[string]string{
		"go: downloading example.com/x v1.0.0\ngo: example.com/x@v1.0.0: not found\nmore\n": "example.com/x@v1.0.0: not found",
		"# example.com/x\nx.go:1:1: undefined: y\n":                                         "x.go:1:1: undefined: y",
		"": "exit status 1",
	} {
		if got := firstLine(text, "exit status 1"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestBuildOffline says in one sentence that gopls cannot be fetched, and leaves nothing behind.
func TestBuildOffline(t *testing.T) {
	tmp, out := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", tmp)
	t.Setenv("GOMODCACHE", filepath.Join(tmp, "none"))
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOFLAGS", "-modcacherw")
	_, err := Build(context.Background(), Options{Version: "v0.23.0", Dir: out, Label: "test"})
	if err == nil || !strings.HasPrefix(err.Error(), "gopls v0.23.0 cannot be fetched: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v", err)
	}
	left, _ := filepath.Glob(filepath.Join(tmp, "redisvet-gopls*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
