// Package lua reads the Lua scripts that programs send to Redis: what they take from KEYS and ARGV, the globals they set, and the keys
// they build. The parser is gopher-lua's; Lua is the 5.1 that Redis runs.
package lua

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Script is what is known of a script.
type Script struct {
	// Keys and Args are the highest constant indices of KEYS and ARGV whose value the script needs: an index that is only tested, or
	// has a default (ARGV[2] or 10), is optional.
	Keys, Args int
	// Dynamic is true when the script looks at the number of its keys or arguments, or at an index that is not constant.
	Dynamic bool
	// Globals are the variables that the script creates outside of local scopes; Redis refuses them.
	Globals []Name
	// Foreign are keys of commands that come from nothing in KEYS: a literal or something built from ARGV.
	Foreign []Name
}

// Name is something in a script with its line, counted from 1.
type Name struct {
	Text string
	Line int
}

// SyntaxError tells where a script does not parse.
type SyntaxError struct {
	Line    int // from 1; the last line when the text ends too early
	Near    string
	Message string
}

// Error is the message of the parser on one line.
func (e *SyntaxError) Error() string { return e.Message }

// Parse reads a script. A first line with a shebang (#!lua name=...) is Redis' own and is left out.
func Parse(text string) (*Script, error) {
	if strings.HasPrefix(text, "#!") {
		if i := strings.IndexByte(text, '\n'); i >= 0 {
			text = "--" + text[:i] + text[i:]
		}
	}
	chunk, err := parse.Parse(strings.NewReader(text), "script")
	if err != nil {
		var pe *parse.Error
		if !errors.As(err, &pe) {
			return nil, &SyntaxError{Line: 1, Message: strings.TrimSpace(err.Error())}
		}
		line := pe.Pos.Line
		if line < 1 { // the end of the text
			line = 1 + strings.Count(text, "\n")
		}
		return nil, &SyntaxError{Line: line, Near: pe.Token, Message: strings.TrimSpace(pe.Message)}
	}
	w := &walker{s: &Script{}, scopes: []map[string]ast.Expr{{}}}
	w.stmts(chunk)
	return w.s, nil
}

// walker goes through a script with its local scopes; the value of a local that is assigned once is kept.
type walker struct {
	s      *Script
	scopes []map[string]ast.Expr
}

func (w *walker) block(stmts []ast.Stmt, names ...string) {
	w.scopes = append(w.scopes, map[string]ast.Expr{})
	for _, n := range names {
		w.declare(n, nil)
	}
	w.stmts(stmts)
	w.scopes = w.scopes[:len(w.scopes)-1]
}

func (w *walker) declare(name string, value ast.Expr) { w.scopes[len(w.scopes)-1][name] = value }

func (w *walker) lookup(name string) (ast.Expr, bool) {
	for i := len(w.scopes) - 1; i >= 0; i-- {
		if v, ok := w.scopes[i][name]; ok {
			return v, true
		}
	}
	return nil, false
}

func (w *walker) assign(name string) {
	for i := len(w.scopes) - 1; i >= 0; i-- {
		if _, ok := w.scopes[i][name]; ok {
			w.scopes[i][name] = nil // assigned again: unknown
			return
		}
	}
}

