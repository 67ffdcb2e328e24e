package version

import (
	"runtime/debug"
	"testing"
)

func TestFromBuild(t *testing.T) {
	setting := func(pairs ...string) (out []debug.BuildSetting) {
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return out
	}
	for _, c := range []struct {
		main     string
		settings []debug.BuildSetting
		want     string
	}{
		{"v1.2.3", nil, "v1.2.3"}, // go install module@version, or a checkout of a tag
		{"v0.0.0-20261130150000-0123456789ab+dirty", setting("vcs.revision", "0123456789abcdef"), "v0.0.0-20261130150000-0123456789ab+dirty"},
		{"", nil, "(devel)"},
		{"(devel)", nil, "(devel)"}, // -buildvcs=false
		{"(devel)", setting("vcs.revision", "0123456789abcdef", "vcs.modified", "false"), "(devel) 0123456789ab"},
		{"(devel)", setting("vcs.revision", "0123", "vcs.modified", "true"), "(devel) 0123+dirty"},
	} {
		got := fromBuild(&debug.BuildInfo{Main: debug.Module{Version: c.main}, Settings: c.settings})
		if got != c.want {
			t.Errorf("%q %v: %q, want %q", c.main, c.settings, got, c.want)
		}
	}
}
