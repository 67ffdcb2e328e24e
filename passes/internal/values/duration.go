package values

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"time"

	"golang.org/x/tools/go/types/typeutil"
)

// Class says what is known about a value of type time.Duration.
type Class uint8

// The classes. All but ClassUnknown and ClassUnit can be a defect.
const (
	ClassUnknown Class = iota
	ClassUnit          // a duration with a unit, of whatever length
	ClassConst         // a constant; HasUnit tells whether a unit stands in it
	ClassBare          // time.Duration(n) of a plain number: n nanoseconds
	ClassLost          // time.Duration(d.Seconds()), d / time.Second: the unit is lost
	ClassTwice         // d * time.Second where d is a duration with a unit
)

// Duration is what Result.Duration finds out.
type Duration struct {
	Class   Class
	Value   time.Duration // of a constant
	HasUnit bool          // of a constant
	Part    ast.Expr      // the part that makes it so: the conversion, the duration that is scaled twice
}

// Duration classifies an expression of type time.Duration, following variables, constants, fields and calls of this package.
func (r *Result) Duration(e ast.Expr) Duration { return (&durations{Result: r}).eval(e, nil, 0) }

type durations struct{ *Result }

// env binds the parameters of a helper to the arguments of the call that is looked at.
type env map[*types.Var]ast.Expr

const maxDepth = 8

func (d *durations) eval(e ast.Expr, in env, depth int) Duration {
	e = ast.Unparen(e)
	info := d.pass.TypesInfo
	if depth > maxDepth {
		return Duration{}
	}
	if tv := info.Types[e]; tv.Value != nil {
		return d.evalConst(e, tv.Value)
	}
	switch x := e.(type) {
	case *ast.CallExpr:
		if tv := info.Types[x.Fun]; tv.IsType() && len(x.Args) == 1 {
			if IsDuration(info.TypeOf(x.Args[0])) {
				return d.eval(x.Args[0], in, depth+1)
			}
			if _, defined := types.Unalias(info.TypeOf(x.Args[0])).(*types.Named); defined {
				return Duration{} // a type of the program's own, such as type Duration time.Duration, knows its unit
			}
			switch p, part := d.plain(x.Args[0], in, depth+1); p {
			case plainNumber:
				return Duration{Class: ClassBare, Part: e}
			case plainLost:
				return Duration{Class: ClassLost, Part: part}
			case plainConst:
				if v, ok := d.constOf(x.Args[0], in, depth+1); ok {
					return Duration{Class: ClassConst, Value: v, Part: e}
				}
				return Duration{Class: ClassBare, Part: e}
			case plainNano:
				return Duration{Class: ClassUnit}
			}
			return Duration{}
		}
		return d.evalCall(x, in, depth)
	case *ast.BinaryExpr:
		return d.evalBinary(x, in, depth)
	case *ast.StarExpr:
		if c, ok := d.Resolve(x.X).(*ast.CallExpr); ok && isFlag(info, c, "Duration") && len(c.Args) == 3 {
			if def := d.eval(c.Args[1], nil, depth+1); def.Class == ClassConst && !def.HasUnit && def.Value != 0 {
				return def
			}
			return Duration{Class: ClassUnit}
		}
	case *ast.Ident, *ast.SelectorExpr:
		return d.evalVar(e, in, depth)
	}
	return Duration{}
}

func (d *durations) evalConst(e ast.Expr, v constant.Value) Duration {
	n, ok := constant.Int64Val(constant.ToInt(v))
	if !ok {
		return Duration{}
	}
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.MUL && d.hasUnit(b.X) && d.hasUnit(b.Y) {
		part := b.X
		if isTimeUnit(d.pass.TypesInfo, part) {
			part = b.Y
		}
		return Duration{Class: ClassTwice, Part: part}
	}
	return Duration{Class: ClassConst, Value: time.Duration(n), HasUnit: d.hasUnit(e), Part: e}
}

// hasUnit reports whether a constant expression mentions a unit of package time, itself or through constants of this package. A
// duration constant of another package is believed from a microsecond on.
func (d *durations) hasUnit(e ast.Expr) bool {
	found := false
	info := d.pass.TypesInfo
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found {
			return !found
		}
		c, ok := info.Uses[id].(*types.Const)
		if !ok || c.Pkg() == nil {
			return true
		}
		if x, ok := d.consts[c]; ok {
			found = d.hasUnit(x)
		} else if IsDuration(c.Type()) {
			n, _ := constant.Int64Val(constant.ToInt(c.Val()))
			found = c.Pkg().Path() == "time" || n >= int64(time.Microsecond) || n <= -int64(time.Microsecond)
		}
		return true
	})
	return found
}