func (w *walker) stmts(list []ast.Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w *walker) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, e := range s.Rhs {
			w.expr(e, true)
		}
		for _, l := range s.Lhs {
			if id, ok := l.(*ast.IdentExpr); ok {
				if _, local := w.lookup(id.Value); !local {
					w.s.Globals = append(w.s.Globals, Name{id.Value, id.Line()})
				}
				w.assign(id.Value)
				continue
			}
			w.expr(l, true)
		}
	case *ast.LocalAssignStmt:
		for _, e := range s.Exprs {
			w.expr(e, true)
		}
		for i, n := range s.Names {
			var v ast.Expr
			if len(s.Exprs) == len(s.Names) {
				v = s.Exprs[i]
			}
			w.declare(n, v)
		}
	case *ast.FuncCallStmt:
		w.expr(s.Expr, true)
	case *ast.DoBlockStmt:
		w.block(s.Stmts)
	case *ast.WhileStmt:
		w.expr(s.Condition, false)
		w.block(s.Stmts)
	case *ast.RepeatStmt:
		w.block(s.Stmts)
		w.expr(s.Condition, false)
	case *ast.IfStmt:
		w.expr(s.Condition, false)
		w.block(s.Then)
		w.block(s.Else)
	case *ast.NumberForStmt:
		w.expr(s.Init, true)
		w.expr(s.Limit, true)
		if s.Step != nil {
			w.expr(s.Step, true)
		}
		w.block(s.Stmts, s.Name)
	case *ast.GenericForStmt:
		for _, e := range s.Exprs {
			w.expr(e, true)
		}
		w.block(s.Stmts, s.Names...)
	case *ast.FuncDefStmt:
		if id, ok := s.Name.Func.(*ast.IdentExpr); ok {
			if _, local := w.lookup(id.Value); !local {
				w.s.Globals = append(w.s.Globals, Name{id.Value, id.Line()})
			}
		}
		w.function(s.Func)
	case *ast.ReturnStmt:
		for _, e := range s.Exprs {
			w.expr(e, true)
		}
	}
}

func (w *walker) function(f *ast.FunctionExpr) {
	var names []string
	if f.ParList != nil {
		names = f.ParList.Names
	}
	w.block(f.Stmts, append(names, "...")...)
}

// expr visits an expression; needed is false where a nil value is expected and handled: conditions, comparisons, the left of or.
func (w *walker) expr(e ast.Expr, needed bool) {
	switch e := e.(type) {
	case *ast.IdentExpr:
		if e.Value == "KEYS" || e.Value == "ARGV" { // handed on whole: unpack(KEYS), a table
			w.s.Dynamic = true
		}
	case *ast.AttrGetExpr:
		if list, i, ok := index(e); ok {
			switch {
			case i <= 0:
				w.s.Dynamic = true
			case !needed:
			case list == "KEYS":
				w.s.Keys = max(w.s.Keys, i)
			default:
				w.s.Args = max(w.s.Args, i)
			}
			w.visitIndex(e)
			return
		}
		w.expr(e.Object, needed)
		w.expr(e.Key, true)
	case *ast.TableExpr:
		for _, f := range e.Fields {
			if f.Key != nil {
				w.expr(f.Key, true)
			}
			w.expr(f.Value, true)
		}
	case *ast.FuncCallExpr:
		w.call(e, needed)
	case *ast.LogicalOpExpr:
		w.expr(e.Lhs, false)
		w.expr(e.Rhs, needed)
	case *ast.RelationalOpExpr:
		// Less and greater fail on nil, == and ~= do not; but a reply of the server is never nil: GET == ARGV[1] without the argument
		// never holds.
		strict := e.Operator != "==" && e.Operator != "~="
		w.expr(e.Lhs, strict || isCall(e.Rhs))
		w.expr(e.Rhs, strict || isCall(e.Lhs))
	case *ast.StringConcatOpExpr:
		w.expr(e.Lhs, true)
		w.expr(e.Rhs, true)
	case *ast.ArithmeticOpExpr:
		w.expr(e.Lhs, true)
		w.expr(e.Rhs, true)
	case *ast.UnaryMinusOpExpr:
		w.expr(e.Expr, true)
	case *ast.UnaryNotOpExpr:
		w.expr(e.Expr, false)
	case *ast.UnaryLenOpExpr:
		if id, ok := e.Expr.(*ast.IdentExpr); ok && (id.Value == "KEYS" || id.Value == "ARGV") {
			w.s.Dynamic = true
			return
		}
		w.expr(e.Expr, true)
	case *ast.FunctionExpr:
		w.function(e)
	}
}

