package flow

import (
	"go/constant"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Names tell what code that is not seen does, where types cannot: these are the verbs of encoders, decoders and stores.
var (
	writers = regexp.MustCompile(`^(?i:unmarshal|decode|deseriali[sz]e|parse|scan|unpack|decompress|from|sscan|gunzip|thaw|load(json|bytes))`)
	readers = regexp.MustCompile(`^(?i:marshal|encode|seriali[sz]e|validate|check|pack|compress|dump|save|update|insert|upsert|store|persist|put|send|publish|emit|notify|log|write|hash|equal|compare|to(json|string|bytes))`)
	loaders = regexp.MustCompile(`^(?i:load|fetch|find|query|lookup|read|select|exec|request|call|get[A-Z].*(ctx|by)|first|take)`)
	keepers = regexp.MustCompile(`^(?i:(un)?marshal|(en|de)code|(de)?seriali[sz]e|parse|atoi|itoa|format|string|bytes|int|uint|float|bool|quote|unquote|trimspace|newreader|newbuffer|newdecoder|newencoder|newscanner|clone|copy|from|(un)?pack|(de)?compress|gzip|gunzip|val|value|ptr|result|to(json|string|bytes|int|float|map|struct|entity|model|domain|dto|proto))`)
)

// calledName is the name of the function that a call runs, "" for a function value.
func calledName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.Name()
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name()
	}
	if f := c.StaticCallee(); f != nil {
		return origin(f).Name()
	}
	return ""
}

func takesContext(c *ssa.CallCommon) bool {
	sig := c.Signature()
	for i := range sig.Params().Len() {
		if n, ok := types.Unalias(sig.Params().At(i).Type()).(*types.Named); ok && n.Obj().Name() == "Context" {
			return true
		}
	}
	return false
}

// std reports functions of the standard library that compute and do not fetch.
func std(f *ssa.Function) bool {
	o := origin(f)
	obj, _ := o.Object().(*types.Func)
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	path := obj.Pkg().Path()
	first, _, _ := strings.Cut(path, "/")
	if strings.Contains(first, ".") {
		return false
	}
	switch path {
	case "os", "io", "bufio", "net", "net/http", "database/sql", "os/exec", "io/fs":
		return false
	}
	return true
}

// generators are packages whose results are made up on the spot.
var generators = regexp.MustCompile(`(^|[/-])(g?uuid|xid|ulid|ksuid|nanoid|go-nanoid|rand|shortid|sonyflake|snowflake)(/|$|\.v|-)`)

// call is the origin of result i of a call.
func (t *tracer) call(f *Frame, c *ssa.Call, i int, at *Node) (out Origin) {
	g := t.g
	key := siteKey{f, c}
	if ty := resultType(c, i); ty != nil && isError(ty) {
		return out
	}
	n := g.byInstr[key]
	if n == nil {
		n = at
	}
	if op := g.opAt[key]; op != nil {
		switch op.Kind {
		case calls.Read:
			return t.replies(op)
		case calls.Command, calls.Do, calls.ScriptRun:
			return Origin{Replies: map[*Op]Change{op: Same}}
		}
		return Origin{Loaded: true}
	}
	if st := g.sites[key]; st != nil {
		if i < len(st.sum.Results) {
			for _, j := range st.sum.Results[i].Reply {
				if j < len(st.ops) && st.ops[j] != nil {
					out.merge(Origin{Replies: map[*Op]Change{st.ops[j]: Same}})
				}
			}
		}
		if len(out.Replies) == 0 {
			out.Loaded = true
		}
		return out
	}
	if frs := g.inlined[key]; len(frs) > 0 && frs[0].Kind == Called {
		if t.depth > 12 {
			return out
		}
		t.depth++
		defer func() { t.depth-- }()
		for _, fr := range frs {
			for _, b := range fr.Fn.Blocks {
				if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && i < len(r.Results) {
					rn := g.byInstr[siteKey{fr, r}]
					if rn == nil {
						continue // never reached
					}
					out.merge(t.content(Value{v: r.Results[i], f: fr}, rn))
				}
			}
		}
		return out
	}
	args := func() (out Origin) {
		for _, a := range c.Call.Args {
			out.merge(t.content(Value{v: a, f: f}, n))
		}
		if c.Call.IsInvoke() {
			out.merge(t.content(Value{v: c.Call.Value, f: f}, n))
		}
		return out
	}
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "append", "len", "cap", "min", "max":
			return args().changed(Altered)
		}
		return args()
	}
	name := calledName(&c.Call)
	callee := c.Call.StaticCallee()
	if callee == nil && !c.Call.IsInvoke() {
		return Origin{Loaded: true} // a function value
	}
	keeps := keepers.MatchString(name) || name == "Sprint" || name == "Sprintf" && t.oneArg(f, c)
	if callee != nil && std(callee) {
		out = args()
		if !keeps {
			out = out.changed(Altered)
		}
		return out
	}
	if callee != nil {
		if obj, ok := origin(callee).Object().(*types.Func); ok && obj.Pkg() != nil && generators.MatchString(obj.Pkg().Path()) {
			return out
		}
	}
	if takesContext(&c.Call) || loaders.MatchString(name) && !keeps || callee != nil && g.fetches(callee, 0) {
		return Origin{Loaded: true}
	}
	out = args()
	if !keeps {
		out = out.changed(Altered)
	}
	if len(out.Replies) == 0 && !keeps && !makesUp.MatchString(name) {
		out.Loaded = out.Loaded || callee == nil || len(callee.Blocks) == 0
		out.Computed = true
	}
	return out
}

var makesUp = regexp.MustCompile(`(?i:new|gen|make|rand|token|uuid|id$|now|create|build)`)

// oneArg reports a Sprintf that formats one value and nothing else.
func (t *tracer) oneArg(f *Frame, c *ssa.Call) bool {
	format, ok := c.Call.Args[0].(*ssa.Const)
	if !ok || format.Value == nil || format.Value.Kind() != constant.String {
		return false
	}
	s := constant.StringVal(format.Value)
	return len(s) >= 2 && s[0] == '%' && strings.Count(s, "%") == 1 && !strings.ContainsAny(s, " :|,;-_")
}

// fetches reports whether a function of the package gets its results from elsewhere: it or its helpers take a context or call a loader.
func (g *Graph) fetches(f *ssa.Function, depth int) bool {
	o := origin(f)
	if o.Pkg != g.Pkg.ssa || depth > 2 {
		return false
	}
	for _, b := range o.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			cc := c.Common()
			callee := cc.StaticCallee()
			if callee != nil && std(callee) && !takesContext(cc) || isBuiltin(cc) {
				continue
			}
			if takesContext(cc) || loaders.MatchString(calledName(cc)) || callee != nil && g.fetches(callee, depth+1) {
				return true
			}
		}
	}
	return false
}

func isBuiltin(c *ssa.CallCommon) bool {
	_, ok := c.Value.(*ssa.Builtin)
	return ok
}
