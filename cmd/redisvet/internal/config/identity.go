package config

import (
	"os"
	"path/filepath"

	"golang.org/x/mod/modfile"
)

// Files returns every file whose content may decide findings of a go vet run in a directory: the one that holds there, and in a
// workspace those of all its modules. go vet keys its cache with them.
func Files(dir, env string) []string {
	if env != "" {
		return []string{env}
	}
	var names []string
	add := func(d string) {
		if name, err := Find(d); err == nil && name != "" {
			names = append(names, name)
		}
	}
	add(dir)
	work := workFile(dir)
	if work == "" {
		return names
	}
	data, err := os.ReadFile(work)
	if err != nil {
		return names
	}
	f, err := modfile.ParseWork(work, data, nil)
	if err != nil {
		return names
	}
	for _, use := range f.Use {
		d := use.Path
		if !filepath.IsAbs(d) {
			d = filepath.Join(filepath.Dir(work), d)
		}
		add(d)
	}
	return names
}

// workFile returns the go.work file above a directory, or "".
func workFile(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	for {
		if name := filepath.Join(dir, "go.work"); isFile(name) {
			return name
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
