package analyzer

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes"
)

func sample() []*passes.Check {
	make := func(name string, def bool) *passes.Check {
		c := &passes.Check{Info: passes.Info{Name: name, Default: def}, Analyzer: &analysis.Analyzer{Name: name}}
		c.Analyzer.Flags.Bool("strict", false, "")
		c.Analyzer.Flags.Int("limit", 0, "")
		return c
	}
	return []*passes.Check{make("crossslot", true), make("hottag", false), make("txretry", true)}
}

func TestConfigSelects(t *testing.T) {
	for _, tt := range []struct {
		cfg  Config
		want string
	}{
		{Config{}, "crossslot txretry"},
		{Config{Default: "standard", Enable: []string{"hottag"}}, "crossslot hottag txretry"},
		{Config{Default: "all", Disable: []string{"txretry"}}, "crossslot hottag"},
		{Config{Default: "none", Enable: []string{"txretry"}}, "txretry"},
		{Config{Enable: []string{"hottag"}, Disable: []string{"hottag"}}, "crossslot txretry"},
	} {
		cs, err := tt.cfg.Apply(sample())
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range cs {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%+v selects %q, want %q", tt.cfg, got, tt.want)
		}
	}
}

func TestConfigSetsOptions(t *testing.T) {
	checks := sample()
	cfg := Config{Options: map[string]map[string]any{"crossslot": {"strict": true, "limit": 1e6}}} // a number out of JSON
	if _, err := cfg.Apply(checks); err != nil {
		t.Fatal(err)
	}
	if got := checks[0].Analyzer.Flags.Lookup("strict").Value.String(); got != "true" {
		t.Errorf("crossslot.strict is %s", got)
	}
	if got := checks[0].Analyzer.Flags.Lookup("limit").Value.String(); got != "1000000" {
		t.Errorf("crossslot.limit is %s", got)
	}
}

func TestConfigRefuses(t *testing.T) {
	for _, tt := range []struct {
		cfg  Config
		want string
	}{
		{Config{Enable: []string{"crosslot"}}, `enable: unknown check "crosslot" (did you mean "crossslot"?)`},
		{Config{Disable: []string{"xyzzy"}}, `disable: unknown check "xyzzy"`},
		{Config{Default: "some"}, `default: unknown value "some"; want standard, all or none`},
		{Config{Options: map[string]map[string]any{"nope": nil}}, `options: unknown check "nope"`},
		{Config{Options: map[string]map[string]any{"txretry": {"lax": 1}}}, `options: check txretry has no option "lax"`},
		{Config{Options: map[string]map[string]any{"txretry": {"strict": "maybe"}}}, `options: txretry.strict: wrong value maybe: parse error`},
		{Config{Options: map[string]map[string]any{"txretry": {"strict": []any{1}}}}, `options: txretry.strict: want one value, not []interface {}`},
	} {
		_, err := tt.cfg.Apply(sample())
		if err == nil || err.Error() != tt.want {
			t.Errorf("%+v: error %v, want %s", tt.cfg, err, tt.want)
		}
	}
}
