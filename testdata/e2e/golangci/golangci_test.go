// Package golangci builds golangci-lint with redisvet and runs it as its users do.
package golangci

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// inPlace has the arguments for a run in a directory without a configuration.
func inPlace(t *testing.T, settings string) []string {
	t.Helper()
	conf := t.TempDir()
	write(t, conf, ".golangci.yml", configuration(settings))
	return []string{"--config=" + filepath.Join(conf, ".golangci.yml"), "./..."}
}

// TestSameFindings compares with go vet, on the example program and on every fixture of every check. They stay where they are, where
// other tests have compiled them.
func TestSameFindings(t *testing.T) {
	for _, tt := range []struct{ module, settings, file string }{
		{"example/wrong", "", ""},
		{"src", "{default: all}", "default: all\n"},
	} {
		t.Run(tt.module, func(t *testing.T) {
			dir, conf := filepath.Join(root, "testdata", filepath.FromSlash(tt.module)), t.TempDir()
			write(t, conf, "redisvet.yaml", tt.file)
			t.Setenv("REDISVET_CONFIG", filepath.Join(conf, "redisvet.yaml"))
			want := vet(t, dir, "./...")
			if len(want) == 0 {
				t.Error("go vet finds nothing")
			}
			compare(t, lint(t, dir, inPlace(t, tt.settings)...).findings(), want)
		})
	}
}

func TestRightExampleIsSilent(t *testing.T) {
	r := lint(t, filepath.Join(root, "testdata", "example", "right"), inPlace(t, "")...)
	if r.code != 0 || len(r.findings()) != 0 {
		t.Errorf("exit code %d, %v\n%s", r.code, r.findings(), r.stderr)
	}
}

// twoPackages is a program whose finding needs to know what a function of another package does.
var twoPackages = map[string]string{
	"store/store.go": `package store

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func Name(ctx context.Context, p redis.Pipeliner) *redis.StringCmd { return p.Get(ctx, "name") }
`,
	"app.go": `package app

import (
	"context"

	"github.com/redis/go-redis/v9"

	"example.com/shop/store"
)

func Greet(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	name := store.Name(ctx, pipe)
	greeting := "hello " + name.Val()
	_, err := pipe.Exec(ctx)
	return greeting, err
}
`,
}

const greeting = "app.go:14:25 (queuedread)"

// TestFactsAcrossPackages lints one package: what it imports is summarised all the same, also the second time, out of the cache.
func TestFactsAcrossPackages(t *testing.T) {
	dir := program(t, twoPackages)
	for range 2 {
		compare(t, lint(t, dir, ".").places(), []string{greeting})
	}
	replace(t, dir, "store/store.go", `return p.Get(ctx, "name")`, `c := p.Get(ctx, "name"); p.Exec(ctx); return c`)
	if got := lint(t, dir, ".").places(); slices.Contains(got, greeting) {
		t.Errorf("the helper executes: %s", got)
	}
}

// TestSettings changes settings between runs that share a cache.
func TestSettings(t *testing.T) {
	dir := program(t, twoPackages)
	write(t, dir, "app2.go", `package app

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func Both(ctx context.Context, rdb *redis.Client) error { return rdb.MSet(ctx, "a", 1, "b", 2).Err() }
`)
	const slots = "app2.go:9:66 (crossslot)"
	for _, tt := range []struct {
		settings string
		want     []string
	}{
		{"", []string{greeting}},
		{"{disable: [queuedread]}", nil},
		{"{default: none, enable: [crossslot], options: {crossslot: {cluster: true}}}", []string{slots}},
	} {
		write(t, dir, ".golangci.yml", configuration(tt.settings))
		compare(t, lint(t, dir, ".").places(), tt.want)
	}
}

func TestSettingsThatNobodyKnows(t *testing.T) {
	dir := program(t, twoPackages)
	for settings, want := range map[string]string{
		"{enabled: [txretry]}":                         `unknown field "enabled"`,
		"{enable: [txretyr]}":                          `unknown check "txretyr" (did you mean "txretry"?)`,
		"{options: {crossslot: {clusters: true}}}":     `check crossslot has no option "clusters"`,
		"{options: {crossslot: {cluster: perhaps}}}":   `crossslot.cluster: wrong value perhaps`,
		"{disable: keyscmd}":                           `cannot unmarshal string into disable`,
		"{default: every}":                             `unknown value "every"; want standard, all or none`,
		"{options: {crossslott: {clusters: true}}}":    `unknown check "crossslott"`,
		"{options: {crossslot: {cluster: [1, 2, 3]}}}": `crossslot.cluster: want one value`,
	} {
		write(t, dir, ".golangci.yml", configuration(settings))
		r := lint(t, dir, ".")
		if r.code == 0 || !strings.Contains(r.stderr, want) || !strings.Contains(r.stderr, "redisvet") {
			t.Errorf("%s: exit code %d, want %s\n%s", settings, r.code, want, r.stderr)
		}
	}
}

