// Package hooknext declares the check hooknext: hooks that swallow what they hook.
package hooknext

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

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
		Name:   "hooknext",
		Family: "hazards",
		Title:  "hook that does not call next",
		Text: `
A hook gets ` + "`next`" + ` and returns a function that has to call it. One that does not sends nothing: every command of the client reports success
and has its zero value. One that drops the error of ` + "`next`" + ` turns every failure into a success.

Off by default: mocks, caches and circuit breakers answer in place of the server on purpose.`,
		Silent: []string{
			"next is used in any way, and its result is, too.",
			"The hook sets the value or the error of the command, or returns an error of its own: it serves or refuses.",
			"The file is a test.",
		},
		Bad: bad, Good: good,
		Harm:     "a value is stored, says the client, and is not there",
		Patterns: []string{"T3"},
		Sources:  []string{"go-redis redis.go: Hook, hooksMixin"},
		Severity: rule.Error,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	pass.Calls.Inspector.Preorder([]ast.Node{(*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)}, func(n ast.Node) {
		if strings.HasSuffix(pass.Fset.Position(n.Pos()).Filename, "_test.go") {
			return
		}
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				check(pass, n.Type, n.Body, n.Name.Name)
			}
		case *ast.FuncLit:
			check(pass, n.Type, n.Body, "hook")
		}
	})
	return nil
}

// check judges a function from a hook function to one of the same type.
func check(pass *rule.Pass, ft *ast.FuncType, body *ast.BlockStmt, name string) {
	if len(ft.Params.List) != 1 || ft.Results == nil || len(ft.Results.List) != 1 || len(ft.Params.List[0].Names) > 1 {
		return
	}
	prm := ft.Params.List[0]
	t := pass.TypesInfo.TypeOf(prm.Type)
	if !isHook(t) || !types.Identical(t, pass.TypesInfo.TypeOf(ft.Results.List[0].Type)) {
		return
	}
	var next types.Object
	if len(prm.Names) == 1 {
		next = pass.TypesInfo.Defs[prm.Names[0]]
	}
	uses, dropped := 0, 0
	serves := false // sets values, or returns something other than nil
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if next != nil && pass.TypesInfo.Uses[n] == next {
				uses++
			}
		case *ast.ExprStmt:
			if c, ok := n.X.(*ast.CallExpr); ok && next != nil && isUse(pass, c.Fun, next) {
				dropped++
			}
		case *ast.SelectorExpr:
			switch n.Sel.Name {
			case "SetVal", "SetErr", "SetFirstKeyPos":
				serves = true
			}
		case *ast.TypeAssertExpr, *ast.TypeSwitchStmt:
			serves = true
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "panic" {
				serves = true
			}
		case *ast.ReturnStmt:
			for _, r := range n.Results {
				if _, lit := r.(*ast.FuncLit); lit {
					continue
				}
				if id, ok := r.(*ast.Ident); !ok || id.Name != "nil" {
					serves = true
				}
			}
		}
		return true
	})
	switch {
	case uses == 0 && !serves:
		pass.Report(prm, fmt.Sprintf("%s never calls next; no command reaches the server, and all report success", name))
	case uses > 0 && dropped == uses && !serves:
		pass.Report(prm, fmt.Sprintf("%s drops the error of next; commands that fail report success", name))
	}
}

func isUse(pass *rule.Pass, e ast.Expr, obj types.Object) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && pass.TypesInfo.Uses[id] == obj
}

func isHook(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	if _, lib := redisapi.LibraryOf(n.Obj().Pkg()); !lib {
		return false
	}
	switch n.Obj().Name() {
	case "ProcessHook", "ProcessPipelineHook", "DialHook":
		return true
	}
	return false
}
