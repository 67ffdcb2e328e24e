// Package errcompare declares the check errcompare: sentinels of the library compared in a way that cannot match.
package errcompare

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/fix"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

//go:embed testdata/example/bad.go
var bad string

//go:embed testdata/example/good.go
var good string

// The categories of findings.
const (
	Wrapped = "wrapped"       // == on an error that is wrapped
	Text    = "text"          // the text of the error is compared
	Version = "other-version" // the sentinel of another version of the library
	Plain   = "plain"         // == on an unwrapped error, with -errcompare.strict
)

// Analyzer is the check for drivers that look for this name, such as Bazel's nogo. New makes one whose options are its own.
var Analyzer = New().Analyzer

// New returns the check.
func New() *rule.Check {
	r := &runner{}
	c := rule.Declare(rule.Info{
		Name:   "errcompare",
		Family: "replies",
		Title:  "redis.Nil or TxFailedErr compared so that it cannot match",
		Text: `
` + "`err == redis.Nil`" + ` holds only for the very error that a command returned. Once a helper has put it into another error with
` + "`%w`" + `, or a hook wraps it, ` + "`==`" + ` is false and a miss looks like a failure, a lost race like an outage. ` + "`errors.Is`" + ` sees through.

A comparison with the text of an error breaks in the same way. And the sentinel of another version of the library
(` + "`github.com/go-redis/redis/v8`" + ` beside ` + "`github.com/redis/go-redis/v9`" + `) prints the same text and never matches, not even with ` + "`errors.Is`" + `.`,
		Silent: []string{
			"The error may also arrive unwrapped, or it is not known where it comes from.",
			"Plain == on an error that is certainly not wrapped: right today; -errcompare.strict reports it.",
			"Texts that no sentinel or helper of the library stands for (BUSYGROUP, NOGROUP).",
		},
		Bad: bad, Good: good,
		Harm:     "the comparison is false although the command found nothing",
		Patterns: []string{"N2", "N3", "N5", "W4"},
		Sources:  []string{"go-redis error.go", "go-redis internal/proto/reader.go: Nil", "https://pkg.go.dev/errors#Is"},
		Severity: rule.Warning,
		Default:  true,
		Since:    "v0.1.0",
		Options:  []rule.Option{{Name: "strict", Default: "false", Text: "report every == and != with redis.Nil or TxFailedErr, also on unwrapped errors"}},
	}, r.run)
	c.Analyzer.Flags.BoolVar(&r.strict, "strict", false, "report every == and != with redis.Nil or TxFailedErr, also on unwrapped errors")
	return c
}

type runner struct{ strict bool }

// finding collects what all activations of one comparison say: it is reported when all agree.
type finding struct {
	t        flow.ErrTest
	category string
	other    redisapi.Library // the library of the error, for Version
	mixed    bool
}

func (r *runner) run(pass *rule.Pass) error {
	found := map[token.Pos]*finding{}
	var order []token.Pos
	texts := map[token.Pos]bool{}
	for _, g := range pass.Flow.Graphs() {
		for _, t := range g.ErrTests() {
			if t.Sentinel != flow.Miss && t.Sentinel != flow.Conflict || !t.Pos.IsValid() {
				continue
			}
			category, lib := r.judge(g, t)
			f := found[t.Pos]
			if f == nil {
				f = &finding{t: t, category: category, other: lib}
				found[t.Pos] = f
				order = append(order, t.Pos)
			}
			f.mixed = f.mixed || f.category != category
		}
		for pos, o := range g.ErrorTexts() {
			if len(o.Ops) > 0 || o.Wrapped {
				texts[pos] = true
			}
		}
	}
	for _, pos := range order {
		if f := found[pos]; !f.mixed && f.category != "" {
			report(pass, f)
		}
	}
	r.texts(pass, texts)
	return nil
}

// judge tells what is wrong with a comparison, "" for nothing.
func (r *runner) judge(g *flow.Graph, t flow.ErrTest) (string, redisapi.Library) {
	o := g.ErrOriginOf(t.Err)
	if lib, ok := otherLibrary(o, t); ok {
		return Version, lib
	}
	if t.Is {
		return "", redisapi.Library{}
	}
	if wraps, plain := g.WrapsLibraryError(t.Err); wraps && !plain {
		return Wrapped, redisapi.Library{}
	}
	if r.strict {
		return Plain, redisapi.Library{}
	}
	return "", redisapi.Library{}
}