func isTimeUnit(info *types.Info, e ast.Expr) bool {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		id = e.Sel
	case *ast.Ident:
		id = e
	default:
		return false
	}
	c, ok := info.Uses[id].(*types.Const)
	return ok && c.Pkg() != nil && c.Pkg().Path() == "time" && IsDuration(c.Type())
}

func (d *durations) evalCall(c *ast.CallExpr, in env, depth int) Duration {
	info := d.pass.TypesInfo
	if id, ok := ast.Unparen(c.Fun).(*ast.Ident); ok && info.Types[c.Fun].IsBuiltin() {
		if id.Name == "max" || id.Name == "min" {
			return Duration{Class: ClassUnknown}
		}
	}
	fn, rets := d.Callee(c)
	if fn == nil || !IsDuration(firstResult(fn)) {
		return Duration{}
	}
	if len(rets) == 0 {
		if fn.Pkg() == d.pass.Pkg {
			return Duration{} // an interface or a body that is not Go
		}
		return Duration{Class: ClassUnit}
	}
	bound := env{}
	if sig := fn.Signature(); !sig.Variadic() && sig.Params().Len() == len(c.Args) {
		ps := fn.Origin().Signature().Params()
		for i := range ps.Len() {
			bound[ps.At(i)] = d.bind(c.Args[i], in)
		}
	}
	return d.join(len(rets), func(i int) (Duration, bool) {
		if rets[i] == nil {
			return Duration{}, false
		}
		return d.eval(rets[i], bound, depth+1), true
	}, c)
}

// bind replaces an argument that is itself a bound parameter.
func (d *durations) bind(e ast.Expr, in env) ast.Expr {
	if v := d.Var(e); v != nil && in[v] != nil {
		return in[v]
	}
	return e
}

func firstResult(fn *types.Func) types.Type {
	res := fn.Signature().Results()
	if res.Len() == 0 {
		return types.Typ[types.Invalid]
	}
	return res.At(0).Type()
}

// join is the class that several possible values have in common. A constant zero agrees with everything.
func (d *durations) join(n int, at func(int) (Duration, bool), part ast.Expr) Duration {
	var out Duration
	have := false
	for i := range n {
		v, ok := at(i)
		if !ok {
			return Duration{}
		}
		if v.Class == ClassConst && v.Value == 0 && n > 1 {
			continue
		}
		switch {
		case !have:
			out, have = v, true
		case out.Class == v.Class && out.HasUnit == v.HasUnit:
		case unitful(out) && unitful(v):
			out = Duration{Class: ClassUnit}
		default:
			return Duration{}
		}
	}
	if out.Class == ClassConst && n > 1 && out.HasUnit {
		return Duration{Class: ClassUnit}
	}
	return out
}

func unitful(d Duration) bool { return d.Class == ClassUnit || d.Class == ClassConst && d.HasUnit }

func (d *durations) evalVar(e ast.Expr, in env, depth int) Duration {
	v := d.Var(e)
	if v == nil {
		return Duration{}
	}
	if b := in[v]; b != nil {
		return d.eval(b, nil, depth+1)
	}
	defs, complete := d.Defs(v)
	if !complete {
		return Duration{}
	}
	return d.join(len(defs), func(i int) (Duration, bool) {
		def := defs[i]
		if def.Zero {
			return Duration{Class: ClassConst}, true
		}
		if def.Expr == nil || def.Index != 0 {
			return Duration{}, false
		}
		if c, ok := ast.Unparen(def.Expr).(*ast.CallExpr); ok && isTuple(d.pass.TypesInfo.TypeOf(c)) {
			return d.evalCall(c, nil, depth+1), true
		}
		return d.eval(def.Expr, nil, depth+1), true
	}, e)
}

// unitlessName matches names of durations that count something instead: n * time.Second is right where n is a time.Duration.
var unitlessName = regexp.MustCompile(`(?i)^(n|i|x|k|num|v|val|value|count|cnt|amount|factor|mult\w*|attempts?|retr\w*|backoff|scale)$|sec|min|hour|day|milli|ms$|micro|num|count`)

