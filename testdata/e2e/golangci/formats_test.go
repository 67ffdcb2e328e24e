package golangci

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestJSON looks at what a finding carries in golangci-lint's JSON.
func TestJSON(t *testing.T) {
	dir := program(t, map[string]string{"app.go": `package app

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func Keep(ctx context.Context, rdb *redis.Client, ttl time.Duration) error {
	return rdb.Expire(ctx, "k", ttl*time.Second).Err()
}

func Greet(ctx context.Context, rdb *redis.Client) (string, error) {
	v, err := rdb.Get(ctx, "k").Result()
	if err.Error() == "redis: nil" {
		return "", nil
	}
	return v, err
}
`})
	r := lint(t, dir, ".")
	fixes := 0
	for _, issue := range r.report.Issues {
		if issue.FromLinter != "redisvet" || issue.Pos.Filename != "app.go" || issue.Pos.Line == 0 || issue.Pos.Column == 0 {
			t.Errorf("%+v", issue)
		}
		for _, f := range issue.SuggestedFixes {
			if f.Message != "" && len(f.TextEdits) > 0 {
				fixes++
			}
		}
	}
	if len(r.report.Issues) == 0 || fixes == 0 {
		t.Errorf("%d issues, %d fixes: %v", len(r.report.Issues), fixes, r.findings())
	}
}

// TestSARIF reads golangci-lint's SARIF of the example program.
func TestSARIF(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out.sarif")
	dir := filepath.Join(root, "testdata", "example", "wrong")
	want := lint(t, dir, append(inPlace(t, ""), "--output.sarif.path="+name)...).findings()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var log struct {
		Version string
		Runs    []struct {
			Tool    struct{ Driver struct{ Name string } }
			Results []struct {
				RuleID    string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(data, &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 || log.Runs[0].Tool.Driver.Name != "golangci-lint" {
		t.Fatalf("version %s, %d runs:\n%s", log.Version, len(log.Runs), data)
	}
	var got []string
	for _, r := range log.Runs[0].Results {
		if r.RuleID != "redisvet" || len(r.Locations) != 1 {
			t.Errorf("%+v", r)
			continue
		}
		at := r.Locations[0].PhysicalLocation
		check, message, _ := strings.Cut(r.Message.Text, ": ")
		got = append(got, fmt.Sprintf("%s:%d:%d: %s (%s)", at.ArtifactLocation.URI, at.Region.StartLine, at.Region.StartColumn, message, check))
	}
	slices.Sort(got)
	compare(t, got, want)
}
