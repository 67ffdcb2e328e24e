package gopls

import (
	"fmt"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// release is a version of gopls and the Go that it wants at least.
type release struct{ version, goVersion string }

// known are the versions of gopls that redisvet has been built into and tested with, the newest last. Each needs the version of
// golang.org/x/tools that its own go.mod names, which the build keeps; that of v0.21.1 is too old for the checks.
var known = []release{
	{"v0.22.0", "go1.26.0"},
	{"v0.23.0", "go1.26.0"},
	{"v0.24.0", "go1.27.0"},
}

func newest() string { return known[len(known)-1].version }

func names() string {
	var out []string
	for _, r := range known {
		out = append(out, r.version)
	}
	return strings.Join(out, ", ")
}

// resolve returns the version to build: the newest one for a version of Go unless the user asks for another. A version that is not
// known is refused, unless it is newer than all known ones and the user wants to try.
func resolve(want string, untested bool, goVersion string) (string, error) {
	if want == "" {
		for _, r := range slices.Backward(known) {
			if version.Compare(r.goVersion, goVersion) <= 0 {
				return r.version, nil
			}
		}
		return newest(), nil // a Go that is too old may fetch another one
	}
	if v := "v" + want; semver.IsValid(v) { // without the v
		want = v
	}
	switch {
	case slices.ContainsFunc(known, func(r release) bool { return r.version == want }):
		return want, nil
	case !semver.IsValid(want):
		return "", fmt.Errorf("%q is no version of gopls; known are %s", want, names())
	case semver.Compare(want, newest()) < 0:
		return "", fmt.Errorf("gopls %s is not supported; known are %s", want, names())
	case !untested:
		return "", fmt.Errorf("gopls %s is not known to this redisvet; known are %s, and -untested tries a newer one", want, names())
	}
	return want, nil
}
