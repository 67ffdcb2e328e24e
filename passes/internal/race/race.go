// Package race has what the checks about atomicity share: the accesses of a function to keys, and how they are named in messages.
package race

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/fix"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/rule"
)

// Accesses returns the accesses of a graph to the data of keys, in layout order.
func Accesses(g *flow.Graph) []flow.Access {
	var out []flow.Access
	for _, op := range g.Ops {
		if a, ok := op.Access(); ok && op.Node != nil {
			out = append(out, a)
		}
	}
	return out
}

// Skip reports graphs that say nothing on their own: tests, and private functions whose callers are seen.
func Skip(pass *rule.Pass, g *flow.Graph) bool {
	return len(g.Ops) == 0 || pass.Flow.Covered(g) || InTest(pass, g.Ops[0].Pos())
}

// InTest reports whether a position is in a test file: tests run alone.
func InTest(pass *rule.Pass, pos token.Pos) bool {
	return pos.IsValid() && strings.HasSuffix(pass.Fset.Position(pos).Filename, "_test.go")
}

// Key is how the key of an access is written: `account`, `"stock:"+id`, with the field in front where there is one. Seen from a helper
// without the key at hand it is what is known of its text.
func Key(a flow.Access, p flow.Place) string {
	text, field := "", ""
	if p.Call != nil && a.Op.Kind == calls.Do && len(p.Call.Args) > 1 {
		return short(p.Call.Args[1])
	}
	if p.Call != nil && a.Op.Method != nil && len(a.Op.Method.Keys) > 0 {
		if i := a.Op.Method.Keys[0].Param; i < len(p.Call.Args) {
			text = short(p.Call.Args[i])
			if len(a.Members) == 1 && i+1 < len(p.Call.Args) {
				field = short(p.Call.Args[i+1])
			}
		}
	}
	if text == "" && len(a.Keys) > 0 {
		if e := p.Arg(a.Op.Graph(), a.Keys[0]); e != nil {
			text = short(e)
		}
	}
	if text == "" {
		text = "the key"
		if len(a.Keys) > 0 {
			if s := a.Keys[0].String(); strings.Trim(s, "*") != "" && len(s) <= 40 {
				text = "key " + strconv.Quote(s)
			}
		}
	}
	if s, ok := a.Member.Const(); ok && field == "" && len(a.Members) == 1 {
		field = strconv.Quote(s)
	}
	if field != "" && (strings.HasPrefix(a.Op.Name(), "H")) {
		return "field " + field + " of " + text
	}
	return text
}

func short(e ast.Expr) string { return fix.Source(e) }

// Report reports a finding at a place.
func Report(pass *rule.Pass, p flow.Place, category, message string, sf ...rule.Finding) {
	end := p.End
	if end < p.Pos {
		end = p.Pos
	}
	f := rule.Finding{Pos: p.Pos, End: end, Category: category, Message: message}
	if len(sf) > 0 {
		f.Fix = sf[0].Fix
	}
	pass.ReportFinding(f)
}
