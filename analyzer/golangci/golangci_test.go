package golangci

import (
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/analyzer"
)

// object is an object of a configuration file, as golangci-lint hands it over.
type object = map[string]any

// build makes the linter as golangci-lint does.
func build(t *testing.T, settings any) ([]*analysis.Analyzer, error) {
	t.Helper()
	construct, err := register.GetPlugin("redisvet")
	if err != nil {
		t.Fatal(err)
	}
	linter, err := construct(settings)
	if err != nil {
		return nil, err
	}
	if mode := linter.GetLoadMode(); mode != register.LoadModeTypesInfo {
		t.Errorf("load mode %q", mode)
	}
	return linter.BuildAnalyzers()
}

func names(analyzers []*analysis.Analyzer) []string {
	var out []string
	for _, a := range analyzers {
		out = append(out, a.Name)
	}
	return out
}

func TestSelection(t *testing.T) {
	standard, all := names(analyzer.Default()), names(analyzer.All())
	without := func(list []string, name string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(n string) bool { return n == name })
	}
	for _, tt := range []struct {
		name     string
		settings any
		want     []string
	}{
		{"none given", nil, standard},
		{"empty", object{}, standard},
		{"standard", object{"default": "standard"}, standard},
		{"all", object{"default": "all"}, all},
		{"only two", object{"default": "none", "enable": []any{"txretry", "queuedread"}}, []string{"queuedread", "txretry"}},
		{"all but one", object{"default": "all", "disable": []any{"keyscmd"}}, without(all, "keyscmd")},
		{"standard but one", object{"disable": []any{"keyscmd"}}, without(standard, "keyscmd")},
	} {
		analyzers, err := build(t, tt.settings)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		} else if got := names(analyzers); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestOptions(t *testing.T) {
	cluster := func(settings any) string {
		analyzers, err := build(t, settings)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(analyzers, func(a *analysis.Analyzer) bool { return a.Name == "crossslot" })
		return analyzers[i].Flags.Lookup("cluster").Value.String()
	}
	if got := cluster(object{"options": object{"crossslot": object{"cluster": true}}}); got != "true" {
		t.Errorf("crossslot.cluster is %s", got)
	}
	// Settings of one linter are not those of the next in the process.
	if got := cluster(nil); got != "false" {
		t.Errorf("crossslot.cluster is %s without settings", got)
	}
}

func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		settings any
		want     string
	}{
		{object{"enabled": []any{"txretry"}}, `unknown field "enabled"`},
		{object{"enable": []any{"txretyr"}}, `enable: unknown check "txretyr" (did you mean "txretry"?)`},
		{object{"disable": []any{"xyzzy"}}, `disable: unknown check "xyzzy"`},
		{object{"default": "some"}, `default: unknown value "some"; want standard, all or none`},
		{object{"options": object{"crosslot": object{"cluster": true}}}, `options: unknown check "crosslot" (did you mean "crossslot"?)`},
		{object{"options": object{"crossslot": object{"clusters": true}}}, `options: check crossslot has no option "clusters"`},
		{object{"options": object{"crossslot": object{"cluster": "perhaps"}}}, `options: crossslot.cluster: wrong value perhaps`},
		{object{"options": object{"crossslot": object{"cluster": []any{true}}}}, `options: crossslot.cluster: want one value`},
		{object{"options": object{"crossslot": true}}, `cannot unmarshal bool into options`},
		{object{"enable": "txretry"}, `cannot unmarshal string into enable`},
		{object{"default": true}, `cannot unmarshal bool into default`},
		{[]any{"txretry"}, `cannot unmarshal array into settings`},
		{object{"default": "none"}, `no check is enabled`},
	} {
		_, err := build(t, tt.settings)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: error %v, want %s", tt.settings, err, tt.want)
		} else if strings.ContainsAny(err.Error(), "\n") || strings.Contains(err.Error(), "Config") {
			t.Errorf("%v: error %v", tt.settings, err)
		}
	}
}

func TestRelatedPositionIsNoFinding(t *testing.T) {
	a := alone(&analysis.Analyzer{Run: func(pass *analysis.Pass) (any, error) {
		pass.Report(analysis.Diagnostic{Message: "lost", Related: []analysis.RelatedInformation{{Message: "here"}}})
		return nil, nil
	}})
	var got []analysis.Diagnostic
	pass := &analysis.Pass{Report: func(d analysis.Diagnostic) { got = append(got, d) }}
	if _, err := a.Run(pass); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].Message != "lost" || len(got[0].Related) != 0 {
		t.Errorf("reported %+v", got)
	}
}