// otherLibrary reports an error that certainly comes from another version of the library than the sentinel.
func otherLibrary(o flow.ErrOrigin, t flow.ErrTest) (redisapi.Library, bool) {
	if !o.Complete || o.Param || o.Wrapped || len(o.Ops) == 0 || t.Lib.Path == "" {
		return redisapi.Library{}, false
	}
	for _, op := range o.Ops {
		if op.Lib.Path == t.Lib.Path {
			return redisapi.Library{}, false
		}
	}
	return o.Ops[0].Lib, true
}

func sentinelName(s flow.Sentinel) string {
	if s == flow.Conflict {
		return "TxFailedErr"
	}
	return "redis.Nil"
}

func report(pass *rule.Pass, f *finding) {
	node := pass.ComparisonAt(f.t.Pos)
	if node == nil {
		return
	}
	out := rule.Finding{Pos: node.Pos(), End: node.End(), Category: f.category}
	name := sentinelName(f.t.Sentinel)
	operator := "=="
	errText := "the error"
	if cmp, ok := node.(*ast.BinaryExpr); ok {
		operator = cmp.Op.String()
		e := cmp.X
		if tv, ok := pass.TypesInfo.Types[e]; ok && (tv.Value != nil || isSentinel(pass, e)) {
			e = cmp.Y
		}
		errText = rule.Expr(e)
		if f.category != Version {
			out.Fix = fix.ErrorsIs(pass.Pass, cmp, e)
		}
	} else if _, ok := pass.ParentOf(node).(*ast.CaseClause); ok {
		operator = "a case"
	} else if call, ok := node.(*ast.CallExpr); ok && f.category != Version {
		operator = rule.Expr(call.Fun)
	}
	switch f.category {
	case Version:
		out.Message = fmt.Sprintf("%s is an error of %s; it never matches %s of %s", errText, f.other.Path, name, f.t.Lib.Path)
	case Wrapped:
		out.Message = fmt.Sprintf("%s is wrapped, so %s never finds %s in it; use errors.Is", errText, operator, name)
	case Plain:
		out.Message = fmt.Sprintf("%s compared with %s %s misses wrapped errors; use errors.Is", errText, operator, name)
	}
	pass.ReportFinding(out)
}

func isSentinel(pass *rule.Pass, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	obj := pass.TypesInfo.Uses[sel.Sel]
	if obj == nil {
		return false
	}
	_, ok = redisapi.LibraryOf(obj.Pkg())
	return ok
}

// instead is what stands for an error text: a sentinel or a helper of v9.
var instead = []struct {
	text   string
	use    string
	always bool // the text is the library's alone; other texts count only on an error that a command returned
}{
	{"redis: nil", "errors.Is with redis.Nil", true},
	{"redis: transaction failed", "errors.Is with redis.TxFailedErr", true},
	{"CROSSSLOT", "errors.Is with redis.ErrCrossSlot or redis.HasErrorPrefix", false},
	{"MOVED", "redis.IsMovedError", false},
	{"LOADING", "redis.IsLoadingError", false},
	{"READONLY", "redis.IsReadOnlyError", false},
	{"CLUSTERDOWN", "redis.IsClusterDownError", false},
	{"NOSCRIPT", "redis.HasErrorPrefix", false},
}

// offers reports whether the version of the library that the package imports has the last function that a text names: the helpers are of v9.
func offers(pass *rule.Pass, use string) bool {
	name := use[strings.LastIndex(use, ".")+1:]
	for _, imp := range pass.Pkg.Imports() {
		if _, ok := redisapi.LibraryOf(imp); ok && imp.Scope().Lookup(name) != nil {
			return true
		}
	}
	return false
}

