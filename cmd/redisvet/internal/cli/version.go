package cli

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime"

	build "github.com/redisvet/redisvet/cmd/internal/version"
)

// printVersion prints the version; the full form is the identity that go vet keys its cache with.
func (a *app) printVersion(m mode) (int, error) {
	if m == "full" {
		files, err := a.validateConfig()
		if err != nil {
			return 0, err
		}
		exe, id, err := identity(files)
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
// That is the executable and the settings files.
func identity(files []string) (exe, id string, err error) {
	exe, err = os.Executable()
	if err != nil {
		return "", "", err
	}
	h := sha256.New()
	for _, name := range append([]string{exe}, files...) {
		f, err := os.Open(name)
		if err != nil {
			return "", "", err
		}
		sum := sha256.New()
		_, err = io.Copy(sum, f)
		f.Close()
		if err != nil {
			return "", "", err
		}
		fmt.Fprintf(h, "%x\n", sum.Sum(nil))
	}
	return exe, fmt.Sprintf("%x", h.Sum(nil)), nil
}

// version is the version of this program.
func version() string { return build.String() }
