package passes_test

import (
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

// taken are the names of the analyzers of go vet and golang.org/x/tools; staticcheck's have a form of their own.
var taken = strings.Fields(`appends asmdecl assign atomic atomicalign bools buildssa buildtag cgocall composite composites copylock copylocks
ctrlflow deepequalerrors defer defers errorsas fieldalignment findcall framepointer gofix hostport httpmux httpresponse ifaceassert
inline inspect loopclosure lostcancel modernize nilfunc nilness pkgfact printf reflectvaluecompare scannererr shadow shift sigchanyzer slog
sortslice sqlrowserr stdmethods stdversion stringintconv structtag testinggoroutine tests timeformat typeindex unmarshal unreachable
unsafeptr unusedresult unusedwrite usesgenerics waitgroup`)

var staticcheckName = regexp.MustCompile(`^(sa|s|st|qf|u)[0-9]+$`)

// defaults says which checks are in the default set.
var defaults = map[bool][]string{
	true: strings.Fields(`queuedread pipeexec execerr nilmask nilfail nestedtx pipebypass pipecmd cmdassert pipeshare
		txretry txwrite txerr txclient txstale watchkeys txtwice txescape connstate
		lostupdate expirerace lockrelease lockttl getdel crossslot clusterscan shardfunc luascript
		nevernil errcompare cmdvalue replyassert ttlcompare duration blockforever encodable scandest argshape optionzero
		pubsubclose connclose clientlife itererr scanloop subready panicmethod keyscmd suppression`),
	false: strings.Fields(`pipegrowth hottag missignored writeignored loopcmd bigread retrywrite ctxtimeout hooknext ttlwipe blockingclient`),
}

var families = strings.Fields("pipelines transactions atomicity cluster replies arguments resources hazards directives")

func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range analyzer.Checks() {
		for _, name := range append([]string{c.Name}, c.Aliases...) {
			switch {
			case !token.IsIdentifier(name) || strings.ToLower(name) != name || strings.Contains(name, "_"):
				t.Errorf("%s: not a lower-case identifier", name)
			case seen[name]:
				t.Errorf("%s: two checks of this name", name)
			case slices.Contains(taken, name) || staticcheckName.MatchString(name):
				t.Errorf("%s: the name of a vet or staticcheck analyzer", name)
			case strings.HasPrefix(name, "redis"):
				t.Errorf("%s: the tool has the prefix already", name)
			}
			seen[name] = true
		}
		if c.Analyzer.Name != c.Name {
			t.Errorf("%s: its analyzer is called %s", c.Name, c.Analyzer.Name)
		}
	}
}

func TestDefaultSet(t *testing.T) {
	for _, c := range analyzer.Checks() {
		if c.Since == "Unreleased" && !c.Default {
			continue // a new check is born off
		}
		if !slices.Contains(defaults[c.Default], c.Name) {
			t.Errorf("%s: Default is %v, which the list of this test does not say", c.Name, c.Default)
		}
	}
}

func TestMetadata(t *testing.T) {
	for _, c := range analyzer.Checks() {
		t.Run(c.Name, func(t *testing.T) {
			if c.Title == "" || len(c.Title) > 60 || strings.HasSuffix(c.Title, ".") {
				t.Errorf("title %q: want one line of at most 60 characters without a period", c.Title)
			}
			if !slices.Contains(families, c.Family) {
				t.Errorf("family %q is none of %v", c.Family, families)
			}
			for field, text := range map[string]string{"Text": c.Text, "Bad": c.Bad, "Good": c.Good, "Harm": c.Harm, "Since": c.Since} {
				if strings.TrimSpace(text) == "" {
					t.Errorf("%s is empty", field)
				}
				if strings.Contains(text, "TODO") {
					t.Errorf("%s has a TODO", field)
				}
			}
			if len(c.Silent) == 0 {
				t.Error("Silent does not say when the check says nothing")
			}
			switch c.Severity {
			case rule.Error, rule.Warning, rule.Note:
			default:
				t.Errorf("severity %q", c.Severity)
			}
			for _, o := range c.Options {
				f := c.Analyzer.Flags.Lookup(o.Name)
				if f == nil {
					t.Errorf("option %s has no flag", o.Name)
				} else if f.DefValue != o.Default {
					t.Errorf("option %s: default %q in the metadata, %q of the flag", o.Name, o.Default, f.DefValue)
				}
				if o.Text == "" {
					t.Errorf("option %s has no text", o.Name)
				}
			}
		})
	}
}

// TestFresh proves that two sets of checks share nothing that can be configured.
func TestFresh(t *testing.T) {
	first := map[*analysis.Analyzer]bool{}
	for _, a := range analyzer.All() {
		first[a] = true
	}
	for _, a := range analyzer.All() {
		if first[a] {
			t.Errorf("%s: the same analyzer twice", a.Name)
		}
	}
	if err := analysis.Validate(analyzer.All()); err != nil {
		t.Error(err)
	}
}