func (d *durations) evalBinary(b *ast.BinaryExpr, in env, depth int) Duration {
	x, y := d.eval(b.X, in, depth+1), d.eval(b.Y, in, depth+1)
	switch b.Op {
	case token.MUL:
		if x.Class == ClassTwice {
			return x
		}
		if unitConst(y) {
			return d.scaled(b.X, x, in)
		}
		if unitConst(x) {
			return d.scaled(b.Y, y, in)
		}
		if x.Class == ClassBare && y.Class == ClassConst {
			return x
		}
		if y.Class == ClassBare && x.Class == ClassConst {
			return y
		}
		if x.Class == ClassUnit || y.Class == ClassUnit {
			return Duration{Class: ClassUnit}
		}
	case token.QUO:
		if unitConst(y) && y.Value >= time.Millisecond && x.Class != ClassBare && !(x.Class == ClassConst && !x.HasUnit) {
			return Duration{Class: ClassLost, Part: b}
		}
		if y.Class == ClassConst && !y.HasUnit {
			if x.Class == ClassConst {
				return Duration{Class: ClassUnknown}
			}
			return x
		}
	case token.ADD, token.SUB:
		if unitful(x) || unitful(y) {
			return Duration{Class: ClassUnit}
		}
		if x.Class == ClassBare && (y.Class == ClassBare || y.Class == ClassConst) {
			return x
		}
		if y.Class == ClassBare && x.Class == ClassConst {
			return y
		}
	}
	return Duration{}
}

func unitConst(d Duration) bool { return d.Class == ClassConst && d.HasUnit }

// scaled is the class of e * unit.
func (d *durations) scaled(e ast.Expr, v Duration, in env) Duration {
	switch {
	case unitful(v):
		return Duration{Class: ClassTwice, Part: e}
	case v.Class == ClassUnknown && d.durationParam(e, in):
		return Duration{Class: ClassTwice, Part: e}
	case v.Class == ClassTwice:
		return v
	}
	return Duration{Class: ClassUnit}
}

// durationParam reports whether e is a duration parameter that carries a unit: its name does not count something, and the callers in
// this package pass no bare number.
func (d *durations) durationParam(e ast.Expr, in env) bool {
	v := d.Var(e)
	if v == nil || v.IsField() || in[v] != nil || !IsDuration(v.Type()) || unitlessName.MatchString(v.Name()) {
		return false
	}
	fn, index, ok := d.IsParam(v)
	if !ok {
		return false
	}
	if fn == nil {
		return false
	}
	callers := d.Callers(fn, index)
	for _, a := range callers {
		if !unitful(d.eval(a, nil, maxDepth-2)) {
			return false
		}
	}
	// An exported wrapper may count in seconds by its documentation; only its callers know.
	return len(callers) > 0 || !fn.Exported() || d.pass.Pkg.Name() == "main"
}

type plainness uint8

const (
	plainUnknown plainness = iota
	plainNumber            // a count of something
	plainConst             // a constant
	plainLost              // a duration turned into a count: d.Seconds()
	plainNano              // nanoseconds
)

var (
	nanoName  = regexp.MustCompile(`(?i)nano|ns$|dur$`)
	countName = regexp.MustCompile(`(?i)sec|ttl|expir|minute|mins?$|hour|days?$|milli|ms$|timeout|lifetime|lifespan|age$|retention`)
)

// plain says what an integer or floating point expression counts.
func (d *durations) plain(e ast.Expr, in env, depth int) (plainness, ast.Expr) {
	e = ast.Unparen(e)
	info := d.pass.TypesInfo
	if depth > 2*maxDepth {
		return plainUnknown, nil
	}
	if v := info.Types[e].Value; v != nil {
		if d.hasUnit(e) {
			return plainNano, nil
		}
		return plainConst, nil
	}
	if IsDuration(info.TypeOf(e)) {
		// int64(d / time.Second) is a count, int64(d) nanoseconds.
		if v := d.eval(e, in, depth+1); v.Class == ClassLost {
			return plainLost, v.Part
		} else if v.Class == ClassBare {
			return plainNumber, nil
		}
		return plainNano, nil
	}
	switch x := e.(type) {
	case *ast.CallExpr:
		if info.Types[x.Fun].IsType() && len(x.Args) == 1 {
			return d.plain(x.Args[0], in, depth+1)
		}
		return d.plainCall(x, in, depth)
	case *ast.BinaryExpr:
		return d.plainBinary(x, in, depth)
	case *ast.StarExpr:
		if c, ok := d.Resolve(x.X).(*ast.CallExpr); ok && (isFlag(info, c, "Int") || isFlag(info, c, "Int64") || isFlag(info, c, "Uint")) {
			if v := d.Var(x.X); v != nil && nanoName.MatchString(v.Name()) {
				return plainUnknown, nil
			}
			return plainNumber, nil
		}
		return d.plainName(x.X)
	case *ast.Ident, *ast.SelectorExpr:
		return d.plainVar(e, in, depth)
	}
	return plainUnknown, nil
}

