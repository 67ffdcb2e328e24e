package main

import (
	"bytes"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/redisvet/redisvet/cmd/internal/registry"
)

func TestCreate(t *testing.T) {
	root := t.TempDir()
	made, err := create(root, "scanstorm")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"passes/scanstorm/scanstorm.go",
		"passes/scanstorm/scanstorm_test.go",
		"passes/scanstorm/testdata/example/bad.go",
		"passes/scanstorm/testdata/example/good.go",
		"testdata/src/scanstorm/scanstorm.go",
	}
	if slices.Sort(made); !slices.Equal(made, want) {
		t.Errorf("made %v, want %v", made, want)
	}
	for _, name := range made {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		formatted, err := format.Source(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !bytes.Equal(formatted, text) {
			t.Errorf("%s is not formatted:\n%s", name, formatted)
		}
	}
	if names, err := registry.Checks(root); err != nil || !slices.Equal(names, []string{"scanstorm"}) {
		t.Errorf("the registry sees %v, %v", names, err)
	}
	if _, err := create(root, "scanstorm"); err == nil || !strings.Contains(err.Error(), "has a check") {
		t.Errorf("a second time: %v", err)
	}
}

func TestNames(t *testing.T) {
	for _, name := range []string{"", "x", "Scan", "scan_storm", "scan-storm", "1scan", "../scan", "range", "averyveryverylongname"} {
		if made, err := create(t.TempDir(), name); err == nil {
			t.Errorf("%q is accepted: %v", name, made)
		}
	}
}
