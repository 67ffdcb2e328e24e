package scandest

import (
	"fmt"
	"go/types"

	"github.com/redisvet/redisvet/passes/internal/encode"
)

// structProblem says what is wrong with a struct as the destination of a hash, "" for nothing.
func structProblem(st *types.Struct, name string, major int, typeName func(types.Type) string) string {
	tagged := encode.Tagged(st)
	hidden := encode.HiddenTags(st)
	if len(tagged) == 0 && len(hidden) == 0 {
		return fmt.Sprintf("%s has no field with a redis tag; Scan leaves it empty without an error", name)
	}
	for _, f := range tagged {
		if p := fieldProblem(f, name, major, typeName); p != "" {
			return p
		}
	}
	if len(hidden) > 0 {
		return fmt.Sprintf("fields of the embedded %s in %s stay zero; Scan does not look into it", hidden[0].Name(), name)
	}
	return ""
}

func fieldProblem(f encode.Field, name string, major int, typeName func(types.Type) string) string {
	if !f.Exported() {
		return fmt.Sprintf("field %s of %s has a redis tag but is unexported; Scan panics", f.Name(), name)
	}
	t := f.Type()
	if major >= 9 {
		if decodesItself(t) {
			return ""
		}
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsComplex == 0 && u.Kind() != types.UnsafePointer {
			return ""
		}
	case *types.Slice:
		if b, ok := u.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Byte {
			return ""
		}
		return fmt.Sprintf("field %s of %s has type %s; Scan leaves it empty without an error", f.Name(), name, typeName(f.Type()))
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return ""
	}
	return fmt.Sprintf("field %s of %s has type %s; Scan fails when the hash has it", f.Name(), name, typeName(f.Type()))
}

// decodesItself reports whether v9 leaves the decoding of a field to its type.
func decodesItself(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.Pointer); !ok {
		if _, named := types.Unalias(t).(*types.Named); !named {
			return false
		}
		t = types.NewPointer(t)
	}
	return has(t, "ScanRedis") || has(t, "UnmarshalText") || has(t, "UnmarshalBinary")
}
