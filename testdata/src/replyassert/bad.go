package replyassert

import (
	"context"

	v7 "github.com/go-redis/redis/v7"
	"github.com/redis/go-redis/v9"
)

func use(...any) {}

func ranged(ctx context.Context, rdb *redis.Client, keys []string) error {
	vs, err := rdb.MGet(ctx, keys...).Result()
	if err != nil {
		return err
	}
	for _, v := range vs {
		use(v.(string)) // want `v is nil for a missing key; the assertion panics, it is an element of MGet`
	}
	for i := range vs {
		use(vs[i].(string)) // want `vs\[i\] is nil for a missing key`
	}
	return nil
}

func indexed(ctx context.Context, rdb redis.Cmdable, key string) string {
	vs := rdb.HMGet(ctx, key, "a", "b").Val()
	first := vs[0]
	use(first.(string))        // want `first is nil for a missing key; the assertion panics, it is an element of HMGet`
	return vs[1].(string) + "" // want `vs\[1\] is nil for a missing key`
}

func direct(ctx context.Context, rdb *redis.Client) string {
	return rdb.MGet(ctx, "a").Val()[0].(string) // want `is nil for a missing key`
}

func neverThatType(ctx context.Context, rdb *redis.Client, key string) {
	for _, v := range rdb.HMGet(ctx, key, "n").Val() {
		n, ok := v.(int64) // want `v is a string or nil, never int64; it is an element of HMGet`
		use(n, ok)
		b, ok := v.([]byte) // want `v is a string or nil, never \[\]byte`
		use(b, ok)
	}
}

func queued(ctx context.Context, rdb *redis.Client, keys []string) error {
	pipe := rdb.Pipeline()
	cmd := pipe.MGet(ctx, keys...)
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	for _, v := range cmd.Val() {
		use(v.(string)) // want `v is nil for a missing key`
	}
	return nil
}

func decode(vs []any) []string {
	var out []string
	for _, v := range vs {
		out = append(out, v.(string)) // want `v is nil for a missing key`
	}
	return out
}

func toString(v any) string { return v.(string) } // want `v is nil for a missing key`

func throughHelpers(ctx context.Context, rdb *redis.Client, keys []string) {
	vs, err := rdb.MGet(ctx, keys...).Result()
	if err != nil {
		return
	}
	use(decode(vs))
	use(toString(vs[0]))
}

func fetch(ctx context.Context, rdb *redis.Client, keys []string) ([]any, error) {
	return rdb.MGet(ctx, keys...).Result()
}

func fromHelper(ctx context.Context, rdb *redis.Client, keys []string) {
	vs, err := fetch(ctx, rdb, keys)
	if err == nil {
		use(vs[0].(string)) // want `vs\[0\] is nil for a missing key`
	}
}

var script = redis.NewScript("return 1")

func genericReplies(ctx context.Context, rdb *redis.Client, key string) error {
	use(rdb.Do(ctx, "GET", key).Val().(string)) // want `is nil when the key is missing or Do fails; the assertion panics`
	res, err := script.Run(ctx, rdb, []string{key}).Result()
	if err != nil {
		return err
	}
	use(res.(int))         // want `res is never int; replies of Run hold int64 and string`
	n, ok := res.(float64) // want `res is never float64; replies of Run hold int64 and string`
	use(n, ok)
	v, _ := rdb.Eval(ctx, "return 1", nil).Result()
	use(v.(int64)) // want `v is nil when the key is missing or Eval fails`
	list := res.([]any)
	use(list[0].(int32))                        // want `list\[0\] is never int32`
	use(rdb.Do(ctx, "GET", key).Val().([]byte)) // want `is never \[\]byte`
	return nil
}

func rawMGet(ctx context.Context, rdb *redis.Client) error {
	vs, err := rdb.Do(ctx, "MGET", "a", "b").Slice()
	if err != nil {
		return err
	}
	use(vs[0].(string)) // want `vs\[0\] is nil for a missing key; the assertion panics, it is an element of MGET`
	return nil
}

func onVersion7(rdb *v7.Client) string {
	return rdb.MGet("a").Val()[0].(string) // want `is nil for a missing key`
}
