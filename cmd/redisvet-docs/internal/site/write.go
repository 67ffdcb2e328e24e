package site

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// manifest lists, in a directory that Write has filled, the files that are ours.
const manifest = ".redisvet-docs"

// Write writes the site to a directory, which it makes. It refuses one that holds anything else; in one that it has filled before, it
// removes what is no longer part of the site.
func Write(dir string, files map[string][]byte) error {
	if dir == "" {
		return errors.New("the name of the directory is empty")
	}
	old, err := ours(dir)
	if err != nil {
		return err
	}
	// Written first: what a failure leaves behind is known as ours.
	names := slices.Sorted(maps.Keys(files))
	all := slices.Clone(names)
	for _, name := range old {
		if _, ok := files[name]; !ok {
			all = append(all, name)
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if err := writeManifest(dir, all); err != nil {
		return err
	}
	for _, name := range names {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, files[name], 0o666); err != nil {
			return err
		}
	}
	for _, name := range all[len(names):] {
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return writeManifest(dir, names)
}

func writeManifest(dir string, names []string) error {
	return os.WriteFile(filepath.Join(dir, manifest), []byte(strings.Join(names, "\n")+"\n"), 0o666)
}

// ours returns the files in a directory that Write has put there; none for an empty or missing directory.
func ours(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case len(entries) == 0:
		return nil, nil
	}
	list, err := os.ReadFile(filepath.Join(dir, manifest))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not empty and not written by redisvet docs: name another directory", dir)
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, name := range strings.Fields(string(list)) {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, fmt.Errorf("%s names a file outside of it: %s", filepath.Join(dir, manifest), name)
		}
		names = append(names, name)
	}
	return names, nil
}

// Handler serves the files of a site.
func Handler(files map[string][]byte) http.Handler {
	types := map[string]string{".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json"}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
		if name == "" {
			name = "index.html"
		}
		data, ok := files[name]
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		case !ok:
			http.NotFound(w, r)
		default:
			w.Header().Set("Content-Type", types[path.Ext(name)])
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src data:")
			w.Write(data)
		}
	})
}
