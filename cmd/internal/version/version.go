// Package version says which version of redisvet a program is.
package version

import "runtime/debug"

// release is the version of a release, set by the linker (-X). Builds from an archive without version control can set it too.
var release string

// String returns the version of the release, or the module version from the build info, with the revision for a build from a checkout
// that Go has not given a version.
func String() string {
	if release != "" {
		return release
	}
	bi, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	return fromBuild(bi)
}

func fromBuild(bi *debug.BuildInfo) string {
	v := bi.Main.Version
	if v == "" {
		v = "(devel)"
	}
	if v != "(devel)" {
		return v
	}
	var rev, dirty string
	for _, s := range bi.Settings {
		switch s.Key {
		case "vcs.revision":
			rev = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				dirty = "+dirty"
			}
		}
	}
	if rev != "" {
		v += " " + rev + dirty
	}
	return v
}
