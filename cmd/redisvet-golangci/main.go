// Command redisvet-golangci is golangci-lint with redisvet among its linters: what "golangci-lint custom" builds, as a package that
// go install can fetch.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/redisvet/redisvet/analyzer/golangci"
)

func main() {
	if err := commands.Execute(buildInfo()); err != nil {
		fmt.Fprintf(os.Stderr, "The command is terminated due to an error: %v\n", err)
		os.Exit(exitcodes.Failure)
	}
}

func buildInfo() commands.BuildInfo {
	info := commands.BuildInfo{GoVersion: "unknown", Version: devel, Commit: "(unknown)", Date: "(unknown)"}
	if bi, ok := debug.ReadBuildInfo(); ok {
		info.GoVersion, info.Version = bi.GoVersion, version(bi)
	}
	return info
}

// devel as a version makes golangci-lint take a hash of the executable for it.
const devel = "(devel)"

// version names golangci-lint and redisvet. golangci-lint keys its cache with it, so each must be a release: of a module out of
// somebody's directory the version says nothing, and the cache would hide what has changed there.
func version(bi *debug.BuildInfo) string {
	versions := map[string]string{}
	for _, m := range bi.Deps {
		if m.Replace == nil && m.Sum != "" {
			versions[m.Path] = m.Version
		}
	}
	linter, checks := versions["github.com/golangci/golangci-lint/v2"], versions["github.com/redisvet/redisvet"]
	if linter == "" || checks == "" || versions["github.com/redisvet/redisvet/analyzer/golangci"] == "" {
		return devel
	}
	return linter[len("v"):] + "-redisvet-" + checks
}
