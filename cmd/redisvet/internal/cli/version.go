package cli

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
)

// printVersion prints the version; the full form is the identity that go vet keys its cache with.
func (a *app) printVersion(m mode) (int, error) {
	if m == "full" {
		exe, id, err := identity()
		if err != nil {
			return 0, err
		}
		_, err = fmt.Fprintf(a.Out, "%s version devel redisvet buildID=%s\n", exe, id)
		return exitClean, err
	}
	_, err := fmt.Fprintf(a.Out, "redisvet %s (%s, %s/%s)\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitClean, err
}

// identity returns the executable's name and a hash of everything that decides its findings and is no flag.
func identity() (exe, id string, err error) {
	exe, err = os.Executable()
	if err != nil {
		return "", "", err
	}
	f, err := os.Open(exe)
	if err != nil {
		return "", "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", "", err
	}
	return exe, fmt.Sprintf("%x", h.Sum(nil)), nil
}

// version returns the module version from the build info, with the revision for a build from a checkout.
func version() string {
	bi, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
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
