package gopls

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"golang.org/x/mod/modfile"
)

const (
	goplsModule    = "golang.org/x/tools/gopls"
	toolsModule    = "golang.org/x/tools"
	redisvetModule = "github.com/redisvet/redisvet"
)

// source says where the build takes redisvet's own module from: a version of it, or a directory for a development build.
type source struct {
	version string
	dir     string
}

// findSource finds the module that the running executable was built from. Only a released version can be fetched again; for a
// build from a checkout, the directory is the one given, else the one where the compiler saw this file.
func findSource(dir string) (source, error) {
	if dir != "" {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return source{}, err
		}
		if !isRedisvet(abs) {
			return source{}, fmt.Errorf("-redisvet %s: the directory does not hold the module %s", dir, redisvetModule)
		}
		return source{dir: abs}, nil
	}
	if s, ok := fromBuildInfo(debug.ReadBuildInfo()); ok {
		return s, nil
	}
	if _, file, _, ok := runtime.Caller(0); ok {
		root := filepath.Join(filepath.Dir(file), "..", "..", "..", "..")
		if isRedisvet(root) {
			return source{dir: root}, nil
		}
	}
	return source{}, errors.New("this redisvet is a development build whose source is not found; name its directory with -redisvet DIR")
}

// fromBuildInfo returns the released version or the local replacement that an executable was built from. A version without a
// checksum was derived from a checkout, and may exist nowhere else.
func fromBuildInfo(bi *debug.BuildInfo, ok bool) (source, bool) {
	if !ok {
		return source{}, false
	}
	for _, m := range append([]*debug.Module{&bi.Main}, bi.Deps...) {
		if m.Path != redisvetModule {
			continue
		}
		switch r := m.Replace; {
		case r != nil && filepath.IsAbs(r.Path) && isRedisvet(r.Path):
			return source{dir: r.Path}, true
		case r == nil && m.Sum != "":
			return source{version: m.Version}, true
		}
	}
	return source{}, false
}

func isRedisvet(dir string) bool {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && modfile.ModulePath(data) == redisvetModule
}
