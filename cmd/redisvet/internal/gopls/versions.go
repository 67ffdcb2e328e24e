package gopls

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// known are the versions of gopls that redisvet has been built into and tested with, the newest last. Each needs the version of
// golang.org/x/tools that its own go.mod names, which the build keeps; that of v0.21.1 is too old for the checks.
var known = []string{"v0.22.0", "v0.23.0"}

// Latest is the version that is built unless another one is asked for.
func Latest() string { return known[len(known)-1] }

// resolve returns the version to build. A version that is not known is refused, unless it is newer than all known ones and the
// user wants to try.
func resolve(version string, untested bool) (string, error) {
	version = cmp.Or(version, Latest())
	if v := "v" + version; semver.IsValid(v) { // without the v
		version = v
	}
	switch {
	case slices.Contains(known, version):
		return version, nil
	case !semver.IsValid(version):
		return "", fmt.Errorf("%q is no version of gopls; known are %s", version, strings.Join(known, ", "))
	case semver.Compare(version, Latest()) < 0:
		return "", fmt.Errorf("gopls %s is not supported; known are %s", version, strings.Join(known, ", "))
	case !untested:
		return "", fmt.Errorf("gopls %s is not known to this redisvet; known are %s, and -untested tries a newer one", version, strings.Join(known, ", "))
	}
	return version, nil
}
