package argshape

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
	"github.com/redisvet/redisvet/passes/internal/rule"
	"github.com/redisvet/redisvet/passes/internal/values"
)

func finding(n ast.Node, message string) rule.Finding {
	return rule.Finding{Pos: n.Pos(), End: n.End(), Message: message}
}

// processed are the calls that make a command which is given to Process in this package.
func (c *check) processed() map[ast.Node]bool {
	out := map[ast.Node]bool{}
	for _, p := range c.Calls.OfKind(calls.Process) {
		if len(p.Args) == 1 {
			out[c.Values.Resolve(p.Args[0])] = true
		}
	}
	return out
}

// raw checks the words of a hand-made command.
func (c *check) raw(u values.Use) {
	words := u.Exprs
	if len(words) == 0 {
		if u.Kind == calls.Do {
			c.ReportFinding(finding(u.Node, u.Of()+" is called without a command; it waits until the read times out"))
		}
		return
	}
	if u.Spread {
		lit, ok := c.Values.Resolve(last(u)).(*ast.CompositeLit)
		if !ok {
			if len(words) > 1 {
				c.spaced(u, words[0])
			}
			return
		}
		if _, known := c.literalLen(lit); !known {
			return
		}
		words = append(words[:len(words)-1:len(words)-1], lit.Elts...)
		if len(words) == 0 {
			c.ReportFinding(finding(u.Node, u.Of()+" is called without a command; it waits until the read times out"))
			return
		}
	} else if len(words) == 1 && c.unspread(u, words[0]) {
		return
	}
	if c.spaced(u, words[0]) {
		return
	}
	c.command(u, words)
}

// unspread reports a slice given as the only word.
func (c *check) unspread(u values.Use, e ast.Expr) bool {
	t := c.TypesInfo.TypeOf(e)
	if t == nil {
		return false
	}
	sl, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	if b, ok := types.Unalias(sl.Elem()).(*types.Basic); ok && b.Kind() == types.Byte {
		return false
	}
	f := finding(e, fmt.Sprintf("%s is given the slice %s as one word; spread it with ...", u.Of(), values.Text(e)))
	if it, ok := sl.Elem().Underlying().(*types.Interface); ok && it.Empty() {
		if _, isLit := u.Node.(*ast.CallExpr); isLit {
			f.Fix = &analysis.SuggestedFix{
				Message:   "Spread " + values.Text(e),
				TextEdits: []analysis.TextEdit{{Pos: e.End(), End: e.End(), NewText: []byte("...")}},
			}
		}
	}
	c.ReportFinding(f)
	return true
}

var verb = regexp.MustCompile(`^[A-Za-z.]+ +\S`)

