// Package dist gets redisvet as its users do: by version, through a module proxy. The proxy is a folder with the module of this checkout.
package dist

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

const (
	path    = "github.com/redisvet/redisvet"
	version = "v0.99.0"
)

// proxy makes the folder and returns the environment in which go gets the module from there and all others from the module cache.
func proxy(t *testing.T) []string {
	t.Helper()
	root := filepath.Join("..", "..", "..")
	output(t, root, nil, "go", "mod", "download")
	dir := filepath.Join(t.TempDir(), "proxy", filepath.FromSlash(path), "@v")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(dir, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := zip.CreateFromDir(f, module.Version{Path: path, Version: version}, root); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	info, _ := json.Marshal(map[string]string{"Version": version, "Time": "2026-01-02T03:04:05Z"})
	for name, data := range map[string][]byte{"list": []byte(version + "\n"), version + ".mod": mod, version + ".info": info} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cache := output(t, ".", nil, "go", "env", "GOMODCACHE")
	proxies := []string{
		"file://" + filepath.ToSlash(filepath.Join(filepath.Dir(dir), "..", "..", "..")),
		"file://" + filepath.ToSlash(filepath.Join(cache, "cache", "download")),
	}
	// A module cache of its own: the version is not published, and must not stay in the one of the machine.
	modcache := filepath.Join(t.TempDir(), "mod")
	t.Cleanup(func() {
		cmd := exec.Command("go", "clean", "-modcache")
		cmd.Env = append(os.Environ(), "GOMODCACHE="+modcache)
		cmd.Run()
	})
	return []string{"GOPROXY=" + strings.Join(proxies, ","), "GONOSUMDB=*", "GOFLAGS=-mod=mod", "GOWORK=off", "GOMODCACHE=" + modcache}
}

func output(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "PWD="+dir), env...)
	cmd.Stderr = new(strings.Builder)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, cmd.Stderr)
	}
	return strings.TrimSpace(string(out))
}

func TestInstall(t *testing.T) {
	env := proxy(t)
	says := "redisvet " + version + " (go"

	// go install, and the documentation that is fetched when it is asked for.
	bin := t.TempDir()
	env = append(env, "GOBIN="+bin)
	output(t, bin, env, "go", "install", path+"/cmd/redisvet@"+version)
	redisvet := filepath.Join(bin, "redisvet")
	if got := output(t, bin, env, redisvet, "version"); !strings.HasPrefix(got, says) {
		t.Errorf("go install: %q, want %q", got, says)
	}
	site := filepath.Join(t.TempDir(), "site")
	output(t, bin, env, redisvet, "docs", "-o", site)
	page, err := os.ReadFile(filepath.Join(site, "index.html"))
	if err != nil || !strings.Contains(string(page), "redisvet "+version) {
		t.Errorf("the site is not of this version (%v)", err)
	}

	// go tool with a module file of its own, as docs/ci.md has it.
	app := t.TempDir()
	write(t, filepath.Join(app, "go.mod"), "module example.com/app\n\ngo 1.26.0\n")
	write(t, filepath.Join(app, "app.go"), "package app\n")
	write(t, filepath.Join(app, "tools.mod"), "module tools\n\ngo 1.26.0\n")
	output(t, app, env, "go", "get", "-modfile=tools.mod", "-tool", path+"/cmd/redisvet@"+version)
	if got := output(t, app, env, "go", "tool", "-modfile=tools.mod", "redisvet", "version"); !strings.HasPrefix(got, says) {
		t.Errorf("go tool: %q, want %q", got, says)
	}
	output(t, app, env, "go", "tool", "-modfile=tools.mod", "redisvet", "./...")
	exe := output(t, app, env, "go", "tool", "-modfile=tools.mod", "-n", "redisvet")
	output(t, app, append(env, "GOFLAGS="), "go", "vet", "-vettool="+exe, "./...")
	if mod, err := os.ReadFile(filepath.Join(app, "go.mod")); err != nil || strings.Contains(string(mod), "require") {
		t.Errorf("the program's own go.mod has changed (%v)\n%s", err, mod)
	}

	// A build from a checkout without version control says that it has no version.
	dev := filepath.Join(t.TempDir(), "redisvet")
	output(t, filepath.Join("..", "..", ".."), nil, "go", "build", "-buildvcs=false", "-o", dev, "./cmd/redisvet")
	if got := output(t, ".", nil, dev, "version"); !strings.HasPrefix(got, "redisvet (devel) (go") {
		t.Errorf("go build: %q", got)
	}
	fmt.Fprintln(t.Output(), "installed, fetched and run as a tool:", says)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