func (d *durations) plainCall(c *ast.CallExpr, in env, depth int) (plainness, ast.Expr) {
	fn, _ := typeutil.Callee(d.pass.TypesInfo, c).(*types.Func)
	if fn == nil {
		return plainUnknown, nil
	}
	path := ""
	if fn.Pkg() != nil {
		path = fn.Pkg().Path()
	}
	switch path {
	case "time":
		switch fn.Name() {
		case "Seconds", "Milliseconds", "Microseconds", "Minutes", "Hours":
			return plainLost, c
		case "Unix", "UnixMilli", "UnixMicro":
			return plainNumber, nil
		case "Nanoseconds", "UnixNano", "Nanosecond":
			return plainNano, nil
		}
	case "math/rand", "math/rand/v2", "math":
		// rand.Intn(60), math.Round(d.Seconds()): as the argument.
		if len(c.Args) >= 1 && fn.Name() != "Pow" && fn.Name() != "Exp" {
			p, part := d.plain(c.Args[0], in, depth+1)
			if p == plainConst {
				if v, ok := d.constOf(c.Args[0], in, depth+1); ok && v < time.Millisecond {
					return plainNumber, nil
				}
				return plainUnknown, nil
			}
			return p, part
		}
	case "strconv":
		return plainNumber, nil
	default:
		if p, part := d.plainReturns(c, in, depth); p != plainUnknown {
			return p, part
		}
		if countsBy(d.pass.TypesInfo, fn, c) {
			return plainNumber, nil
		}
	}
	return plainUnknown, nil
}

// countsBy judges the result of any other function: by its name, by a constant key such as "ttl", or as an int.
func countsBy(info *types.Info, fn *types.Func, c *ast.CallExpr) bool {
	named := countName.MatchString(fn.Name())
	for _, a := range c.Args {
		if v := info.Types[a].Value; v != nil && v.Kind() == constant.String {
			if nanoName.MatchString(constant.StringVal(v)) {
				return false
			}
			named = named || countName.MatchString(constant.StringVal(v))
		}
	}
	return !nanoName.MatchString(fn.Name()) && (named || isShortInt(firstResult(fn)))
}

// plainReturns looks at what a helper of this package returns.
func (d *durations) plainReturns(c *ast.CallExpr, in env, depth int) (plainness, ast.Expr) {
	_, rets := d.Callee(c)
	if len(rets) != 1 || rets[0] == nil {
		return plainUnknown, nil
	}
	p, part := d.plain(rets[0], nil, depth+2)
	if part != nil {
		part = c
	}
	return p, part
}

func (d *durations) plainBinary(b *ast.BinaryExpr, in env, depth int) (plainness, ast.Expr) {
	x, xp := d.plain(b.X, in, depth+1)
	y, yp := d.plain(b.Y, in, depth+1)
	switch b.Op {
	case token.ADD, token.SUB, token.REM:
		switch {
		case x == plainNano || y == plainNano:
			return plainNano, nil
		case x == plainLost:
			return x, xp
		case y == plainLost:
			return y, yp
		case b.Op == token.SUB && (d.epoch(b.X) || d.epoch(b.Y)):
			return plainNumber, nil // what is subtracted from or by a Unix time is one
		case x == plainUnknown || y == plainUnknown:
			return plainUnknown, nil
		}
		return plainNumber, nil
	case token.MUL:
		if x == plainNano || y == plainNano {
			return plainNano, nil
		}
		for _, f := range []ast.Expr{b.X, b.Y} {
			if v, ok := d.constOf(f, in, depth+1); ok && v >= 1000 && v != 3600 && v != 86400 {
				return plainUnknown, nil // 1e9, 1e6: scaled by hand
			}
		}
		if x == plainUnknown || y == plainUnknown {
			return plainUnknown, nil
		}
		if x == plainLost {
			return x, xp
		}
		return plainNumber, nil
	case token.QUO:
		if x == plainNano {
			if y == plainNano {
				return plainLost, b
			}
			if v, ok := d.constOf(b.Y, in, depth+1); ok && v >= time.Millisecond {
				return plainLost, b
			}
			return plainNano, nil
		}
		return x, xp
	}
	return plainUnknown, nil
}

