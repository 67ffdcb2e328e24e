// Package config finds and reads redisvet.yaml, the settings that hold for every run of redisvet in a module.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/redisvet/redisvet/analyzer"
)

const (
	// Name is the name of the file.
	Name = "redisvet.yaml"
	// Env is the environment variable that names another file, for go vet, which cannot pass the -config flag on.
	Env = "REDISVET_CONFIG"
)

// Read reads a file. An unknown key is an error. The schema in docs/redisvet.schema.json describes the file.
func Read(name string) (analyzer.Config, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return analyzer.Config{}, fmt.Errorf("config %s does not exist", name)
	}
	if err != nil {
		return analyzer.Config{}, err
	}
	return Parse(name, data)
}

// Parse reads settings in YAML, of which JSON is a part; name is where they come from.
func Parse(name string, data []byte) (analyzer.Config, error) {
	var c analyzer.Config
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&c); err != nil && !errors.Is(err, io.EOF) { // an empty file is fine
		return analyzer.Config{}, fmt.Errorf("%s: %s", name, plain(err))
	}
	if err := dec.Decode(&c); !errors.Is(err, io.EOF) {
		return analyzer.Config{}, fmt.Errorf("%s: want one YAML document", name)
	}
	return c, nil
}

// Merge lays settings over others. What the upper ones enable is enabled whatever the lower ones say, and the other way round; where
// the upper ones say what runs by default, the selection of the lower ones is void. Options hold one by one.
func Merge(lower, upper analyzer.Config) analyzer.Config {
	out := analyzer.Config{Default: upper.Default, Enable: upper.Enable, Disable: upper.Disable, Options: make(map[string]map[string]any)}
	if upper.Default == "" {
		without := func(names, drop []string) []string {
			return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(drop, n) })
		}
		out.Default = lower.Default
		out.Enable = append(without(lower.Enable, upper.Disable), upper.Enable...)
		out.Disable = append(without(lower.Disable, upper.Enable), upper.Disable...)
	}
	for _, c := range []analyzer.Config{lower, upper} {
		for check, options := range c.Options {
			if out.Options[check] == nil {
				out.Options[check] = make(map[string]any)
			}
			maps.Copy(out.Options[check], options)
		}
	}
	return out
}

// plain makes one line of an error of the YAML library and removes the names of our types.
func plain(err error) string {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	msg = strings.TrimPrefix(msg, "unmarshal errors:\n  ")
	msg = strings.ReplaceAll(msg, "\n  ", "; ")
	return strings.NewReplacer("field ", "unknown key ", " not found in type analyzer.Config", "").Replace(msg)
}

// Find returns the file that holds for a directory: redisvet.yaml beside the go.mod of its module, else beside the go.work of its
// workspace; "" if there is none. A file in another directory of the module would hold for some packages under go vet and for
// others in a run of its own, so it is an error.
func Find(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	stray, module := "", false
	for {
		name := filepath.Join(dir, Name)
		here := isFile(name)
		switch {
		case !module && isFile(filepath.Join(dir, "go.mod")):
			if here {
				return name, nil
			}
			if stray != "" {
				return "", fmt.Errorf("%s is not at the root of its module: move it to %s, or name it with -config", stray, dir)
			}
			module = true
		case here && isFile(filepath.Join(dir, "go.work")):
			return name, nil
		case here && !module && stray == "":
			stray = name
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", nil
		}
		dir = parent
	}
}

func isFile(name string) bool {
	fi, err := os.Stat(name)
	return err == nil && fi.Mode().IsRegular()
}
