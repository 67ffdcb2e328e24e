// Package gopls builds the language server gopls with redisvet's checks inside. gopls cannot load analyzers, so a copy of its
// source gets one more file that adds them to its list; everything else, the version of golang.org/x/tools included, stays as it is.
package gopls

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"text/template"

	"golang.org/x/mod/modfile"

	"github.com/redisvet/redisvet/analyzer"
)

//go:embed settings.go.tmpl
var settingsFile string

// Options say what to build.
type Options struct {
	Version  string          // of gopls; "" for the newest known one that the user's Go can build
	Untested bool            // a version newer than the known ones may be tried
	Dir      string          // where the executable goes
	Redisvet string          // directory of redisvet's module, for a development build
	Label    string          // redisvet's version in words
	Config   analyzer.Config // what runs unless the editor's settings say otherwise
	Verbose  io.Writer       // gets the output of the go command; nil for none
}

// Result is what was built.
type Result struct {
	File    string // the executable
	Version string // as gopls version prints it
}

// Build builds gopls and returns the executable. Everything comes through the user's go command: its proxy, its flags, its caches.
func Build(ctx context.Context, opts Options) (Result, error) {
	src, err := findSource(opts.Redisvet)
	if err != nil {
		return Result{}, err
	}
	out, err := filepath.Abs(filepath.Join(opts.Dir, "gopls"))
	if err != nil {
		return Result{}, err
	}
	if runtime.GOOS == "windows" {
		out += ".exe"
	}
	tmp, err := os.MkdirTemp("", "redisvet-gopls")
	if err != nil {
		return Result{}, err
	}
	defer os.RemoveAll(tmp)
	b := &builder{ctx: ctx, dir: tmp, verbose: opts.Verbose}
	goVersion, err := b.run("env", "GOVERSION")
	if err != nil {
		return Result{}, err
	}
	version, err := resolve(opts.Version, opts.Untested, strings.TrimSpace(string(goVersion)))
	if err != nil {
		return Result{}, err
	}
	from, err := b.download(version)
	if err != nil {
		return Result{}, err
	}
	if err := copyModule(tmp, from); err != nil {
		return Result{}, err
	}
	if err := addChecks(tmp, opts.Config); err != nil {
		return Result{}, err
	}
	if err := require(filepath.Join(tmp, "go.mod"), src); err != nil {
		return Result{}, err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return Result{}, err
	}
	text := fmt.Sprintf("%s with redisvet %s (gopls: BSD-3-Clause, redisvet: MIT)", version, opts.Label)
	// -mod=mod adds the checksums that redisvet's requirements need. -trimpath keeps the temporary directory out of the executable,
	// so that the next build finds everything in the cache.
	_, err = b.run("build", "-mod=mod", "-trimpath", "-ldflags=-X 'main.version="+text+"'", "-o", out, ".")
	switch {
	case errors.Is(err, errInterrupted):
		return Result{}, err
	case err != nil:
		return Result{}, fmt.Errorf("gopls %s with redisvet does not build: %w", version, err)
	}
	return Result{out, text}, nil
}

var errInterrupted = errors.New("interrupted")

// builder runs the go command in a directory.
type builder struct {
	ctx     context.Context
	dir     string
	verbose io.Writer
}

// run runs the go command and returns its output. An error is one line: what the go command said first, without its own prefix.
func (b *builder) run(args ...string) ([]byte, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(b.ctx, "go", args...)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "PWD="+b.dir)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if b.verbose != nil {
		cmd.Stderr = io.MultiWriter(&stderr, b.verbose)
	}
	err := cmd.Run()
	switch {
	case err == nil:
		return stdout.Bytes(), nil
	case b.ctx.Err() != nil:
		return nil, errInterrupted
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("the go command is not in the PATH")
	}
	return stdout.Bytes(), errors.New(firstLine(stderr.String(), err.Error()))
}

// firstLine returns the first line of the go command's complaint that is neither progress nor a heading.
func firstLine(text, otherwise string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "go: downloading") || strings.HasPrefix(line, "go: finding") || strings.HasPrefix(line, "#") {
			continue
		}
		return strings.TrimPrefix(line, "go: ")
	}
	return otherwise
}

// download returns the directory of gopls' source in the module cache.
func (b *builder) download(version string) (string, error) {
	out, err := b.run("mod", "download", "-json", goplsModule+"@"+version)
	var m struct{ Dir, Error string }
	if json.Unmarshal(out, &m) == nil && m.Error != "" {
		err = errors.New(firstLine(m.Error, m.Error))
	}
	switch {
	case errors.Is(err, errInterrupted):
		return "", err
	case err != nil:
		return "", fmt.Errorf("gopls %s cannot be fetched: %w", version, err)
	}
	return m.Dir, nil
}

// copyModule copies what is needed to build a module. Tests stay behind: the modules that only they need are then never fetched.
func copyModule(to, from string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && d.Name() == "testdata":
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o777) // directories of the module cache are read-only
		case strings.HasSuffix(name, "_test.go"):
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o666)
	})
}

// addChecks adds the file that hands redisvet's checks to gopls.
func addChecks(dir string, cfg analyzer.Config) error {
	t, err := template.New("").Parse(settingsFile)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	literal := strings.TrimPrefix(fmt.Sprintf("%#v", cfg), "analyzer.Config")
	if err := t.Execute(&b, struct{ Config string }{literal}); err != nil {
		return err
	}
	settings := filepath.Join(dir, "internal", "settings")
	if fi, err := os.Stat(settings); err != nil || !fi.IsDir() {
		return errors.New("this gopls keeps its analyzers in another place than the known versions")
	}
	return os.WriteFile(filepath.Join(settings, "zz_redisvet.go"), b.Bytes(), 0o666)
}

// require makes gopls' module need redisvet, and pins golang.org/x/tools to what gopls itself needs: its internals change between
// versions, and redisvet's requirement may be newer.
func require(file string, src source) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	f, err := modfile.Parse(file, data, nil)
	if err != nil {
		return err
	}
	for _, r := range f.Require {
		if r.Mod.Path == toolsModule {
			if err := f.AddReplace(toolsModule, "", toolsModule, r.Mod.Version); err != nil {
				return err
			}
		}
	}
	version := src.version
	if src.dir != "" {
		version = "v0.0.0" // any will do, the directory decides
		if err := f.AddReplace(redisvetModule, "", src.dir, ""); err != nil {
			return err
		}
	}
	if err := f.AddRequire(redisvetModule, version); err != nil {
		return err
	}
	if data, err = f.Format(); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o666)
}