// TestSuppression has one function a line, each with the same defect.
func TestSuppression(t *testing.T) {
	source := `package app

import (
	"context"

	"github.com/redis/go-redis/v9"
)

`
	var want []string
	for i, tt := range []struct {
		comment string
		want    []string
	}{
		{"", []string{"100 (queuedread)"}},
		{"//nolint:redisvet // shown in the docs", nil},
		{"//redisvet:ignore queuedread shown in the docs", nil},
		{"//nolint:errcheck // nothing to do with us", []string{"100 (queuedread)"}},
		{"//redisvet:ignore txretry nothing to do with us", []string{"100 (queuedread)", "169 (txretry)"}}, // the directive is idle
		{"//redisvet:ignore queuedread", []string{"100 (queuedread)", "151 (suppression)"}},                // no reason
		{"//redisvet:ignore queuedraed shown in the docs", []string{"100 (queuedread)", "169 (suppression)"}},
	} {
		source += fmt.Sprintf("func F%d(ctx context.Context, pipe redis.Pipeliner) (string, error) { c := pipe.Get(ctx, \"a\"); s := c.Val(); _, err := pipe.Exec(ctx); return s, err } %s\n", i, tt.comment)
		for _, w := range tt.want {
			want = append(want, fmt.Sprintf("app.go:%d:%s", 9+i, w))
		}
	}
	dir := program(t, map[string]string{"app.go": source})
	slices.Sort(want)
	compare(t, lint(t, dir, ".").places(), want)
}

// TestFix compares the files that --fix leaves behind with those of redisvet -fix, on fixtures with fixes of many kinds; on all that have
// fixes when REDISVET_E2E is "all": golangci-lint compiles a copy of each.
func TestFix(t *testing.T) {
	src := filepath.Join(root, "testdata", "src")
	golden, err := filepath.Glob(filepath.Join(src, "*", "*.golden"))
	if err != nil || len(golden) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	var packages []string
	for _, file := range golden {
		packages = append(packages, "./"+filepath.Base(filepath.Dir(file)))
	}
	packages = slices.Compact(packages) // Glob sorts
	if os.Getenv("REDISVET_E2E") != "all" {
		packages = slices.DeleteFunc(packages, func(p string) bool {
			return !slices.Contains([]string{"./duration", "./errcompare", "./pubsubclose_fix", "./txerr"}, p)
		})
	}
	before, dir := files(t, src), t.TempDir()
	write(t, dir, "redisvet.yaml", "default: all\n")
	write(t, dir, ".golangci.yml", configuration("{default: all}"))
	fixed := func(command func()) map[string]string {
		for name, text := range before {
			write(t, dir, name, text)
		}
		command()
		return files(t, dir)
	}
	want := fixed(func() { run(t, dir, redisvet, append([]string{"-fix"}, packages...)...) })
	got := fixed(func() { lint(t, dir, append([]string{"--fix"}, packages...)...) })
	changed := 0
	for name, text := range before {
		if want[name] != text {
			changed++
		}
		if got[name] != want[name] {
			t.Errorf("%s differs in %s", name, difference(got[name], want[name]))
		}
	}
	if changed == 0 {
		t.Error("redisvet -fix changes nothing")
	}
}

// TestDocumentedFiles holds what docs/golangci-lint.md tells users to copy to what the other tests use.
func TestDocumentedFiles(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "golangci-lint.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := program(t, twoPackages)
	write(t, dir, ".golangci.yml", block(t, string(page), "`.golangci.yml`"))
	compare(t, lint(t, dir, "--enable-only=redisvet", ".").places(), []string{greeting})

	mod, err := os.ReadFile(filepath.Join(root, "cmd", "redisvet-golangci", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	custom := block(t, string(page), "`.custom-gcl.yml`")
	for module, key := range map[string]string{
		"github.com/golangci/golangci-lint/v2":           "version: ",
		"github.com/redisvet/redisvet/analyzer/golangci": "    version: ",
	} {
		version := required(t, string(mod), module)
		if !strings.Contains("\n"+custom, "\n"+key+version+"\n") {
			t.Errorf(".custom-gcl.yml does not name %s %s:\n%s", module, version, custom)
		}
	}
}