// texts reports comparisons of the text of an error: with ==, !=, strings.Contains, HasPrefix, HasSuffix or EqualFold.
func (r *runner) texts(pass *rule.Pass, ofLibrary map[token.Pos]bool) {
	if pass.Calls.Inspector == nil {
		return
	}
	pass.Calls.Inspector.Preorder([]ast.Node{(*ast.BinaryExpr)(nil), (*ast.CallExpr)(nil)}, func(n ast.Node) {
		var a, b ast.Expr
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op != token.EQL && n.Op != token.NEQ {
				return
			}
			a, b = n.X, n.Y
		case *ast.CallExpr:
			fn, ok := callee(pass, n)
			if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "strings" || len(n.Args) != 2 {
				return
			}
			switch fn.Name() {
			case "Contains", "HasPrefix", "HasSuffix", "EqualFold":
			default:
				return
			}
			a, b = n.Args[0], n.Args[1]
		}
		text, okText := constText(pass, b)
		e, call := errorCall(pass, a)
		if e == nil {
			text, okText = constText(pass, a)
			e, call = errorCall(pass, b)
		}
		if e == nil || !okText && !sentinelText(pass, a, b) {
			return
		}
		if !okText { // err.Error() == redis.Nil.Error()
			text = "redis: nil"
		}
		for _, in := range instead {
			if strings.HasPrefix(text, in.text) && (in.always || ofLibrary[call.Lparen] && offers(pass, in.use)) {
				f := rule.Finding{Pos: n.Pos(), End: n.End(), Category: Text,
					Message: fmt.Sprintf("text of %s is compared with %q; it differs once the error is wrapped, use %s", rule.Expr(e), text, in.use)}
				if cmp, ok := n.(*ast.BinaryExpr); ok && in.always && okText {
					f.Fix = sentinelFix(pass, cmp, e, text)
				}
				pass.ReportFinding(f)
				return
			}
		}
	})
}

// sentinelFix replaces the comparison of a text by errors.Is with the sentinel, where the file imports one library under a name.
func sentinelFix(pass *rule.Pass, cmp *ast.BinaryExpr, e ast.Expr, text string) *analysis.SuggestedFix {
	name := map[string]string{"redis: nil": "Nil", "redis: transaction failed": "TxFailedErr"}[text]
	file := fix.FileOf(pass.Pass, cmp.Pos())
	if name == "" || file == nil {
		return nil
	}
	var lib *types.PkgName // the one library that the file imports; with two it is not known whose error it is
	for _, spec := range file.Imports {
		pn := pass.TypesInfo.PkgNameOf(spec)
		if pn == nil {
			continue
		}
		if _, ok := redisapi.LibraryOf(pn.Imported()); ok {
			if lib != nil {
				return nil
			}
			lib = pn
		}
	}
	if lib == nil || lib.Name() == "_" || lib.Name() == "." {
		return nil
	}
	inner := pass.Pkg.Scope().Innermost(cmp.Pos())
	if inner == nil {
		return nil
	}
	if _, obj := inner.LookupParent(lib.Name(), cmp.Pos()); obj != types.Object(lib) {
		return nil // the name is shadowed
	}
	errorsName, edits := fix.Import(pass.Pass, cmp.Pos(), "errors")
	if errorsName == "" {
		return nil
	}
	not := ""
	if cmp.Op == token.NEQ {
		not = "!"
	}
	return &analysis.SuggestedFix{
		Message: "Replace the text with errors.Is",
		TextEdits: append(edits, analysis.TextEdit{Pos: cmp.Pos(), End: cmp.End(),
			NewText: fmt.Appendf(nil, "%s%s.Is(%s, %s.%s)", not, errorsName, types.ExprString(e), lib.Name(), name)}),
	}
}

func callee(pass *rule.Pass, c *ast.CallExpr) (*types.Func, bool) {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	fn, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	return fn, ok
}

func constText(pass *rule.Pass, e ast.Expr) (string, bool) {
	tv := pass.TypesInfo.Types[e]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(tv.Value), true
}

// errorCall returns the error whose Error method an expression calls.
func errorCall(pass *rule.Pass, e ast.Expr) (ast.Expr, *ast.CallExpr) {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(c.Args) != 0 {
		return nil, nil
	}
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Error" || isSentinel(pass, sel.X) {
		return nil, nil
	}
	t := pass.TypesInfo.TypeOf(sel.X)
	if t == nil || !types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
		return nil, nil
	}
	return sel.X, c
}

// sentinelText reports redis.Nil.Error() on one side.
func sentinelText(pass *rule.Pass, a, b ast.Expr) bool {
	for _, e := range []ast.Expr{a, b} {
		if c, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(c.Args) == 0 {
			if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Error" && isSentinel(pass, sel.X) {
				return true
			}
		}
	}
	return false
}
