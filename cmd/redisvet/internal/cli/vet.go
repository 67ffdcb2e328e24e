package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/load"
)

// addVet runs the standard checks through go vet itself: they need facts of every dependency, which go vet caches and a run of its
// own does not.
func (a *app) addVet(ctx context.Context, dir string, patterns []string, res *load.Result) error {
	args := []string{"vet", "-json"}
	if a.flags.tags != "" {
		args = append(args, "-tags="+a.flags.tags)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, patterns...)...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, runErr := cmd.Output()
	found, err := parseVet(dir, out, res)
	if err != nil {
		return err
	}
	if runErr != nil {
		var exit *exec.ExitError
		if !errors.As(runErr, &exit) {
			return runErr
		}
		res.Errors = append(res.Errors, "go vet: "+strings.TrimSpace(stderr.String()))
	}
	for _, f := range found {
		if a.flags.tests || !strings.HasSuffix(f.Pos.Filename, "_test.go") {
			res.Findings = append(res.Findings, f)
		}
	}
	res.Findings = finding.Sort(res.Findings)
	return nil
}

// vetDiagnostic is a finding in the JSON of go vet.
type vetDiagnostic struct {
	Category string `json:"category"`
	Posn     string `json:"posn"`
	End      string `json:"end"`
	Message  string `json:"message"`
}

// parseVet reads the stream of objects that go vet -json prints, one for every unit.
func parseVet(dir string, out []byte, res *load.Result) ([]finding.Finding, error) {
	var found []finding.Finding
	dec := json.NewDecoder(bytes.NewReader(stripComments(out)))
	for {
		var tree map[string]map[string]json.RawMessage
		if err := dec.Decode(&tree); errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, fmt.Errorf("go vet: %v", err)
		}
		for _, unit := range tree {
			for name, raw := range unit {
				var diags []vetDiagnostic
				if err := json.Unmarshal(raw, &diags); err != nil {
					res.Errors = append(res.Errors, fmt.Sprintf("go vet: %s: %s", name, raw))
					continue
				}
				for _, d := range diags {
					pos := position(dir, d.Posn)
					end := position(dir, d.End)
					if end.Line == 0 {
						end = pos
					}
					found = append(found, finding.Finding{
						Check: name, Category: d.Category, Message: d.Message, Pos: pos, End: end,
					})
				}
			}
		}
	}
}

// stripComments removes the "# package" lines that older versions of go print between the objects.
func stripComments(out []byte) []byte {
	return regexp.MustCompile(`(?m)^#.*\n`).ReplaceAll(out, nil)
}

// position parses file:line:column.
func position(dir, text string) token.Position {
	rest, col, _ := cutLast(text)
	file, line, ok := cutLast(rest)
	if !ok {
		return token.Position{}
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	return token.Position{Filename: file, Line: line, Column: col}
}

func cutLast(text string) (head string, n int, ok bool) {
	i := strings.LastIndexByte(text, ':')
	if i < 0 {
		return text, 0, false
	}
	n, err := strconv.Atoi(text[i+1:])
	return text[:i], n, err == nil
}
