package guide

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// HitInTwoSteps counts requests of an address per minute.
func HitInTwoSteps(ctx context.Context, rdb *redis.Client, addr string) (int64, error) {
	n, err := rdb.Incr(ctx, "hits:"+addr).Result()
	if err != nil {
		return 0, err
	}
	if n == 1 {
		err = rdb.Expire(ctx, "hits:"+addr, time.Minute).Err()
	}
	return n, err
}

// Hit counts requests of an address per minute.
func Hit(ctx context.Context, rdb *redis.Client, addr string) (int64, error) {
	var hits *redis.IntCmd
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		hits = pipe.Incr(ctx, "hits:"+addr)
		pipe.ExpireNX(ctx, "hits:"+addr, time.Minute) // since Redis 7.0
		return nil
	})
	if err != nil {
		return 0, err
	}
	return hits.Val(), nil
}

// PublishPartly stores an article and lists it.
func PublishPartly(ctx context.Context, rdb *redis.Client, id, text string) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		rdb.Set(ctx, "article:"+id, text, 0)
		pipe.LPush(ctx, "articles", id)
		return nil
	})
	return err
}

// Publish stores an article and lists it. Nobody sees one without the other.
func Publish(ctx context.Context, rdb *redis.Client, id, text string) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Set(ctx, "article:"+id, text, 0)
		pipe.LPush(ctx, "articles", id)
		return nil
	})
	return err
}
