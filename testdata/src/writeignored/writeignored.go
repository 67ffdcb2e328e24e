// Package writeignored has the situations of the check writeignored.
package writeignored

import (
	"context"

	"github.com/redis/go-redis/v9"
)

type store struct{ db redis.Cmdable }

func badStatement(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Set(ctx, key, 1, 0) // want `error of Set is dropped; a write that fails goes unnoticed`
}

func badGo(ctx context.Context, rdb redis.UniversalClient, key string) {
	go rdb.Incr(ctx, key)   // want `error of Incr is dropped`
	defer rdb.Del(ctx, key) // want `error of Del is dropped`
}

func badErr(ctx context.Context, rdb *redis.ClusterClient, key string) {
	rdb.HSet(ctx, key, "f", 1).Err() // want `error of HSet is dropped`
}

func (s *store) badField(ctx context.Context) {
	s.db.LPush(ctx, "l", 1) // want `error of LPush is dropped`
}

func goodBlank(ctx context.Context, rdb *redis.Client, key string) {
	_ = rdb.Set(ctx, key, 1, 0)
	_ = rdb.Set(ctx, key, 1, 0).Err()
}

func goodChecked(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Set(ctx, key, 1, 0).Err()
}

func goodRead(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Get(ctx, key)
}

func goodPipelined(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, key, 1, 0)
		queue(ctx, p)
		return nil
	})
	return err
}

func queue(ctx context.Context, c redis.Cmdable) { c.Incr(ctx, "n") }

func GoodParameter(ctx context.Context, c redis.Cmdable) { c.Incr(ctx, "n") }
