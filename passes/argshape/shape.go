package argshape

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/redisvet/redisvet/passes/internal/encode"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
	"github.com/redisvet/redisvet/passes/internal/values"
)

// paired are the methods whose variadic values are keys or fields with their values.
var paired = map[string]string{"HSet": "field", "HMSet": "field", "MSet": "key", "MSetNX": "key", "MSetEX": "key"}

// variadic checks the variadic values of a command method.
func (c *check) variadic(u values.Use) {
	n, known := c.count(u)
	if known && n == 0 {
		c.none(u)
		return
	}
	if u.Spread {
		if c.empty && len(u.Exprs) == 1 {
			c.maybeEmpty(u)
		}
	}
	if !known {
		return
	}
	if n == 1 && !u.Spread {
		c.single(u, u.Exprs[0])
		return
	}
	unit := paired[u.Name]
	if unit == "" {
		return
	}
	if !u.Spread && u.Dialect == "" && encode.Struct(c.TypesInfo.TypeOf(u.Exprs[0]), u.Version) != nil {
		c.Report(u.Exprs[1], fmt.Sprintf("%s takes one struct; with several values a struct cannot be encoded", u.Of()))
		return
	}
	if n%2 == 1 {
		c.Report(last(u), fmt.Sprintf("%s is given %d values, a %s without its value; the server rejects the command", u.Of(), n, unit))
	}
}

func last(u values.Use) ast.Expr { return u.Exprs[len(u.Exprs)-1] }

// none reports a variadic list that is empty in the source, where the command needs at least one.
func (c *check) none(u values.Use) {
	m := redisapi.LookupMajor(u.Name, u.Version.Major)
	if m == nil || len(m.Commands) == 0 {
		return
	}
	info, ok := redisapi.Command(m.Commands[0])
	if !ok || info.Arity >= 0 {
		return
	}
	words := len(strings.Fields(m.Commands[0])) + u.Param // the parameters before the list
	if words >= -info.Arity {
		return
	}
	what := "values"
	for _, k := range m.Keys {
		if k.Param == u.Param {
			what = "keys"
		}
	}
	c.ReportFinding(finding(u.Node, fmt.Sprintf("%s is called without %s; the server rejects the command", u.Of(), what)))
}

// single checks one value that the method takes apart.
func (c *check) single(u values.Use, e ast.Expr) {
	t := c.TypesInfo.TypeOf(e)
	if t == nil || !encode.Expands(u.Place) {
		return
	}
	unit := paired[u.Name]
	if u.IsField() { // XAddArgs.Values
		unit = "field"
	}
	switch t.Underlying().(type) {
	case *types.Basic:
		if unit != "" && !c.TypesInfo.Types[e].IsNil() {
			c.Report(e, fmt.Sprintf("%s is given a %s without its value; the server rejects the command", u.Of(), unit))
		}
		return
	case *types.Slice:
		if n, ok := c.literalLen(e); ok && unit != "" && encode.TakenApart(t, u.Version) && n%2 == 1 {
			c.Report(e, fmt.Sprintf("%s is given %d values, a %s without its value; the server rejects the command", u.Of(), n, unit))
		}
		return
	case *types.Map:
		if encode.TakenApart(t, u.Version) && isMembers(u) {
			c.Report(e, fmt.Sprintf("%s adds the keys and the values of %s as members", u.Of(), values.Text(e)))
		}
		return
	}
	st := encode.Struct(t, u.Version)
	if st == nil {
		return
	}
	tagged, hidden := encode.Tagged(st), encode.HiddenTags(st)
	name := c.typeName(t)
	switch {
	case len(exported(tagged)) == 0 && len(hidden) == 0 || len(tagged) == 0:
		c.Report(e, fmt.Sprintf("%s has no field with a redis tag; %s sends none of its fields", name, u.Of()))
	case isMembers(u):
		c.Report(e, fmt.Sprintf("%s adds the field names and the values of %s as members", u.Of(), values.Text(e)))
	case unit == "":
	case len(hidden) > 0:
		c.Report(e, fmt.Sprintf("fields of the embedded %s in %s are not sent; %s does not look into it", hidden[0].Name(), name, u.Of()))
	case len(exported(tagged)) < len(tagged):
		c.Report(e, fmt.Sprintf("field %s of %s has a redis tag but is unexported; %s does not send it", firstUnexported(tagged), name, u.Of()))
	}
}

