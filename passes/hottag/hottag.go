// Package hottag declares the check hottag: one constant hash tag for keys that differ.
package hottag

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/redisvet/redisvet/passes/internal/keys"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	return rule.Declare(rule.Info{
		Name:   "hottag",
		Family: "cluster",
		Title:  "one constant hash tag for every key",
		Text: `
Only the hash tag of a key decides its slot. When every key of a kind carries the same constant tag, all of them lie in one slot, on one
node: the cluster works like a single server, with the memory and the load of one. Put into the braces what belongs together, such as the
id of an order, and nothing else.`,
		Silent: []string{"The tag holds something that varies.", "A small group that must stay together for its transactions; suppress it with the reason."},
		Bad:    bad, Good: good,
		Harm:     "all keys lie in one slot of the cluster",
		Patterns: []string{"C6"},
		Sources:  []string{"https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/", "go-redis internal/hashtag/hashtag.go: Key"},
		Severity: rule.Note,
		Default:  false,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	seen := map[string]bool{}
	for _, g := range pass.Flow.Graphs() {
		for _, op := range g.Ops {
			if !op.IsCommand() || op.Effect != nil || op.ClientRole() != redisapi.RoleCluster {
				continue
			}
			uses, _ := op.Keys()
			for _, u := range uses {
				tag := constantTag(u.Key)
				if form := u.Key.String(); tag != "" && !seen[form] {
					seen[form] = true
					pass.ReportOp(op, "", fmt.Sprintf("every key %s has the hash tag {%s}; all of them lie in one slot, on one node", form, tag))
				}
			}
		}
	}
	return nil
}

// constantTag is the tag of a key whose varying parts all stand outside of it, "" for other keys.
func constantTag(k keys.Key) string {
	varies, tag := false, ""
	for _, p := range k.Parts {
		if p.Sym != "" {
			varies = true
			continue
		}
		if tag != "" {
			continue
		}
		if i := strings.IndexByte(p.Lit, '{'); i >= 0 {
			j := strings.IndexByte(p.Lit[i:], '}')
			if j <= 1 {
				return ""
			}
			tag = p.Lit[i+1 : i+j]
		} else if p.Sym != "" && p.Class == keys.Any {
			return ""
		}
	}
	if !varies {
		return ""
	}
	return tag
}
