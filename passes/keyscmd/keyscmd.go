// Package keyscmd declares the check keyscmd: KEYS, FLUSHALL and FLUSHDB in a program.
package keyscmd

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/redisvet/redisvet/passes/internal/calls"
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
	var main *bool
	c := rule.Declare(rule.Info{
		Name:   "keyscmd",
		Family: "hazards",
		Title:  "KEYS, FLUSHALL or FLUSHDB outside of tests",
		Text: `
KEYS walks the whole keyspace in the one thread of the server, and every other client waits; SCAN does the same in small steps.
FLUSHALL and FLUSHDB delete every key, also those of other programs that share the server. Found are the methods, the words of
` + "`Do`" + ` and calls in constant Lua scripts.`,
		Silent: []string{
			"The file is a test, the package is made for tests, or the function has a *testing.T.",
			"The package is a command without a server in it: a tool for administrators (see the option main).",
			"The function is a method of the same name (Keys, KeysCtx): its callers are what matters.",
			"The client is a ClusterClient (the check clusterscan says more there).",
		},
		Bad: bad, Good: good,
		Harm:     "all clients wait while the server looks at every key; all data is gone",
		Patterns: []string{"H1", "H2"},
		Sources:  []string{"https://redis.io/docs/latest/commands/keys/", "https://redis.io/docs/latest/commands/flushall/"},
		Severity: rule.Warning,
		Default:  true,
		Since:    "v0.1.0",
		Options:  []rule.Option{{Name: "main", Default: "false", Text: "also report in commands (package main) without a server"}},
	}, func(pass *rule.Pass) error {
		return run(&check{Pass: pass}, *main)
	})
	main = c.Analyzer.Flags.Bool("main", false, "also report in commands (package main) without a server")
	return c
}

type check struct{ *rule.Pass }

func run(c *check, inMain bool) error {
	if forTests(c.Pkg.Name()) || c.Pkg.Name() == "main" && !inMain && !c.serves() {
		return nil
	}
	for _, call := range c.Calls.Calls {
		if name := c.commandOf(call); name != "" && !c.exempt(call.Expr.Pos(), call.Name()) {
			c.report(call, name)
		}
	}
	for _, v := range c.Calls.MethodValues {
		if name := dangerous(v.Fn.Name()); name != "" && v.Role != redisapi.RoleCmd && v.Role != redisapi.RoleCluster && !c.exempt(v.Expr.Pos(), v.Fn.Name()) {
			c.Report(v.Expr, message(name))
		}
	}
	c.scripts()
	return nil
}

func forTests(name string) bool {
	switch name {
	case "test", "tests", "testing", "testutil", "testutils", "testhelper", "testhelpers", "e2e", "integration":
		return true
	}
	return strings.HasSuffix(name, "_test")
}

// serves reports whether a command is a server: it imports a package that serves requests.
func (c *check) serves() bool {
	for _, imp := range c.Pkg.Imports() {
		switch p := imp.Path(); {
		case p == "net/http", p == "google.golang.org/grpc", strings.HasPrefix(p, "github.com/gofiber/fiber"):
			return true
		default:
			switch path.Base(strings.TrimRight(p, "/v0123456789")) {
			case "gin", "echo", "fiber", "chi", "fasthttp", "mux", "iris", "beego":
				return true
			}
		}
	}
	return false
}

// commandOf is the dangerous command that a call sends, or "".
func (c *check) commandOf(call *calls.Call) string {
	if call.Role == redisapi.RoleCluster {
		return ""
	}
	switch call.Kind {
	case calls.Command:
		return dangerous(call.Name())
	case calls.Do:
		if len(call.Args) == 0 {
			return ""
		}
		if s, ok := c.text(call.Args[0]); ok && isDangerous(s) {
			return strings.ToUpper(s)
		}
	}
	return ""
}

// dangerous is the command of a method, "" for one that may be used.
func dangerous(method string) string {
	switch method {
	case "Keys":
		return "KEYS"
	case "FlushAll", "FlushAllAsync":
		return "FLUSHALL"
	case "FlushDB", "FlushDBAsync":
		return "FLUSHDB"
	}
	return ""
}

func isDangerous(s string) bool {
	return slices.Contains([]string{"KEYS", "FLUSHALL", "FLUSHDB"}, strings.ToUpper(s))
}

func (c *check) text(e ast.Expr) (string, bool) {
	v := c.TypesInfo.Types[c.Values.Resolve(e)].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

// exempt reports a call in a test, or in a method of the same name, which is a wrapper.
func (c *check) exempt(at token.Pos, method string) bool {
	for _, f := range c.Files {
		if f.FileStart > at || at >= f.FileEnd {
			continue
		}
		if strings.HasSuffix(c.Fset.Position(f.FileStart).Filename, "_test.go") {
			return true
		}
		for _, imp := range f.Imports {
			if imp.Path.Value == `"testing"` {
				return true
			}
		}
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if ok && fd.Pos() <= at && at < fd.End() {
				return fd.Recv != nil && strings.HasPrefix(fd.Name.Name, method) // Keys, KeysCtx
			}
		}
	}
	return false
}

func (c *check) report(call *calls.Call, name string) {
	if name == "KEYS" {
		i := 0
		if call.Kind == calls.Do {
			i = 1
		}
		if i < len(call.Args) {
			if p, ok := c.text(call.Args[i]); ok && !strings.ContainsAny(p, `*?[\`) {
				c.Report(call.Expr, fmt.Sprintf("KEYS %s scans the whole keyspace for one key; use Exists", quote(p)))
				return
			}
		}
	}
	c.Report(call.Expr, message(name))
}

func message(name string) string {
	switch name {
	case "KEYS":
		return "KEYS scans the whole keyspace and blocks the server; use Scan"
	case "FLUSHDB":
		return "FLUSHDB deletes every key of the database, also those of other programs"
	}
	return name + " deletes every key of the server, also those of other programs"
}

func quote(s string) string {
	if len(s) > 40 {
		s = s[:37] + "..."
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
}

var inLua = regexp.MustCompile(`(?i)redis\.p?call\(\s*['"](KEYS|FLUSHALL|FLUSHDB)['"]`)

// scripts looks into constant Lua texts.
func (c *check) scripts() {
	for _, call := range c.Calls.Calls {
		var e ast.Expr
		switch {
		case call.Kind == calls.NewScript && len(call.Args) > 0:
			e = call.Args[0]
		case call.Kind == calls.Command && len(call.Args) > 0 && (call.Name() == "Eval" || call.Name() == "EvalRO" || call.Name() == "ScriptLoad"):
			e = call.Args[0]
		default:
			continue
		}
		s, ok := c.text(e)
		if !ok || c.exempt(call.Expr.Pos(), call.Name()) {
			continue
		}
		if m := inLua.FindStringSubmatch(s); m != nil {
			c.ReportFinding(rule.Finding{Pos: e.Pos(), End: e.End(), Message: luaMessage(strings.ToUpper(m[1]))})
		}
	}
}

func luaMessage(name string) string {
	if name == "KEYS" {
		return "the script calls KEYS, which scans the whole keyspace and blocks the server"
	}
	return "the script calls " + name + ", which deletes every key, also those of other programs"
}
