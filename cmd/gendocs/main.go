// Gendocs writes what is generated from the metadata of the checks: the pages under docs, the table in README.md, and the list of
// names that directives may use. It runs under go generate ./analyzer.
package main

import (
	"fmt"
	"os"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/cmd/internal/docs"
	"github.com/redisvet/redisvet/cmd/internal/registry"
)

func main() {
	root, err := registry.Root()
	if err == nil {
		err = docs.Write(root, analyzer.Checks())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(2)
	}
}
