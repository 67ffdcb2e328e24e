// Package encodable declares the check encodable: values that go-redis cannot turn into a word of a command.
package encodable

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/encode"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
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
		Name:   "encodable",
		Family: "arguments",
		Title:  "value that go-redis cannot encode",
		Text: `
A value is encoded by a type switch over the plain Go types: string, []byte, the numbers, bool, time.Time, time.Duration, net.IP,
pointers to them, and ` + "`encoding.BinaryMarshaler`" + `. Everything else fails at run time with "redis: can't marshal": structs, maps,
slices as one value, **named** strings and numbers, json.RawMessage, and a value whose MarshalBinary has a pointer receiver. In a
pipeline the whole batch gets the error, after its first part may already have run.

` + "`HSet`, `SAdd`, `Eval`" + ` and the like take a single []string, []any, map[string]any, map[string]string or struct with redis
tags apart; other slices and maps they do not.`,
		Silent: []string{
			"The static type is an interface or a type parameter, and no assignment nearby tells the dynamic type.",
			"The type, or the pointer that is passed, has MarshalBinary.",
			"A wrapper encodes the value itself before it calls the library.",
			"The struct is expanded by its redis tags (the check argshape looks at those).",
		},
		Bad: bad, Good: good,
		Harm:     `the command fails with "redis: can't marshal", and the rest of its pipeline with it`,
		Patterns: []string{"V3"},
		Sources:  []string{"go-redis internal/proto/writer.go: WriteArg", "go-redis commands.go: appendArgs, appendArg, appendStructField"},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	c := &check{pass}
	for _, u := range pass.Values.Uses() {
		if encodes(u.Place) {
			c.use(u)
		}
	}
	return nil
}

// encodes reports whether values at the place go through the writer one by one.
func encodes(p values.Place) bool {
	if p.Dialect != "" { // it prints what it cannot encode otherwise
		return false
	}
	if p.IsField() {
		switch p.Owner + "." + p.Name {
		case "XAddArgs.Values", "Z.Member", "SetArgs.MatchValue", "ZRangeArgs.Start", "ZRangeArgs.Stop":
			return true
		}
		return false
	}
	switch p.Kind {
	case calls.Do, calls.ScriptRun, calls.NewCmd:
		return p.Rest
	case calls.Command:
		m := redisapi.LookupMajor(p.Name, p.Version.Major)
		return m != nil && p.Name != "VSetAttr" && (slices.Contains(m.Values, p.Param) || p.Name == "HMSet" && p.Param == 1)
	}
	return false
}

type check struct{ *rule.Pass }

func (c *check) use(u values.Use) {
	if len(u.Exprs) == 0 {
		return
	}
	if u.Spread { // only a literal shows its elements
		for _, e := range u.Exprs[:len(u.Exprs)-1] {
			c.value(u, e)
		}
		c.elements(u, u.Exprs[len(u.Exprs)-1])
		return
	}
	if len(u.Exprs) == 1 {
		e := u.Exprs[0]
		t := c.typeOf(e)
		if t == nil {
			return
		}
		_, slice := t.Underlying().(*types.Slice)
		switch {
		case slice && u.Rest && u.Alone && (u.Kind == calls.Do || u.Kind == calls.NewCmd): // argshape: unspread
			return
		case encode.Expands(u.Place) && encode.TakenApart(t, u.Version):
			c.elements(u, e)
			return
		case encode.Expands(u.Place) && encode.Struct(t, u.Version) != nil:
			c.fields(u, e, encode.Struct(t, u.Version))
			return
		case isHashOfOldVersions(u, t):
			c.elements(u, e)
			return
		case slice && isListParameter(u):
			c.elements(u, e)
			return
		}
	}
	if pairs(u) && encode.Struct(c.typeOf(u.Exprs[0]), u.Version) != nil { // argshape: several structs
		return
	}
	for _, e := range u.Exprs {
		c.value(u, e)
	}
}

// isHashOfOldVersions reports a parameter of type map[string]interface{}: HMSet of v6, XAddArgs.Values up to v7.
func isHashOfOldVersions(u values.Use, t types.Type) bool {
	_, isMap := t.Underlying().(*types.Map)
	return isMap && !u.Any && !u.Rest
}

// isListParameter reports a parameter of type []interface{}, which the client takes apart.
func isListParameter(u values.Use) bool {
	switch u.Name {
	case "FTAlter", "FTSynUpdate", "FTSynUpdateWithArgs":
		return !u.Rest
	}
	return false
}

