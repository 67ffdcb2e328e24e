// Package loopcmd has the situations of the check loopcmd.
package loopcmd

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func badRange(ctx context.Context, rdb *redis.Client, keys []string) error {
	for _, k := range keys {
		if err := rdb.Del(ctx, k).Err(); err != nil { // want `Del is sent once per turn of the loop; a pipeline needs one round trip`
			return err
		}
	}
	return nil
}

func badRead(ctx context.Context, rdb redis.UniversalClient, ids []string) map[string]string {
	out := map[string]string{}
	for _, id := range ids {
		out[id] = rdb.Get(ctx, "user:"+id).Val() // want `Get is sent once per turn of the loop`
	}
	return out
}

func badMap(ctx context.Context, rdb *redis.Client, m map[string]int) {
	for k, v := range m {
		_ = rdb.Set(ctx, k, v, 0).Err() // want `Set is sent once per turn of the loop`
	}
}

func badIndex(ctx context.Context, rdb *redis.Client, ids []string) {
	for i := 0; i < len(ids); i++ {
		_ = rdb.Expire(ctx, ids[i], time.Hour).Err() // want `Expire is sent once per turn of the loop`
	}
}

func goodPipeline(ctx context.Context, rdb *redis.Client, keys []string) error {
	pipe := rdb.Pipeline()
	for _, k := range keys {
		pipe.Del(ctx, k)
	}
	_, err := pipe.Exec(ctx)
	return err
}

func goodShortList(ctx context.Context, rdb *redis.Client) {
	for _, k := range []string{"a", "b"} {
		_ = rdb.Del(ctx, k).Err()
	}
}

func goodSameKey(ctx context.Context, rdb *redis.Client, vs []string) {
	for range vs {
		_ = rdb.Incr(ctx, "n").Err()
	}
}

func goodSearch(ctx context.Context, rdb *redis.Client, keys []string) string {
	for _, k := range keys {
		if rdb.Get(ctx, k).Val() == "yes" {
			return k
		}
	}
	return ""
}

func goodThrottled(ctx context.Context, rdb *redis.Client, keys []string) {
	for _, k := range keys {
		_ = rdb.Del(ctx, k).Err()
		time.Sleep(time.Millisecond)
	}
}

func goodPage(ctx context.Context, rdb *redis.Client, cursor uint64) (uint64, error) {
	keys, next, err := rdb.Scan(ctx, cursor, "a:*", 10).Result()
	for _, k := range keys {
		_ = rdb.Persist(ctx, k).Err()
	}
	return next, err
}

func goodChannel(ctx context.Context, rdb *redis.Client, keys <-chan string) {
	for k := range keys {
		_ = rdb.Del(ctx, k).Err()
	}
}

func goodGoroutines(ctx context.Context, rdb *redis.Client, keys []string) {
	for _, k := range keys {
		go func() { _ = rdb.Del(ctx, k).Err() }()
	}
}
