// Package rueidis has programs that use go-redis' API on a rueidis client.
package rueidis

import (
	"context"
	"errors"
	"time"

	redis "github.com/redis/rueidis/rueidiscompat"
)

func readTooEarly(ctx context.Context, rdb redis.Cmdable, key string) (string, error) {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, key)
	name := get.Val() // want `result of Get is read before pipe.Exec; it is always the zero value`
	_, err := pipe.Exec(ctx)
	return name, err
}

func readAfterExec(ctx context.Context, rdb redis.Cmdable, key string) (string, error) {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, key)
	if _, err := pipe.Exec(ctx); err != nil {
		return "", err
	}
	return get.Val(), nil
}

func readInsideTransaction(ctx context.Context, rdb redis.Cmdable, from, to string) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		n, err := pipe.Incr(ctx, from).Result() // want `result of Incr is read before TxPipelined sends it; it is always the zero value and decides what IncrBy writes`
		if err != nil {
			return err
		}
		pipe.IncrBy(ctx, to, n)
		return nil
	})
	return err
}

// A queued command of rueidiscompat has an error until it is executed, and not nil as one of go-redis.
func testedTooEarly(ctx context.Context, rdb redis.Cmdable, key string) error {
	pipe := rdb.Pipeline()
	if err := pipe.Set(ctx, key, 1, 0).Err(); err != nil { // want `error of Set is tested before pipe.Exec; here it always says that nothing was executed`
		return err
	}
	_, err := pipe.Exec(ctx)
	return err
}

func neverSent(ctx context.Context, rdb redis.Cmdable, sessions []string) {
	pipe := rdb.Pipeline()
	for _, s := range sessions {
		pipe.Del(ctx, s) // want `Del is queued on pipe but never sent; no execution follows`
	}
}

func sent(ctx context.Context, rdb redis.Cmdable, sessions []string) error {
	pipe := rdb.TxPipeline()
	for _, s := range sessions {
		pipe.Del(ctx, s)
	}
	_, err := pipe.Exec(ctx)
	return err
}

func errorDropped(ctx context.Context, rdb redis.Cmdable, id string) {
	pipe := rdb.TxPipeline()
	pipe.Set(ctx, "article:"+id, "text", time.Hour)
	pipe.LPush(ctx, "articles", id)
	pipe.Exec(ctx) // want `error of pipe.Exec`
}

func errorDroppedByPipelined(ctx context.Context, rdb redis.Cmdable, id string) {
	rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error { // want `error of rdb.Pipelined`
		pipe.Set(ctx, "article:"+id, "text", time.Hour)
		pipe.LPush(ctx, "articles", id)
		return nil
	})
}

func errorReturned(ctx context.Context, rdb redis.Cmdable, id string) error {
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Set(ctx, "article:"+id, "text", time.Hour)
		pipe.LPush(ctx, "articles", id)
		return nil
	})
	return err
}

func missHidesFailure(ctx context.Context, rdb redis.Cmdable, id string) (int64, error) {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "nick:"+id)
	visits := pipe.Incr(ctx, "visits:"+id)
	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) { // want `.`
		return 0, err
	}
	return visits.Val(), nil
}

func eachIsTested(ctx context.Context, rdb redis.Cmdable, id string) (int64, error) {
	pipe := rdb.Pipeline()
	nick := pipe.Get(ctx, "nick:"+id)
	visits := pipe.Incr(ctx, "visits:"+id)
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		return 0, err
	}
	if err := nick.Err(); err != nil && err != redis.Nil {
		return 0, err
	}
	return visits.Result()
}

type store struct{ redis.Cmdable }

func (s store) embedded(ctx context.Context, key string) (string, error) {
	pipe := s.Pipeline()
	get := pipe.Get(ctx, key)
	name := get.Val() // want `result of Get is read before pipe.Exec`
	_, err := pipe.Exec(ctx)
	return name, err
}