// spaced reports a command name with arguments in the same string.
func (c *check) spaced(u values.Use, e ast.Expr) bool {
	text, constantText := c.text(e)
	if !constantText {
		text = c.prefix(e)
	}
	if !verb.MatchString(text) {
		return false
	}
	fields := strings.Fields(text)
	if _, ok := redisapi.Command(fields[0]); !ok {
		return false
	}
	f := finding(e, fmt.Sprintf("%s is one word for %s; the server knows no such command", values.Text(e), u.Of()))
	if lit, ok := ast.Unparen(e).(*ast.BasicLit); ok && lit.Kind == token.STRING && !strings.ContainsAny(text, `"'\`) {
		for i := range fields {
			fields[i] = strconv.Quote(fields[i])
		}
		f.Fix = &analysis.SuggestedFix{
			Message:   "Split the command into its words",
			TextEdits: []analysis.TextEdit{{Pos: e.Pos(), End: e.End(), NewText: []byte(strings.Join(fields, ", "))}},
		}
	}
	c.ReportFinding(f)
	return true
}

// text is the constant value of a word, followed through a variable that is assigned once.
func (c *check) text(e ast.Expr) (string, bool) {
	for _, x := range []ast.Expr{e, c.Values.Resolve(e)} {
		if v := c.TypesInfo.Types[x].Value; v != nil && v.Kind() == constant.String {
			return constant.StringVal(v), true
		}
	}
	return "", false
}

// prefix is the constant beginning of "GET " + key and fmt.Sprintf("GET %s", key).
func (c *check) prefix(e ast.Expr) string {
	switch x := c.Values.Resolve(e).(type) {
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			if s, ok := c.text(x.X); ok {
				return s + "x"
			}
			return c.prefix(x.X)
		}
	case *ast.CallExpr:
		if sel, ok := x.Fun.(*ast.SelectorExpr); ok && len(x.Args) > 1 && sel.Sel.Name == "Sprintf" {
			if s, ok := c.text(x.Args[0]); ok {
				return s
			}
		}
	}
	return ""
}

// command checks the name, the number of words and the options.
func (c *check) command(u values.Use, words []ast.Expr) {
	name, ok := c.text(words[0])
	if !ok || name == "" {
		return
	}
	name = strings.ToUpper(name)
	info, ok := redisapi.Command(name)
	if !ok {
		if near := neighbour(name); near != "" {
			c.Report(words[0], fmt.Sprintf("%s is no Redis command; did you mean %s", values.Text(words[0]), near))
		}
		return
	}
	if info.IsContainer() {
		if len(words) == 1 {
			c.Report(words[0], fmt.Sprintf("%s needs a subcommand; the server rejects the command", name))
			return
		}
		sub, ok := c.text(words[1])
		if !ok {
			return
		}
		full := name + " " + strings.ToUpper(sub)
		if info, ok = redisapi.Command(full); !ok {
			return
		}
		name = full
	}
	n := len(words)
	switch {
	case info.Arity >= 0 && n != info.Arity || info.Arity < 0 && n < -info.Arity:
		c.arity(u, name, info.Arity, n)
		return
	case pairsFrom[name] > 0 && (n-pairsFrom[name])%2 == 1:
		c.ReportFinding(finding(u.Node, fmt.Sprintf("%s is given a name without its value; the server rejects the command", name)))
		return
	}
	c.options(name, words)
}

func (c *check) arity(u values.Use, name string, arity, n int) {
	words := func(n int) string {
		if n == 1 {
			return "1 word"
		}
		return strconv.Itoa(n) + " words"
	}
	want := words(arity)
	if arity < 0 {
		want = "at least " + words(-arity)
	}
	c.ReportFinding(finding(u.Node, fmt.Sprintf("%s takes %s with its name, not %d; the server rejects the command", name, want, n)))
}

// pairsFrom says where the pairs of a command begin.
var pairsFrom = map[string]int{"MSET": 1, "MSETNX": 1, "HSET": 2, "HMSET": 2, "CONFIG SET": 2}

// option is what follows the name of an option.
type option struct {
	values int
	number bool
}

// optionsFrom has the options of commands, and where they begin.
var optionsFrom = map[string]struct {
	from    int
	options map[string]option
}{
	"SET":           {3, map[string]option{"EX": {1, true}, "PX": {1, true}, "EXAT": {1, true}, "PXAT": {1, true}}},
	"GETEX":         {2, map[string]option{"EX": {1, true}, "PX": {1, true}, "EXAT": {1, true}, "PXAT": {1, true}}},
	"SCAN":          {2, scanOptions},
	"HSCAN":         {3, scanOptions},
	"SSCAN":         {3, scanOptions},
	"ZSCAN":         {3, scanOptions},
	"LPOS":          {3, map[string]option{"RANK": {1, true}, "COUNT": {1, true}, "MAXLEN": {1, true}}},
	"XREAD":         {1, map[string]option{"COUNT": {1, true}, "BLOCK": {1, true}, "STREAMS": {2, false}}},
	"XREADGROUP":    {4, map[string]option{"COUNT": {1, true}, "BLOCK": {1, true}, "STREAMS": {2, false}}},
	"XRANGE":        {4, map[string]option{"COUNT": {1, true}}},
	"XREVRANGE":     {4, map[string]option{"COUNT": {1, true}}},
	"ZRANGEBYSCORE": {4, map[string]option{"LIMIT": {2, true}}},
	"ZRANGE":        {4, map[string]option{"LIMIT": {2, true}}},
	"COPY":          {3, map[string]option{"DB": {1, true}}},
	"SORT":          {2, map[string]option{"BY": {1, false}, "GET": {1, false}, "STORE": {1, false}, "LIMIT": {2, true}}},
	"BLMPOP":        {4, map[string]option{"COUNT": {1, true}}},
}

var scanOptions = map[string]option{"MATCH": {1, false}, "COUNT": {1, true}, "TYPE": {1, false}}

// options reports an option at the end without its value, or followed by something that is no number.
func (c *check) options(name string, words []ast.Expr) {
	spec, ok := optionsFrom[name]
	if !ok {
		return
	}
	for i := spec.from; i < len(words); i++ {
		word, ok := c.text(words[i])
		if !ok {
			if _, isString := c.TypesInfo.TypeOf(words[i]).Underlying().(*types.Basic); !isString {
				return // may be an option or a value
			}
			continue
		}
		opt, ok := spec.options[strings.ToUpper(word)]
		if !ok {
			continue
		}
		if i+opt.values >= len(words) {
			c.Report(words[i], fmt.Sprintf("option %s of %s has no value; the server answers with a syntax error", strings.ToUpper(word), name))
			return
		}
		if opt.number {
			if v, ok := c.text(words[i+1]); ok {
				if _, err := strconv.ParseInt(v, 10, 64); err != nil {
					c.Report(words[i+1], fmt.Sprintf("%s is no number as the value of %s of %s", values.Text(words[i+1]), strings.ToUpper(word), name))
					return
				}
			}
		}
		if strings.EqualFold(word, "STREAMS") {
			return
		}
		i += opt.values
	}
}

// neighbour returns a known command one slip of the keyboard away: a letter changed, missing, added or two swapped.
func neighbour(name string) string {
	if len(name) < 3 || strings.Contains(name, ".") {
		return ""
	}
	try := func(s string) bool { _, ok := redisapi.Command(s); return ok }
	for i := range len(name) {
		if i+1 < len(name) {
			if s := name[:i] + string(name[i+1]) + string(name[i]) + name[i+2:]; try(s) {
				return s
			}
		}
		if s := name[:i] + name[i+1:]; len(s) > 2 && try(s) {
			return s
		}
	}
	for i := range len(name) + 1 {
		for l := 'A'; l <= 'Z'; l++ {
			if s := name[:i] + string(l) + name[i:]; try(s) {
				return s
			}
			if i < len(name) {
				if s := name[:i] + string(l) + name[i+1:]; try(s) {
					return s
				}
			}
		}
	}
	return ""
}
