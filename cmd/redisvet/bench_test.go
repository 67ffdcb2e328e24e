package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/load"
)

// build builds the command and returns its name.
func build(b *testing.B) string {
	b.Helper()
	exe := filepath.Join(b.TempDir(), "redisvet")
	if out, err := exec.Command("go", "build", "-o", exe, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return exe
}

// BenchmarkGate is a unit of go vet that does not reach the library: the start of a process and nothing more.
func BenchmarkGate(b *testing.B) {
	exe := build(b)
	dir := b.TempDir()
	vetx := filepath.Join(dir, "dep.vetx")
	if err := os.WriteFile(vetx, nil, 0o666); err != nil {
		b.Fatal(err)
	}
	data, err := json.Marshal(map[string]any{
		"ImportPath": "example.com/p", "GoFiles": []string{filepath.Join(dir, "nonexistent.go")},
		"ImportMap": map[string]string{"fmt": "fmt"}, "PackageVetx": map[string]string{"fmt": vetx},
		"VetxOutput": filepath.Join(dir, "vet.out"),
	})
	if err != nil {
		b.Fatal(err)
	}
	cfg := filepath.Join(dir, "vet.cfg")
	if err := os.WriteFile(cfg, data, 0o666); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if out, err := exec.Command(exe, "-json", cfg).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
}

// BenchmarkExample is a run over the example program, a redis-heavy one, with all the loading that it needs.
func BenchmarkExample(b *testing.B) {
	dir := filepath.Join("..", "..", "testdata", "example", "wrong")
	if out, err := exec.Command("go", "-C", dir, "mod", "download").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for b.Loop() {
		res, err := load.Run(b.Context(), analyzer.Default(), load.Options{Dir: dir, Patterns: []string{"./..."}, Tests: true})
		if err != nil {
			b.Fatal(err)
		}
		if len(res.Errors) > 0 || res.InReach == 0 {
			b.Fatalf("%d packages in reach, errors %v", res.InReach, res.Errors)
		}
	}
}
