package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/redisvet/redisvet/analyzer"
)

// tree makes files and returns their directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFind(t *testing.T) {
	dir := tree(t, map[string]string{
		"go.work":              "go 1.25\nuse ./own\nuse ./none\n",
		"redisvet.yaml":        "",
		"own/go.mod":           "",
		"own/redisvet.yaml":    "",
		"own/deep/er/x.go":     "",
		"none/go.mod":          "",
		"none/sub/x.go":        "",
		"stray/go.mod":         "",
		"stray/sub/x/y.go":     "",
		"stray/sub/" + Name:    "",
		"own/deep/data/x.yaml": "",
	})
	for start, want := range map[string]string{
		".":           "redisvet.yaml",
		"own":         "own/redisvet.yaml",
		"own/deep/er": "own/redisvet.yaml",
		"none/sub":    "redisvet.yaml",
	} {
		got, err := Find(filepath.Join(dir, start))
		if err != nil || got != filepath.Join(dir, want) {
			t.Errorf("in %s: %s, %v", start, got, err)
		}
	}
	if _, err := Find(filepath.Join(dir, "stray/sub/x")); err == nil || !strings.Contains(err.Error(), "is not at the root of its module") {
		t.Errorf("a file that holds for half a module: %v", err)
	}
	got := Files(dir, "")
	slices.Sort(got)
	want := []string{filepath.Join(dir, "own/redisvet.yaml"), filepath.Join(dir, "redisvet.yaml")}
	if !slices.Equal(slices.Compact(got), want) {
		t.Errorf("files that matter are %v, want %v", got, want)
	}
	if got := Files(dir, "other.yaml"); !slices.Equal(got, []string{"other.yaml"}) {
		t.Errorf("with another file: %v", got)
	}
}

func TestRead(t *testing.T) {
	dir := tree(t, map[string]string{
		"good":  "default: none\nenable: [crossslot]\noptions:\n  crossslot: {cluster: true}\n",
		"empty": "# nothing\n",
	})
	c, err := Read(filepath.Join(dir, "good"))
	if err != nil || c.Default != "none" || c.Options["crossslot"]["cluster"] != true {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := Read(filepath.Join(dir, "empty")); err != nil {
		t.Error(err)
	}
	for text, want := range map[string]string{
		"enabled: [x]\n":            "line 1: unknown key enabled",
		"default: none\ntests: no":  "line 2: unknown key tests",
		"enable: crossslot\n":       "line 1: cannot unmarshal",
		"default: [\n":              "line 1",
		"default: all\n---\nx: 1\n": "want one YAML document",
	} {
		name := filepath.Join(tree(t, map[string]string{"f": text}), "f")
		_, err := Read(name)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "analyzer.Config") {
			t.Errorf("%q: error is %v", text, err)
		}
	}
	if _, err := Read(filepath.Join(dir, "none")); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Error(err)
	}
}

func TestMerge(t *testing.T) {
	parse := func(text string) analyzer.Config {
		c, err := Parse("test", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	file := parse("enable: [hottag, txerr]\ndisable: [keyscmd, lockttl]\noptions: {loopcmd: {min: 3, max: 9}}\n")
	for upper, want := range map[string]string{
		``:                        "default: ''\nenable: [hottag, txerr]\ndisable: [keyscmd, lockttl]\noptions: {loopcmd: {min: 3, max: 9}}",
		`{"enable": ["keyscmd"]}`: "enable: [hottag, txerr, keyscmd]\ndisable: [lockttl]\noptions: {loopcmd: {min: 3, max: 9}}",
		`{"disable": ["hottag"]}`: "enable: [txerr]\ndisable: [keyscmd, lockttl, hottag]\noptions: {loopcmd: {min: 3, max: 9}}",
		`{"default": "none"}`:     "default: none\noptions: {loopcmd: {min: 3, max: 9}}",
		`{"options": {"loopcmd": {"min": 5}, "txerr": {"x": true}}}`: "enable: [hottag, txerr]\ndisable: [keyscmd, lockttl]\noptions: {loopcmd: {min: 5, max: 9}, txerr: {x: true}}",
	} {
		if got := Merge(file, parse(upper)); fmt.Sprint(got) != fmt.Sprint(parse(want)) {
			t.Errorf("%s:\n%v, want\n%v", upper, got, parse(want))
		}
	}
	if n := file.Options["loopcmd"]["min"]; n != 3 {
		t.Errorf("the lower settings were changed: min is %v", n)
	}
}
