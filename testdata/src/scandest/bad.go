package scandest

import (
	"context"
	"encoding/json"
	"time"

	"github.com/redis/go-redis/v9"
)

type state string

type profile struct {
	Name string `json:"name"`
}

type hash struct {
	Name string `redis:"name"`
	Age  int    `redis:"age"`
}

type base struct {
	ID string `redis:"id"`
}

type embedding struct {
	base
	Name string `redis:"name"`
}

type embeddingOnly struct{ *base }

type withSlice struct {
	Name string   `redis:"name"`
	Tags []string `redis:"tags"`
}

type withMap struct {
	Meta map[string]string `redis:"meta"`
}

type withNested struct {
	Base base `redis:"base"`
}

type withAny struct {
	V any `redis:"v"`
}

type unexported struct {
	name string `redis:"name"`
}

func scalars(ctx context.Context, rdb *redis.Client, key string) {
	var n int
	var p profile
	var s state
	var v any
	var pn *int
	var list []string
	var m map[string]string
	var raw json.RawMessage
	_ = rdb.Get(ctx, key).Scan(&p)       // want `&p of type \*profile has no UnmarshalBinary; Scan fails with can't unmarshal`
	_ = rdb.Get(ctx, key).Scan(&s)       // want `&s of type \*state has no UnmarshalBinary`
	_ = rdb.Get(ctx, key).Scan(&v)       // want `&v of type \*any has no UnmarshalBinary`
	_ = rdb.Get(ctx, key).Scan(&pn)      // want `&pn of type \*\*int has no UnmarshalBinary`
	_ = rdb.Get(ctx, key).Scan(&list)    // want `&list of type \*\[\]string has no UnmarshalBinary`
	_ = rdb.HGet(ctx, key, "f").Scan(&m) // want `&m of type \*map\[string\]string has no UnmarshalBinary`
	_ = rdb.LPop(ctx, key).Scan(&raw)    // want `&raw of type \*json\.RawMessage has no UnmarshalBinary`
	_ = rdb.Get(ctx, key).Scan(nil)      // want `nil is no destination; Scan fails`
	_ = rdb.Get(ctx, key).Scan(n + 1)    // want `n \+ 1 of type int is not a pointer; Scan cannot fill it`
	_ = rdb.Get(ctx, key).Scan(p)        // want `p of type profile is not a pointer; Scan cannot fill it`
}

func nilPointer(ctx context.Context, rdb *redis.Client, key string) (*hash, error) {
	var h *hash
	err := rdb.HGetAll(ctx, key).Scan(h) // want `h is a nil pointer; Scan cannot fill it`
	return h, err
}

func structs(ctx context.Context, rdb redis.Cmdable, key string) {
	var p profile
	var e embedding
	var eo embeddingOnly
	var ws withSlice
	var wm withMap
	var wn withNested
	var wa withAny
	var u unexported
	_ = rdb.HGetAll(ctx, key).Scan(&p)                   // want `profile has no field with a redis tag; Scan leaves it empty without an error`
	_ = rdb.HGetAll(ctx, key).Scan(&e)                   // want `fields of the embedded base in embedding stay zero; Scan does not look into it`
	_ = rdb.HGetAll(ctx, key).Scan(&eo)                  // want `fields of the embedded base in embeddingOnly stay zero`
	_ = rdb.HGetAll(ctx, key).Scan(&ws)                  // want `field Tags of withSlice has type \[\]string; Scan leaves it empty without an error`
	_ = rdb.HGetAll(ctx, key).Scan(&wm)                  // want `field Meta of withMap has type map\[string\]string; Scan fails when the hash has it`
	_ = rdb.HMGet(ctx, key, "base").Scan(&wn)            // want `field Base of withNested has type base; Scan fails when the hash has it`
	_ = rdb.MGet(ctx, "v").Scan(&wa)                     // want `field V of withAny has type any; Scan fails`
	_ = rdb.HGetAll(ctx, key).Scan(&u)                   // want `field name of unexported has a redis tag but is unexported; Scan panics`
	_ = rdb.HGetAll(ctx, key).Scan(new(int))             // want `new\(int\) of type \*int is no pointer to a struct; Scan fails`
	_ = rdb.HGetAll(ctx, key).Scan(&map[string]string{}) // want `is no pointer to a struct; Scan fails`
	_ = rdb.HGetAll(ctx, key).Scan(hash{})               // want `hash\{\} of type hash is not a pointer; Scan cannot fill it`
	h := &hash{}
	_ = rdb.HGetAll(ctx, key).Scan(&h) // want `&h of type \*\*hash is no pointer to a struct; Scan fails`
	_ = time.Now()
}

func slices(ctx context.Context, rdb *redis.Client, key string) {
	var ps []profile
	var pps []*profile
	var anys []any
	var one string
	_ = rdb.SMembers(ctx, key).ScanSlice(&ps)   // want `elements of &ps have type profile without UnmarshalBinary; ScanSlice fails`
	_ = rdb.SMembers(ctx, key).ScanSlice(&pps)  // want `elements of &pps have type \*profile without UnmarshalBinary; ScanSlice fails`
	_ = rdb.SMembers(ctx, key).ScanSlice(&anys) // want `elements of &anys have type any without UnmarshalBinary`
	_ = rdb.SMembers(ctx, key).ScanSlice(&one)  // want `&one of type \*string is no pointer to a slice; ScanSlice fails`
}

func load(ctx context.Context, rdb redis.Cmdable, key string, dst any) error {
	return rdb.Get(ctx, key).Scan(dst)
}

func loadHash[T any](ctx context.Context, rdb redis.Cmdable, key string, dst *T) error {
	return rdb.HGetAll(ctx, key).Scan(dst)
}

func wrappers(ctx context.Context, rdb *redis.Client) {
	var p profile
	_ = load(ctx, rdb, "k", &p)     // want `&p of type \*profile has no UnmarshalBinary; Scan through load fails`
	_ = loadHash(ctx, rdb, "k", &p) // want `profile has no field with a redis tag`
}

func commandInVariable(ctx context.Context, rdb *redis.Client, cmd *redis.StringCmd) {
	var p profile
	_ = cmd.Scan(&p) // want `&p of type \*profile has no UnmarshalBinary`
	all := rdb.HGetAll(ctx, "k")
	_ = all.Scan(&p) // want `profile has no field with a redis tag`
}
