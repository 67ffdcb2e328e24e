// Package scandest declares the check scandest: destinations that Scan and ScanSlice cannot fill.
package scandest

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
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
		Name:   "scandest",
		Family: "arguments",
		Title:  "Scan destination that cannot be filled",
		Text: `
` + "`Get(...).Scan(dst)`" + ` fills pointers to plain types, *time.Time, *time.Duration, *net.IP and values with UnmarshalBinary, and fails for
everything else: a value, a struct, a named string, an interface. ` + "`HGetAll(...).Scan(dst)`" + ` and ` + "`HMGet(...).Scan(dst)`" + ` want a
pointer to a struct and look only at its own fields with a ` + "`redis`" + ` tag: without tags, and for embedded structs and []string fields,
they return nil and leave the values zero. Maps, structs and interfaces fail as soon as the hash has the field; a tagged unexported
field panics. ` + "`ScanSlice`" + ` wants a pointer to a slice of scannable elements.`,
		Silent: []string{
			"The destination is an interface or a type parameter.",
			"The type implements ScanRedis, UnmarshalText or UnmarshalBinary where the library asks for it.",
			"Only some fields of a struct have no redis tag.",
		},
		Bad: bad, Good: good,
		Harm:     "an error at run time, or a nil error and an empty struct",
		Patterns: []string{"V4"},
		Sources: []string{
			"go-redis internal/proto/scan.go: Scan, ScanSlice",
			"go-redis internal/hscan: Struct, newStructSpec, StructValue.Scan, decoders",
		},
		Severity: rule.Error,
		Default:  true,
		Since:    "v0.1.0",
	}, run)
}

func run(pass *rule.Pass) error {
	c := &check{pass}
	for _, u := range pass.Values.Uses() {
		if u.Kind != calls.Read || len(u.Exprs) != 1 || u.Param != 0 || u.IsField() {
			continue
		}
		switch {
		case u.Name == "ScanSlice":
			c.slice(u, u.Exprs[0])
		case u.Name == "Scan" && u.Owner == "StringCmd":
			c.scalar(u, u.Exprs[0])
		case u.Name == "Scan" && (u.Owner == "SliceCmd" || u.Owner == "MapStringStringCmd" || u.Owner == "StringStringMapCmd"):
			c.structure(u, u.Exprs[0])
		}
	}
	return nil
}

type check struct{ *rule.Pass }

// destination returns the type of an expression and what it points to. It reports a value that is no pointer or always nil, and returns
// nil for those and for everything unknown. fits tells whether a pointer to the value would do.
func (c *check) destination(u values.Use, e ast.Expr, fits func(types.Type) bool) (t, elem types.Type) {
	t = c.TypesInfo.TypeOf(e)
	if t == nil || unknown(t) {
		return nil, nil
	}
	if c.TypesInfo.Types[e].IsNil() {
		c.Report(e, "nil is no destination; "+of(u)+" fails")
		return nil, nil
	}
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		f := rule.Finding{Pos: e.Pos(), End: e.End(), Message: fmt.Sprintf("%s of type %s is not a pointer; %s cannot fill it", values.Text(e), c.name(t), of(u))}
		if c.TypesInfo.Types[e].Addressable() && fits(t) {
			f.Fix = &analysis.SuggestedFix{
				Message:   "Pass a pointer to " + values.Text(e),
				TextEdits: []analysis.TextEdit{{Pos: e.Pos(), End: e.Pos(), NewText: []byte("&")}},
			}
		}
		c.ReportFinding(f)
		return nil, nil
	}
	if unknown(p.Elem()) && !isAny(p.Elem()) {
		return nil, nil
	}
	if v := c.Values.Var(e); v != nil && !v.IsField() && v.Parent() != c.Pkg.Scope() && c.alwaysNil(v) {
		c.Report(e, fmt.Sprintf("%s is a nil pointer; %s cannot fill it", values.Text(e), of(u)))
		return nil, nil
	}
	return t, p.Elem()
}

// of names the method and, through a wrapper, the wrapper.
func of(u values.Use) string { return u.Of() }

func (c *check) alwaysNil(v *types.Var) bool {
	defs, complete := c.Values.Defs(v)
	return complete && len(defs) == 1 && defs[0].Zero
}

func unknown(t types.Type) bool {
	switch types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	}
	_, ok := t.Underlying().(*types.Interface)
	return ok
}

func isAny(t types.Type) bool {
	it, ok := t.Underlying().(*types.Interface)
	_, param := types.Unalias(t).(*types.TypeParam)
	return ok && it.Empty() && !param
}

// scalar checks the destination of StringCmd.Scan.
func (c *check) scalar(u values.Use, e ast.Expr) {
	if t := c.TypesInfo.TypeOf(e); t != nil && has(t, "UnmarshalBinary") {
		return
	}
	t, elem := c.destination(u, e, func(t types.Type) bool { return scannable(t, u.Version.Major) })
	if t == nil || scannable(elem, u.Version.Major) {
		return
	}
	c.Report(e, fmt.Sprintf("%s of type %s has no UnmarshalBinary; %s fails with can't unmarshal", values.Text(e), c.name(t), of(u)))
}

// scannable reports whether a pointer to elem can be filled from one reply.
func scannable(elem types.Type, major int) bool {
	if has(types.NewPointer(elem), "UnmarshalBinary") {
		return true
	}
	switch t := types.Unalias(elem).(type) {
	case *types.Basic:
		return t.Info()&types.IsComplex == 0 && t.Kind() != types.Uintptr && t.Kind() != types.UnsafePointer
	case *types.Slice:
		b, ok := types.Unalias(t.Elem()).(*types.Basic)
		return ok && b.Kind() == types.Byte
	case *types.TypeParam:
		return true
	case *types.Named:
		if t.Obj().Pkg() == nil {
			return false
		}
		switch t.Obj().Pkg().Path() + "." + t.Obj().Name() {
		case "time.Time", "time.Duration":
			return major >= 8
		case "net.IP":
			return major >= 9
		}
	}
	return false
}

// slice checks the destination of ScanSlice.
func (c *check) slice(u values.Use, e ast.Expr) {
	t, elem := c.destination(u, e, isSlice)
	if t == nil {
		return
	}
	sl, ok := elem.Underlying().(*types.Slice)
	if !ok {
		c.Report(e, fmt.Sprintf("%s of type %s is no pointer to a slice; %s fails", values.Text(e), c.name(t), of(u)))
		return
	}
	item := sl.Elem()
	if p, ok := item.Underlying().(*types.Pointer); ok {
		item = p.Elem()
	}
	if !scannable(item, u.Version.Major) {
		c.Report(e, fmt.Sprintf("elements of %s have type %s without UnmarshalBinary; %s fails", values.Text(e), c.name(sl.Elem()), of(u)))
	}
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// structure checks the destination of the Scan of a hash.
func (c *check) structure(u values.Use, e ast.Expr) {
	t, elem := c.destination(u, e, isStruct)
	if t == nil {
		return
	}
	st, ok := elem.Underlying().(*types.Struct)
	if !ok {
		c.Report(e, fmt.Sprintf("%s of type %s is no pointer to a struct; %s fails", values.Text(e), c.name(t), of(u)))
		return
	}
	if problem := structProblem(st, c.name(elem), u.Version.Major, c.name); problem != "" {
		c.Report(e, problem)
	}
}

// has reports whether a method is in the method set of t.
func has(t types.Type, method string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, false, nil, method)
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Params().Len() == 1 && fn.Signature().Results().Len() == 1
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
