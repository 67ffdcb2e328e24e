// Package subready declares the check subready: messages published before the subscription to their channel is there.
package subready

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/keys"
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
		Name:   "subready",
		Family: "resources",
		Title:  "Publish right after Subscribe without waiting",
		Text: `
` + "`Subscribe`" + ` writes the command and does not wait for the answer; it does not even report that the connection failed. A ` + "`Publish`" + `
goes through another connection and can be faster: the message reaches nobody, and whoever waits for it waits for ever.
` + "`Receive`" + ` on the PubSub waits for the confirmation.`,
		Silent: []string{
			"Something is received from the PubSub in between, or the function waits: a channel, a WaitGroup, a sleep.",
			"The channels are different, or it is not known that they are the same.",
			"The PubSub was handed to code that is not seen.",
		},
		Bad: bad, Good: good,
		Harm:     "a message published at once is lost",
		Patterns: []string{"X7"},
		Sources:  []string{"go-redis redis.go: (*Client).Subscribe", "go-redis pubsub.go: (*PubSub).Receive", "https://redis.io/docs/latest/develop/pubsub/"},
		Severity: rule.Warning,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	for _, g := range pass.Flow.Graphs() {
		for _, r := range g.Resources(calls.Subscribe) {
			if r.Op.Effect != nil { // a function of another package may have waited already
				continue
			}
			for _, op := range g.Ops {
				if (op.Name() == "Publish" || op.Name() == "SPublish") && op.Kind == calls.Command && (op.Call != nil || op.Effect != nil && !op.May) {
					check(pass, g, r, op)
				}
			}
		}
	}
	return nil
}

func check(pass *rule.Pass, g *flow.Graph, r *flow.Resource, publish *flow.Op) {
	if g.EscapedBefore(r.Obj, publish.Node) || !slices.ContainsFunc(subscriptions(r), func(s *flow.Op) bool { return covers(g, s, publish) }) {
		return
	}
	uses := r.Uses()
	waited := func(n *flow.Node) bool {
		if n.Op != nil && slices.Contains(uses, n.Op) {
			return n.Op.Kind == calls.Close || strings.HasPrefix(n.Op.Name(), "Receive") || n.Op.Name() == "ChannelWithSubscriptions"
		}
		return n.CallsByName("Sleep", "Wait", "Done", "Eventually", "EventuallyWithT", "After", "WaitFor", "WaitUntil")
	}
	to := func(n *flow.Node) bool { return n == publish.Node }
	if g.Search(r.Op.Node, to, waited) == nil {
		return
	}
	from := r.Op.Pos()
	if r.Call != nil {
		from = r.Call.Pos()
	}
	for f := publish.Node.Frame; f != nil; f = f.Parent {
		if f != publish.Node.Frame && f != r.Op.Node.Frame && f != r.Owner {
			continue
		}
		start := from
		if f.Kind == flow.Async && f != r.Op.Node.Frame { // it may wait for a signal first
			start = 0
		}
		if g.Between(f, start, publish.Pos()) {
			return
		}
	}
	name := "the subscription"
	if r.Call != nil {
		if n, _ := pass.Assigned(r.Call); n != "" {
			name = "subscription " + n
		}
	}
	// In a method that only publishes, the defect is at its call beside the subscription.
	call := g.CallAt(g.Beside(publish.Node, r.Owner))
	if call == nil {
		return
	}
	pass.ReportFinding(rule.Finding{Pos: call.Pos(), End: call.End(),
		Message: fmt.Sprintf("%s may overtake %s, which is not confirmed yet; the message is lost", publish.Name(), name)})
}

// subscriptions are the operations that subscribe the PubSub to channels.
func subscriptions(r *flow.Resource) []*flow.Op {
	out := []*flow.Op{r.Op}
	for _, op := range r.Uses() {
		if strings.HasSuffix(op.Name(), "Subscribe") {
			out = append(out, op)
		}
	}
	return out
}

// covers reports whether a message is certainly published to a channel that an operation subscribes to.
func covers(g *flow.Graph, sub, publish *flow.Op) bool {
	channels, ok := g.Elems(sub.Arg(0))
	if !ok || (sub.Name() == "SSubscribe") != (publish.Name() == "SPublish") {
		return false
	}
	to := g.Key(publish.Arg(0))
	for _, c := range channels {
		k := g.Key(c)
		if keys.Same(k, to) {
			return true
		}
		pattern, isConst := k.Const()
		channel, known := to.Const()
		if sub.Name() == "PSubscribe" && isConst && known {
			if match, err := path.Match(strings.ReplaceAll(pattern, "/", ":"), strings.ReplaceAll(channel, "/", ":")); err == nil && match {
				return true
			}
		}
	}
	return false
}
