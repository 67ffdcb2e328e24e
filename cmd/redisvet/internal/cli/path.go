package cli

import (
	"path/filepath"
	"strings"
)

// rel returns a file's name relative to a directory unless that makes it longer to climb than to say.
func rel(dir, file string) string {
	r, err := filepath.Rel(dir, file)
	if err != nil || strings.HasPrefix(r, filepath.Join("..", "..", "..")) {
		return file
	}
	return r
}

// relText shortens the directory's own path at the beginning of a line.
func relText(dir, text string) string {
	return strings.ReplaceAll(text, dir+string(filepath.Separator), "")
}
