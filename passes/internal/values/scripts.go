package values

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// ScriptText is the fact of an exported package variable that holds one script: var Unlock = redis.NewScript(`...`).
type ScriptText struct{ Text string }

// AFact marks ScriptText as a fact.
func (*ScriptText) AFact() {}

func (*ScriptText) String() string { return "script" }

// LuaText is the Lua text that an expression is: a constant, or a variable of the package filled by go:embed.
func (r *Result) LuaText(e ast.Expr) (string, bool) {
	if tv := r.pass.TypesInfo.Types[e]; tv.Value != nil && tv.Value.Kind() == constant.String {
		return constant.StringVal(tv.Value), true
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if r.files == nil {
			r.files = embedded(r.pass)
		}
		s, ok := r.files[r.pass.TypesInfo.Uses[id]]
		return s, ok
	}
	return "", false
}

// Script is the text of the only script that a variable or a field gets.
func (r *Result) Script(v *types.Var) (string, bool) {
	if v.Pkg() != r.pass.Pkg {
		fact := new(ScriptText)
		ok := r.pass.ImportObjectFact(v, fact)
		return fact.Text, ok
	}
	d, ok := r.Single(v)
	if !ok {
		return "", false
	}
	if c := r.cr.Of(d.Expr); c != nil && c.Kind == calls.NewScript && len(c.Args) == 1 {
		return r.LuaText(c.Args[0])
	}
	return "", false
}

// exportScripts exports the facts of the package's variables.
func (r *Result) exportScripts() {
	if len(r.cr.OfKind(calls.NewScript)) == 0 {
		return
	}
	for v := range r.defs {
		if !v.Exported() || v.Parent() != r.pass.Pkg.Scope() {
			continue
		}
		if text, ok := r.Script(v); ok {
			r.pass.ExportObjectFact(v, &ScriptText{Text: text})
		}
	}
}

// embedded are the texts of the string variables that go:embed fills.
func embedded(pass *analysis.Pass) map[types.Object]string {
	out := map[types.Object]string{}
	for _, f := range pass.Files {
		dir := filepath.Dir(pass.Fset.Position(f.Package).Filename)
		for _, d := range f.Decls {
			gd, ok := d.(*ast.GenDecl)
			if !ok || gd.Tok != token.VAR || gd.Doc == nil {
				continue
			}
			name := ""
			for _, c := range gd.Doc.List {
				if rest, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
					name = strings.TrimSpace(rest)
				}
			}
			if name == "" || strings.ContainsAny(name, " *\"`") || len(gd.Specs) != 1 {
				continue
			}
			vs, ok := gd.Specs[0].(*ast.ValueSpec)
			if !ok || len(vs.Names) != 1 {
				continue
			}
			obj := pass.TypesInfo.Defs[vs.Names[0]]
			if b, ok := obj.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.String {
				continue
			}
			// Not pass.ReadFile: it refuses embedded files. They are part of the package, so caches of results see their changes.
			if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
				out[obj] = string(text)
			}
		}
	}
	return out
}
