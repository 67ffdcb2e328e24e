package main

import (
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	const linter, checks, plugin = "github.com/golangci/golangci-lint/v2", "github.com/redisvet/redisvet", "github.com/redisvet/redisvet/analyzer/golangci"
	release := func(path, version string) *debug.Module {
		return &debug.Module{Path: path, Version: version, Sum: "h1:x"}
	}
	checkout := &debug.Module{Path: checks, Version: "v0.1.0"}
	replaced := &debug.Module{Path: plugin, Version: "v0.1.0", Replace: &debug.Module{Path: "/elsewhere"}}
	for _, tt := range []struct {
		want string
		deps []*debug.Module
	}{
		{"2.15.0-redisvet-v0.1.0", []*debug.Module{release(linter, "v2.15.0"), release(checks, "v0.1.0"), release(plugin, "v0.1.0")}},
		{devel, []*debug.Module{release(linter, "v2.15.0"), checkout, release(plugin, "v0.1.0")}},
		{devel, []*debug.Module{release(linter, "v2.15.0"), release(checks, "v0.1.0"), replaced}},
		{devel, nil},
	} {
		if got := version(&debug.BuildInfo{Deps: tt.deps}); got != tt.want {
			t.Errorf("version is %s, want %s", got, tt.want)
		}
	}
}
