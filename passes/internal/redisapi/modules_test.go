package redisapi_test

import (
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/redisvet/redisvet/passes/internal/redisapi"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

// TestVersionOfModules recognises the versions that the fixtures use.
func TestVersionOfModules(t *testing.T) {
	for _, c := range []struct{ module, path, real, want string }{
		{"src", "github.com/go-redis/redis", "v6.15.9+incompatible", "v6.15.9"},
		{"src", "github.com/go-redis/redis/v7", "v7.4.1", "v7.4.1"},
		{"src", "github.com/go-redis/redis/v8", "v8.11.5", "v8.11.5"},
		{"v905", "github.com/redis/go-redis/v9", "v9.0.5", "v9.0.0"},
		{"v910", "github.com/redis/go-redis/v9", "v9.10.0", "v9.3.0"},
		{"src", "github.com/redis/go-redis/v9", "v9.23.0", "v9.23.0"},
	} {
		pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedModule, Dir: vettest.Module(t, c.module)}, c.path)
		if err != nil || len(pkgs) != 1 || pkgs[0].Types == nil {
			t.Fatal(err, pkgs)
		}
		if got := redisapi.VersionOf(pkgs[0].Types).String(); pkgs[0].Module.Version != c.real || got != c.want {
			t.Errorf("%s %s is taken for %s; want %s for %s", c.path, pkgs[0].Module.Version, got, c.want, c.real)
		}
	}
}
