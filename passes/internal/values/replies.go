package values

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Replies is the fact of a function whose first result is the reply of a command as it came, or a zero value: func (s *Store) TTL(key
// string) (time.Duration, error).
type Replies struct {
	Method string // Go name of the command's method
	Major  int    // of the library
}

// AFact marks Replies as a fact.
func (*Replies) AFact() {}

// Version is the version of the library.
func (f *Replies) Version() redisapi.Version { return redisapi.Newest(f.Major) }

func (f *Replies) String() string { return fmt.Sprintf("replies:%s", f.Method) }

// Reply tells which command's reply the first result of a call of another package is, nil when it is not known.
func (r *Result) Reply(call *ast.CallExpr) *Replies {
	fn, _ := typeutil.Callee(r.pass.TypesInfo, call).(*types.Func)
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == r.pass.Pkg {
		return nil
	}
	fact := new(Replies)
	if !r.pass.ImportObjectFact(fn.Origin(), fact) {
		return nil
	}
	return fact
}

// IsZero reports a constant that stands for no value beside an error; any other constant is an answer of the function's own.
func IsZero(v constant.Value) bool {
	switch v.Kind() {
	case constant.Int, constant.Float:
		return constant.Sign(v) == 0
	case constant.String:
		return constant.StringVal(v) == ""
	case constant.Bool:
		return !constant.BoolVal(v)
	}
	return false
}

// exportReplies exports the facts of the functions of the package.
func (r *Result) exportReplies() {
	for fn := range r.decls {
		if fn.Exported() && fn.Signature().Results().Len() > 0 {
			if f := r.repliesOf(fn, 0); f != nil {
				r.pass.ExportObjectFact(fn, f)
			}
		}
	}
}

func (r *Result) repliesOf(fn *types.Func, depth int) *Replies {
	d := r.decls[fn.Origin()]
	if d == nil || d.Body == nil || depth > 4 {
		return nil
	}
	var found *Replies
	for _, ret := range returned(d) {
		if ret == nil {
			return nil
		}
		if tv := r.pass.TypesInfo.Types[ret]; tv.IsNil() || tv.Value != nil && IsZero(tv.Value) {
			continue
		}
		f := r.replied(ret, depth+1)
		if f == nil || found != nil && *found != *f {
			return nil
		}
		found = f
	}
	return found
}

// replied is the reply that an expression is.
func (r *Result) replied(e ast.Expr, depth int) *Replies {
	if depth > 8 {
		return nil
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if c := r.cr.Of(x); c != nil {
			if c.Kind != calls.Read || c.Name() != "Val" && c.Name() != "Result" || c.Recv == nil {
				return nil
			}
			if cmd := r.cr.Of(r.Resolve(c.Recv)); cmd != nil && cmd.Kind == calls.Command {
				return &Replies{Method: cmd.Name(), Major: cmd.Lib.Major}
			}
			return nil
		}
		if f := r.Reply(x); f != nil {
			return f
		}
		if fn, _ := typeutil.Callee(r.pass.TypesInfo, x).(*types.Func); fn != nil {
			return r.repliesOf(fn, depth+1)
		}
	case *ast.Ident:
		v := r.Var(x)
		if v == nil {
			return nil
		}
		defs, complete := r.Defs(v)
		if !complete {
			return nil
		}
		var found *Replies
		for _, d := range defs {
			if d.Zero {
				continue
			}
			if d.Expr == nil || d.Index != 0 {
				return nil
			}
			f := r.replied(d.Expr, depth+1)
			if f == nil || found != nil && *found != *f {
				return nil
			}
			found = f
		}
		return found
	}
	return nil
}
