package registry_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/redisvet/redisvet/cmd/internal/registry"
)

// TestCurrent fails when a check was added or removed without go generate ./analyzer.
func TestCurrent(t *testing.T) {
	root, err := registry.Root()
	if err != nil {
		t.Fatal(err)
	}
	want, err := registry.Source(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, registry.File))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is not current: run go generate ./analyzer", registry.File)
	}
}

func TestChecks(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"passes/good/good.go":              "package good\nfunc New() *rule.Check { return nil }",
		"passes/helper/helper.go":          "package helper\nfunc New() *Helper { return nil }",
		"passes/method/method.go":          "package method\nfunc (t T) New() *rule.Check { return nil }",
		"passes/params/params.go":          "package params\nfunc New(n int) *rule.Check { return nil }",
		"passes/onlytest/x_test.go":        "package onlytest\nfunc New() *rule.Check { return nil }",
		"passes/internal/rule/rule.go":     "package rule\nfunc New() *rule.Check { return nil }",
		"passes/another/declared_later.go": "package another\nfunc New() *rule.Check { return nil }",
	} {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := registry.Checks(root)
	if err != nil || len(got) != 2 || got[0] != "another" || got[1] != "good" {
		t.Errorf("Checks = %v, %v; want [another good]", got, err)
	}
}