// epoch reports the result of Time.Unix, UnixMilli or UnixMicro.
func (d *durations) epoch(e ast.Expr) bool {
	c, ok := d.Resolve(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, _ := typeutil.Callee(d.pass.TypesInfo, c).(*types.Func)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "time" || fn.Signature().Recv() == nil {
		return false
	}
	switch fn.Name() {
	case "Unix", "UnixMilli", "UnixMicro":
		return true
	}
	return false
}

func (d *durations) plainVar(e ast.Expr, in env, depth int) (plainness, ast.Expr) {
	v := d.Var(e)
	if v == nil {
		return plainUnknown, nil
	}
	if b := in[v]; b != nil {
		return d.plain(b, nil, depth+1)
	}
	defs, complete := d.Defs(v)
	all := complete
	var lost ast.Expr
	isConst := true
	for _, def := range defs {
		if def.Zero {
			continue
		}
		if def.Expr == nil || def.Index != 0 {
			all = false
			continue
		}
		switch p, part := d.plain(def.Expr, nil, depth+1); p {
		case plainNano:
			return plainNano, nil
		case plainLost:
			lost, isConst = part, false
		case plainUnknown:
			all = false
		case plainNumber:
			isConst = false
		}
	}
	if fn, index, ok := d.IsParam(v); ok {
		for _, a := range d.Callers(fn, index) {
			if p, _ := d.plain(a, nil, depth+4); p == plainNano {
				return plainNano, nil
			}
		}
	}
	switch {
	case all && lost != nil:
		return plainLost, e
	case all && isConst:
		return plainConst, nil
	case all && !nanoName.MatchString(v.Name()):
		return plainNumber, nil
	}
	return d.plainName(e)
}

// plainName judges by the name and the type: an int is a count, a 64-bit integer only when its name says so.
func (d *durations) plainName(e ast.Expr) (plainness, ast.Expr) {
	v := d.Var(e)
	if v == nil || nanoName.MatchString(v.Name()) {
		return plainUnknown, nil
	}
	t := v.Type()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if _, ok := t.Underlying().(*types.Basic); !ok {
		return plainUnknown, nil
	}
	if isShortInt(t) {
		return plainNumber, nil
	}
	if countName.MatchString(v.Name()) {
		return plainNumber, nil
	}
	return plainUnknown, nil
}

// isShortInt reports an integer type that nobody keeps nanoseconds in.
func isShortInt(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return false
	}
	switch b.Kind() {
	case types.Int, types.Int8, types.Int16, types.Int32, types.Uint, types.Uint8, types.Uint16, types.Uint32:
		return true
	}
	return false
}

// constOf returns the constant value of an expression, followed through variables that are assigned once.
func (d *durations) constOf(e ast.Expr, in env, depth int) (time.Duration, bool) {
	e = ast.Unparen(d.bind(e, in))
	info := d.pass.TypesInfo
	if depth > 2*maxDepth {
		return 0, false
	}
	if v := info.Types[e].Value; v != nil {
		n, ok := constant.Int64Val(constant.ToInt(v))
		return time.Duration(n), ok
	}
	switch x := e.(type) {
	case *ast.CallExpr:
		if info.Types[x.Fun].IsType() && len(x.Args) == 1 {
			return d.constOf(x.Args[0], in, depth+1)
		}
		if _, rets := d.Callee(x); len(rets) == 1 && rets[0] != nil {
			return d.constOf(rets[0], nil, depth+2)
		}
	case *ast.Ident, *ast.SelectorExpr:
		if v := d.Var(x); v != nil {
			if def, ok := d.Single(v); ok && def.Index == 0 {
				return d.constOf(def.Expr, nil, depth+1)
			}
		}
	}
	return 0, false
}

func isFlag(info *types.Info, c *ast.CallExpr, name string) bool {
	fn, _ := typeutil.Callee(info, c).(*types.Func)
	if fn == nil || fn.Pkg() == nil || fn.Name() != name {
		return false
	}
	p := fn.Pkg().Path()
	return p == "flag" || p == "github.com/spf13/pflag"
}
