// Package optionzero declares the check optionzero: client options whose zero means something else.
package optionzero

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/constant"

	"github.com/redisvet/redisvet/passes/internal/rule"
	"github.com/redisvet/redisvet/passes/internal/values"
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
		Name:   "optionzero",
		Family: "arguments",
		Title:  "client option whose zero means something else",
		Text: `
An option that is 0 gets its default, also when 0 is written out: ` + "`MaxRetries: 0`" + ` retries three times, ` + "`ReadTimeout: 0`" + ` waits some
seconds, ` + "`ConnMaxIdleTime: 0`" + ` closes idle connections after half an hour. To switch these off the value is -1.
A negative ` + "`DialTimeout`" + `, on the other hand, makes every attempt to connect time out at once.

(` + "`ClusterOptions.MaxRetries: 0`" + ` does mean none, as did 0 before v8: there this check is silent.)`,
		Silent: []string{
			"The field is left out, or its value is not known to be zero.",
			"Zero means zero: ClusterOptions.MaxRetries, MaxRetries before v8, PoolSize, MinIdleConns, ConnMaxLifetime, DB.",
		},
		Bad: bad, Good: good,
		Harm:     "commands are retried three times although retries were turned off",
		Patterns: []string{"V11"},
		Sources:  []string{"go-redis options.go: Options.init", "go-redis osscluster.go: ClusterOptions.init", "go-redis ring.go: RingOptions.init"},
		Severity: rule.Warning,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	c := &check{pass}
	for _, u := range pass.Values.Uses() {
		if u.IsField() && isOptions(u.Owner) {
			c.field(u, u.Exprs[0])
		}
	}
	return nil
}

type check struct{ *rule.Pass }

func isOptions(owner string) bool {
	switch owner {
	case "Options", "ClusterOptions", "RingOptions", "UniversalOptions", "FailoverOptions", "SentinelOptions":
		return true
	}
	return false
}

// zeros says what zero means, by field.
var zeros = map[string]string{
	"MaxRetries":         "3 retries; -1 turns them off",
	"MaxRedirects":       "the default number of redirects; -1 turns them off",
	"ReadTimeout":        "the default time-out; -1 waits without one",
	"WriteTimeout":       "the default time-out; -1 waits without one",
	"MinRetryBackoff":    "the default; -1 turns the back-off off",
	"MaxRetryBackoff":    "the default; -1 turns the back-off off",
	"ConnMaxIdleTime":    "the default of 30 minutes; -1 keeps idle connections",
	"IdleTimeout":        "the default of 5 minutes; -1 keeps idle connections",
	"IdleCheckFrequency": "the default of a minute; -1 turns the check off",
	"DialTimeout":        "the default of 5 seconds, not none",
	"PoolTimeout":        "the default, which follows ReadTimeout, not none",
}

func (c *check) field(u values.Use, e ast.Expr) {
	v, ok := c.constant(e)
	if !ok {
		return
	}
	switch {
	case v == 0:
		meaning := zeros[u.Name]
		if meaning == "" || u.Name == "MaxRetries" && (u.Version.MaxRetriesZeroMeansNone() || u.Owner == "ClusterOptions") {
			return
		}
		c.Report(e, fmt.Sprintf("%s 0 of %s means %s", u.Name, u.Of(), meaning))
	case v < 0 && u.Name == "DialTimeout":
		c.Report(e, fmt.Sprintf("DialTimeout %s of %s is negative; every attempt to connect times out at once", values.Text(e), u.Of()))
	}
}

// constant is the value of a constant expression, or of a variable that is assigned one once.
func (c *check) constant(e ast.Expr) (int64, bool) {
	v := c.TypesInfo.Types[c.Values.Resolve(e)].Value
	if v == nil || v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}