// isCall recognises redis.call(...).
func isCall(e ast.Expr) bool {
	c, ok := e.(*ast.FuncCallExpr)
	return ok && callName(c) == "redis.call"
}

// visitIndex visits the index of KEYS[i] when it is no number.
func (w *walker) visitIndex(e *ast.AttrGetExpr) {
	if _, ok := e.Key.(*ast.NumberExpr); !ok {
		w.expr(e.Key, true)
	}
}

// index recognises KEYS[n] and ARGV[n]; n is 0 when it is not a constant.
func index(e *ast.AttrGetExpr) (list string, n int, ok bool) {
	id, ok := e.Object.(*ast.IdentExpr)
	if !ok || id.Value != "KEYS" && id.Value != "ARGV" {
		return "", 0, false
	}
	num, ok := e.Key.(*ast.NumberExpr)
	if !ok {
		return id.Value, 0, true
	}
	n, err := strconv.Atoi(num.Value)
	if err != nil {
		n = 0
	}
	return id.Value, n, true
}

func (w *walker) call(c *ast.FuncCallExpr, needed bool) {
	name := callName(c)
	if name == "redis.call" || name == "redis.pcall" {
		w.command(c)
	}
	if c.Func != nil {
		if _, ident := c.Func.(*ast.IdentExpr); !ident {
			w.expr(c.Func, true)
		}
	}
	if c.Receiver != nil {
		w.expr(c.Receiver, true)
	}
	// tonumber(nil) and tostring(nil) are what they are used for: tonumber(ARGV[2]) or 0.
	argNeeded := true
	if name == "tonumber" || name == "tostring" || name == "type" {
		argNeeded = needed && name == "tonumber"
	}
	for _, a := range c.Args {
		w.expr(a, argNeeded)
	}
}

func callName(c *ast.FuncCallExpr) string {
	switch f := c.Func.(type) {
	case *ast.IdentExpr:
		return f.Value
	case *ast.AttrGetExpr:
		obj, ok1 := f.Object.(*ast.IdentExpr)
		key, ok2 := f.Key.(*ast.StringExpr)
		if ok1 && ok2 {
			return obj.Value + "." + key.Value
		}
	}
	return ""
}

// command looks at the keys of redis.call('NAME', ...).
func (w *walker) command(c *ast.FuncCallExpr) {
	words := make([]string, len(c.Args))
	for i, a := range c.Args {
		switch a := a.(type) {
		case *ast.StringExpr:
			words[i] = a.Value
		case *ast.NumberExpr:
			words[i] = a.Value
		case *ast.FuncCallExpr, *ast.Comma3Expr: // unpack and the like: any number of words
			return
		default:
			words[i] = "?"
		}
	}
	if len(words) == 0 || words[0] == "?" {
		return
	}
	at, ok := redisapi.CommandKeys(words)
	if !ok {
		return
	}
	for _, i := range at {
		if i < len(c.Args) && w.foreign(c.Args[i], 0) {
			n := Name{Text: strings.ToUpper(words[0]), Line: c.Line()}
			if !slices.Contains(w.s.Foreign, n) {
				w.s.Foreign = append(w.s.Foreign, n)
			}
		}
	}
}

// foreign reports a key that certainly comes from nothing in KEYS: a literal, ARGV, or text built from these alone.
func (w *walker) foreign(e ast.Expr, depth int) bool {
	if depth > 8 {
		return false
	}
	switch e := e.(type) {
	case *ast.StringExpr:
		return true
	case *ast.NumberExpr:
		return true
	case *ast.AttrGetExpr:
		list, _, ok := index(e)
		return ok && list == "ARGV"
	case *ast.StringConcatOpExpr:
		return w.foreign(e.Lhs, depth+1) && w.foreign(e.Rhs, depth+1)
	case *ast.IdentExpr:
		v, ok := w.lookup(e.Value)
		return ok && v != nil && w.foreign(v, depth+1)
	}
	return false
}
