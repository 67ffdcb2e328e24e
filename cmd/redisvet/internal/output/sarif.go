package output

import (
	"crypto/sha256"
	"fmt"
	"go/token"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/baseline"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
)

// srcRoot is the name that stands for the root of the sources, wherever they are checked out.
const srcRoot = "%SRCROOT%"

// printSARIF prints SARIF 2.1.0. Every rule is declared in every report, so that an alert closes when its rule finds nothing.
// (The second version of the library is used on purpose: the third brings a schema validator, and with it net/http and
// a millisecond of start-up, into a command that go vet starts once for every package.)
func printSARIF(w io.Writer, r *Report) error {
	log, err := sarif.New(sarif.Version210)
	if err != nil {
		return err
	}
	run := sarif.NewRunWithInformationURI("redisvet", "https://github.com/redisvet/redisvet")
	run.Tool.Driver.WithVersion(r.Version)
	run.WithColumnKind("utf16CodeUnits")
	for _, c := range r.Checks {
		text := strings.TrimSpace(c.Text)
		if text == "" {
			text = c.Title
		}
		rule := run.AddRule(c.Name).
			WithShortDescription(sarif.NewMultiformatMessageString(c.Title)).
			WithFullDescription(sarif.NewMultiformatMessageString(text)).
			WithHelp(sarif.NewMarkdownMultiformatMessageString(text).WithText(text)).
			WithHelpURI(c.Analyzer.URL)
		rule.DefaultConfiguration = sarif.NewReportingConfiguration().WithLevel(sarifLevel(string(c.Severity))).WithEnabled(c.Default)
		rule.Properties = sarif.Properties{"tags": []string{c.Family}}
	}
	s := sarifWriter{r: r, src: make(sources)}
	keys := baseline.Keys(r.Root, r.Findings)
	for i, f := range r.Findings {
		res := run.CreateResultForRule(f.Check).
			WithLevel(sarifLevel(f.Severity)).
			WithMessage(sarif.NewTextMessage(f.Message))
		res.AddLocation(sarif.NewLocationWithPhysicalLocation(s.location(f.Pos, f.End)))
		for _, rel := range f.Related {
			loc := sarif.NewLocationWithPhysicalLocation(s.location(rel.Pos, rel.End))
			res.AddRelatedLocation(loc.WithMessage(sarif.NewTextMessage(rel.Message)))
		}
		for _, fix := range f.Fixes {
			res.AddFix(s.fix(fix))
		}
		res.WithPartialFingerPrints(map[string]any{"redisvet/v1": fingerprint(keys[i])})
	}
	inv := run.AddInvocation(len(r.Errors) == 0)
	for _, e := range r.Errors {
		inv.AddTToolExecutionNotification(sarif.NewNotification().WithLevel("error").WithTextMessage(e))
	}
	log.AddRun(run)
	return log.PrettyWrite(w)
}

// fingerprint tells findings apart, also when lines above them come or go.
func fingerprint(k baseline.Key) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%d", k.Check, k.File, k.Text, k.Occurrence))
	return fmt.Sprintf("%x", sum[:16])
}

// sarifLevel translates a severity.
func sarifLevel(severity string) string {
	if severity == "info" {
		return "note"
	}
	return severity
}

type sarifWriter struct {
	r   *Report
	src sources
}

// artifact names a file: relative to the root of the sources if it lies there.
func (s sarifWriter) artifact(file string) *sarif.ArtifactLocation {
	name := slashed(s.r.Root, file)
	if filepath.IsAbs(file) && name == filepath.ToSlash(file) {
		if !strings.HasPrefix(name, "/") { // a drive letter
			name = "/" + name
		}
		return sarif.NewArtifactLocation().WithUri((&url.URL{Scheme: "file", Path: name}).String())
	}
	return sarif.NewArtifactLocation().WithUri((&url.URL{Path: name}).EscapedPath()).WithUriBaseId(srcRoot)
}

func (s sarifWriter) location(pos, end token.Position) *sarif.PhysicalLocation {
	return sarif.NewPhysicalLocation().WithArtifactLocation(s.artifact(pos.Filename)).WithRegion(s.region(pos, end))
}

func (s sarifWriter) region(pos, end token.Position) *sarif.Region {
	return sarif.NewRegion().
		WithStartLine(pos.Line).WithStartColumn(s.column(pos)).
		WithEndLine(end.Line).WithEndColumn(s.column(end))
}

// column translates a column in bytes to one in UTF-16 code units.
func (s sarifWriter) column(pos token.Position) int {
	line := s.src.line(pos.Filename, pos.Line)
	return 1 + utf16Len(line[:min(max(pos.Column-1, 0), len(line))])
}

func utf16Len(text string) int {
	n := 0
	for _, c := range text {
		n++
		if c > 0xFFFF && c != utf8.RuneError {
			n++
		}
	}
	return n
}

func (s sarifWriter) fix(fix finding.Fix) *sarif.Fix {
	out := sarif.NewFix().WithDescriptionText(fix.Message)
	changes := make(map[string]*sarif.ArtifactChange)
	for _, e := range fix.Edits {
		c := changes[e.File]
		if c == nil {
			c = sarif.NewArtifactChange(s.artifact(e.File))
			changes[e.File] = c
			out.AddArtifactChanges(c)
		}
		rep := sarif.NewReplacement(s.region(e.Pos, e.Stop))
		text := e.New
		c.WithReplacement(rep.WithInsertedContent(&sarif.ArtifactContent{Text: &text}))
	}
	return out
}
