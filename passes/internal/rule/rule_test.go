package rule_test

import (
	"go/ast"
	"go/token"
	"testing"

	"github.com/redisvet/redisvet/passes/internal/rule"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

// probe reports every Echo. Echo of "twice" is reported twice; Echo of "panic" panics.
func probe() *rule.Check {
	return rule.Declare(rule.Info{
		Name:    "probe",
		Title:   "echo",
		Aliases: []string{"oldprobe"},
	}, func(pass *rule.Pass) error {
		for _, f := range pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				sel, ok := call.Fun.(*ast.SelectorExpr)
				if !ok || sel.Sel.Name != "Echo" {
					return true
				}
				switch arg, ok := call.Args[1].(*ast.BasicLit); {
				case ok && arg.Kind == token.STRING && arg.Value == `"panic"`:
					panic("as asked")
				case ok && arg.Kind == token.STRING && arg.Value == `"twice"`:
					pass.Report(call, "echo")
				}
				pass.Report(call, "echo")
				return true
			})
		}
		return nil
	})
}

func TestSuppression(t *testing.T) { vettest.Run(t, probe(), "suppress", "contained") }

func TestRemoveDirective(t *testing.T) { vettest.RunFix(t, probe(), "removed") }