func exported(fs []encode.Field) []encode.Field {
	var out []encode.Field
	for _, f := range fs {
		if f.Exported() {
			out = append(out, f)
		}
	}
	return out
}

func firstUnexported(fs []encode.Field) string {
	for _, f := range fs {
		if !f.Exported() {
			return f.Name()
		}
	}
	return ""
}

// isMembers reports a method whose values are members of a set or list.
func isMembers(u values.Use) bool {
	switch u.Name {
	case "SAdd", "SRem", "SMIsMember", "LPush", "LPushX", "RPush", "RPushX", "ZRem", "PFAdd":
		return true
	}
	return false
}

// field checks the values of XAdd and the streams of XRead.
func (c *check) field(u values.Use) {
	e := u.Exprs[0]
	switch {
	case u.Owner == "XAddArgs" && u.Name == "Values":
		c.single(u, e)
	case u.Name == "Streams" && strings.HasPrefix(u.Owner, "XRead"):
		n, ok := c.literalLen(e)
		if ok && n%2 == 1 && !c.setsID(u.Node) {
			c.Report(e, fmt.Sprintf("Streams of %s has %d elements, a stream without its id; the server rejects the command", u.Of(), n))
		}
	}
}

// setsID reports whether the literal that a Streams element stands in has the field ID, or may get it later.
func (c *check) setsID(node ast.Node) bool {
	found := false
	for lit := range c.literals() {
		inside := false
		for _, el := range lit.Elts {
			inside = inside || el == node
		}
		if !inside {
			continue
		}
		for _, el := range lit.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "ID" {
					found = true
				}
			}
		}
		return found
	}
	return true // assigned: the rest is not known
}

func (c *check) literals() func(yield func(*ast.CompositeLit) bool) {
	return func(yield func(*ast.CompositeLit) bool) {
		for cur := range c.Calls.Inspector.PreorderSeq((*ast.CompositeLit)(nil)) {
			if !yield(cur.(*ast.CompositeLit)) {
				return
			}
		}
	}
}

// literalLen is the number of elements of a slice literal, followed through a variable that is assigned once.
func (c *check) literalLen(e ast.Expr) (int, bool) {
	lit, ok := c.Values.Resolve(e).(*ast.CompositeLit)
	if !ok {
		return 0, false
	}
	if _, ok := c.TypesInfo.TypeOf(lit).Underlying().(*types.Slice); !ok {
		return 0, false
	}
	for _, el := range lit.Elts {
		if _, ok := el.(*ast.KeyValueExpr); ok {
			return 0, false
		}
	}
	return len(lit.Elts), true
}

// maybeEmpty reports the spread of a slice that a read returned and nothing compares with empty.
func (c *check) maybeEmpty(u values.Use) {
	e := u.Exprs[0]
	v := c.Values.Var(e)
	if v == nil {
		return
	}
	defs, complete := c.Values.Defs(v)
	if !complete || len(defs) != 1 || defs[0].Expr == nil {
		return
	}
	read := c.Calls.Of(defs[0].Expr)
	if read == nil || read.Recv == nil || c.Calls.Of(read.Recv) == nil {
		return
	}
	tested := false
	for n := range c.Calls.Inspector.PreorderSeq((*ast.CallExpr)(nil)) {
		ce := n.(*ast.CallExpr)
		if id, ok := ce.Fun.(*ast.Ident); ok && id.Name == "len" && len(ce.Args) == 1 && c.Values.Var(ce.Args[0]) == v {
			tested = true
		}
	}
	if !tested {
		c.Report(e, fmt.Sprintf("%s may be empty; %s without values is rejected by the server", values.Text(e), u.Of()))
	}
}

func (c *check) typeName(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	s := types.TypeString(t, func(p *types.Package) string {
		if p == c.Pkg {
			return ""
		}
		return p.Name()
	})
	if strings.HasPrefix(s, "struct{") {
		return "the struct"
	}
	return s
}
