package replyassert

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

func commaOK(ctx context.Context, rdb *redis.Client, keys []string) {
	for _, v := range rdb.MGet(ctx, keys...).Val() {
		if s, ok := v.(string); ok {
			use(s)
		}
	}
}

func nilCheck(ctx context.Context, rdb *redis.Client, keys []string) {
	vs := rdb.MGet(ctx, keys...).Val()
	for i, v := range vs {
		if v == nil {
			continue
		}
		use(v.(string))
		if vs[i] != nil {
			use(vs[i].(string))
		}
	}
}

func typeSwitch(ctx context.Context, rdb *redis.Client, keys []string) {
	for _, v := range rdb.MGet(ctx, keys...).Val() {
		switch v := v.(type) {
		case string:
			use(v)
		case nil:
		}
		switch v.(type) {
		case string:
			use(v.(string))
		}
	}
}

func formatted(ctx context.Context, rdb *redis.Client, keys []string) {
	for _, v := range rdb.MGet(ctx, keys...).Val() {
		use(fmt.Sprint(v))
		if st, ok := v.(fmt.Stringer); ok {
			use(st)
		}
	}
}

func checkedReplies(ctx context.Context, rdb *redis.Client, key string) error {
	res, err := script.Run(ctx, rdb, []string{key}).Result()
	if err != nil {
		return err
	}
	use(res.(int64))
	list := res.([]any)
	use(list[0].(int64), list[1].(string))
	cmd := rdb.Do(ctx, "GET", key)
	if cmd.Err() != nil {
		return cmd.Err()
	}
	use(cmd.Val().(string))
	f, err := rdb.Do(ctx, "ZSCORE", key, "m").Result()
	if err != nil {
		return err
	}
	use(f.(float64)) // RESP3
	return nil
}

func otherSlices(vs []any, m map[string]any) {
	use(vs[0].(string), m["a"].(int))
}

func othersUse(vs []any) string { return vs[0].(string) }

func notFromRedis() { use(othersUse([]any{"a"})) }

func replaced(ctx context.Context, rdb *redis.Client, keys []string) {
	vs := rdb.MGet(ctx, keys...).Val()
	vs = []any{"a"}
	use(vs[0].(string))
}