func pairs(u values.Use) bool {
	switch u.Name {
	case "HSet", "HMSet", "MSet", "MSetNX":
		return u.Rest && len(u.Exprs) > 1
	}
	return false
}

// typeOf is the type of an expression; of an interface variable, the type of the one value that it is assigned.
func (c *check) typeOf(e ast.Expr) types.Type {
	t := c.TypesInfo.TypeOf(e)
	if t == nil {
		return types.Typ[types.Invalid]
	}
	if _, ok := t.Underlying().(*types.Interface); ok {
		if r := c.Values.Resolve(e); r != e {
			if rt := c.TypesInfo.TypeOf(r); rt != nil {
				return rt
			}
		}
	}
	return t
}

// elements looks at the elements of a slice or map literal.
func (c *check) elements(u values.Use, e ast.Expr) {
	lit, ok := c.Values.Resolve(e).(*ast.CompositeLit)
	if !ok {
		return
	}
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			el = kv.Value
		}
		if _, ok := el.(*ast.CompositeLit); ok && c.TypesInfo.TypeOf(el) == nil {
			continue
		}
		c.value(u, el)
	}
}

// fields looks at the tagged fields of a struct that the method expands.
func (c *check) fields(u values.Use, e ast.Expr, st *types.Struct) {
	for _, f := range encode.Tagged(st) {
		if f.Exported() && encode.Value(f.Type(), u.Version) != encode.OK {
			c.Report(e, fmt.Sprintf("field %s of %s has type %s, which %s cannot encode", f.Name(), values.Text(e), c.name(f.Type()), u.Of()))
			return
		}
	}
}

func (c *check) value(u values.Use, e ast.Expr) {
	t := c.typeOf(e)
	verdict := encode.Value(t, u.Version)
	if verdict == encode.OK {
		return
	}
	f := rule.Finding{Pos: e.Pos(), End: e.End()}
	text, name := values.Text(e), c.name(t)
	switch verdict {
	case encode.PointerOnly:
		f.Message = fmt.Sprintf("%s cannot be encoded by %s; MarshalBinary is a method of *%s, pass a pointer", text, u.Of(), name)
		if c.addressable(e) {
			f.Fix = &analysis.SuggestedFix{
				Message:   "Pass a pointer to " + text,
				TextEdits: []analysis.TextEdit{{Pos: e.Pos(), End: e.Pos(), NewText: []byte("&")}},
			}
		}
	case encode.NamedBasic:
		plain := types.TypeString(t.Underlying(), nil)
		if plain == "[]uint8" {
			plain = "[]byte"
		}
		f.Message = fmt.Sprintf("%s has the named type %s, which %s cannot encode; convert it to %s", text, name, u.Of(), plain)
		if c.convertible(e, t, plain) {
			f.Fix = &analysis.SuggestedFix{
				Message: "Convert " + text + " to " + plain,
				TextEdits: []analysis.TextEdit{
					{Pos: e.Pos(), End: e.Pos(), NewText: []byte(plain + "(")}, {Pos: e.End(), End: e.End(), NewText: []byte(")")},
				},
			}
		}
	default:
		f.Message = fmt.Sprintf("%s of type %s cannot be encoded; %s fails with can't marshal", text, name, u.Of())
	}
	c.ReportFinding(f)
}

func (c *check) name(t types.Type) string {
	s := types.TypeString(t, func(p *types.Package) string {
		if p == c.Pkg {
			return ""
		}
		return p.Name()
	})
	if len(s) > 50 {
		s = s[:47] + "..."
	}
	return s
}

// addressable reports whether &e compiles and means the same value: a variable, a field of one, a literal.
func (c *check) addressable(e ast.Expr) bool {
	switch ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	}
	if _, ok := c.TypesInfo.TypeOf(e).Underlying().(*types.Interface); ok {
		return false
	}
	return c.TypesInfo.Types[e].Addressable()
}

// convertible reports whether wrapping e in a conversion is what the author meant: not when the type has a String method, whose
// text may have been wanted, nor when e is an interface or the plain type's name means something else here.
func (c *check) convertible(e ast.Expr, t types.Type, plain string) bool {
	if _, ok := c.TypesInfo.TypeOf(e).Underlying().(*types.Interface); ok {
		return false
	}
	if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "String"); obj != nil {
		return false
	}
	if plain == "[]byte" {
		plain = "byte"
	}
	_, obj := c.Pkg.Scope().Innermost(e.Pos()).LookupParent(plain, e.Pos())
	return obj != nil && obj.Parent() == types.Universe
}
