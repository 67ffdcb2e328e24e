// Newcheck makes the files of a new check and enters it in the registry:
//
//	go run ./cmd/newcheck NAME
//
// With -registry it only writes the registry, as go generate ./analyzer does.
package main

import (
	"bytes"
	"embed"
	"errors"
	"flag"
	"fmt"
	"go/format"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/redisvet/redisvet/cmd/internal/registry"
)

//go:embed scaffold
var scaffold embed.FS

func main() {
	onlyRegistry := flag.Bool("registry", false, "only write the registry")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: go run ./cmd/newcheck NAME")
		flag.PrintDefaults()
	}
	flag.Parse()
	if err := run(*onlyRegistry, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "newcheck:", err)
		os.Exit(2)
	}
}

func run(onlyRegistry bool, args []string) error {
	root, err := registry.Root()
	if err != nil {
		return err
	}
	if !onlyRegistry {
		if len(args) != 1 {
			return errors.New("want one name of a check")
		}
		made, err := create(root, args[0])
		if err != nil {
			return err
		}
		for _, name := range made {
			fmt.Println(name)
		}
	}
	return registry.Write(root)
}

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9]{2,19}$`)

// create writes the files of a check that are not there yet and returns their names.
func create(root, name string) ([]string, error) {
	if !nameForm.MatchString(name) || token.IsKeyword(name) {
		return nil, fmt.Errorf("%q is no name of a check: it is a lower-case Go identifier of 3 to 20 letters, the thing and then the defect", name)
	}
	if _, err := os.Stat(filepath.Join(root, "passes", name, name+".go")); err == nil {
		return nil, fmt.Errorf("passes/%s has a check", name)
	}
	var made []string
	err := fs.WalkDir(scaffold, "scaffold", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := scaffold.ReadFile(path)
		if err != nil {
			return err
		}
		tmpl, err := template.New(path).Parse(string(text))
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := tmpl.Execute(&b, name); err != nil {
			return err
		}
		src, err := format.Source(b.Bytes()) // the order of the imports depends on the name
		if err != nil {
			return err
		}
		target := strings.TrimSuffix(strings.TrimPrefix(path, "scaffold/"), ".tmpl")
		target = strings.ReplaceAll(target, "NAME", name)
		path = filepath.Join(root, filepath.FromSlash(target))
		if _, err := os.Stat(path); err == nil {
			return nil // an example can come before its check
		}
		made = append(made, target)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		return os.WriteFile(path, src, 0o666)
	})
	return made, err
}
