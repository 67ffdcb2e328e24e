package expirerace

import (
	"context"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

type limiter struct {
	rdb    redis.UniversalClient
	prefix string
	window time.Duration
}

func (l *limiter) key(user string) string { return l.prefix + ":" + user }

func (l *limiter) allow(ctx context.Context, user string) (bool, error) {
	n, err := l.rdb.Incr(ctx, l.key(user)).Result()
	if err != nil {
		return false, err
	}
	if n == 1 {
		if err := l.rdb.Expire(ctx, l.key(user), l.window).Err(); err != nil { // want `gets its expiry by Expire only after Incr`
			log.Print(err)
		}
	}
	return n <= 10, nil
}

func switched(ctx context.Context, rdb *redis.Client, key string) {
	switch n := rdb.Incr(ctx, key).Val(); n {
	case 1:
		rdb.Expire(ctx, key, time.Minute) // want `key gets its expiry by Expire only after Incr`
	}
}

func goroutine(ctx context.Context, rdb *redis.Client, key string) {
	rdb.LPush(ctx, key, 1)
	go rdb.Expire(ctx, key, time.Minute) // want `key gets its expiry by Expire only after LPush`
}

func expireFirst(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Expire(ctx, key, time.Minute)
	rdb.Incr(ctx, key)
}

func counterOutsideTx(ctx context.Context, rdb *redis.Client, key string) error {
	rdb.Incr(ctx, key)
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.HSet(ctx, key+":meta", "at", 1)
		p.Expire(ctx, key, time.Minute) // want `key gets its expiry by Expire only after Incr`
		return nil
	})
	return err
}

func expireNX(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Incr(ctx, key)
	rdb.ExpireNX(ctx, key, time.Minute) // want `key gets its expiry by ExpireNX only after Incr`
}

func constantZeroValue(ctx context.Context, rdb *redis.Client, key string) {
	const none = time.Duration(0)
	rdb.Set(ctx, key, "x", none)
	log.Print("set")
	rdb.Expire(ctx, key, time.Minute) // want `pass the expiry to Set`
}

func helperInTx(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.TxPipeline()
	fill(ctx, pipe, key)
	_, err := pipe.Exec(ctx)
	return err
}

func fill(ctx context.Context, c redis.Cmdable, key string) {
	c.HSet(ctx, key, "a", 1)
	c.Expire(ctx, key, time.Minute)
}

func onlyOneBranchEach(ctx context.Context, rdb *redis.Client, key string, forever bool) {
	if forever {
		rdb.Set(ctx, key, "x", 0)
	} else {
		rdb.Expire(ctx, key, time.Minute)
	}
}

func existing(ctx context.Context, rdb *redis.Client, key string) {
	if rdb.Exists(ctx, key).Val() == 1 {
		rdb.Incr(ctx, key)
		rdb.Expire(ctx, key, time.Minute)
	}
}

func methodValues(ctx context.Context, rdb *redis.Client, key string) {
	incr := rdb.Incr
	if incr(ctx, key).Val() == 1 {
		rdb.Expire(ctx, key, time.Minute) // want `key gets its expiry by Expire only after`
	}
}

func lengthKnown(ctx context.Context, rdb *redis.Client, key string, limit int64) error {
	n, err := rdb.LLen(ctx, key).Result()
	if err != nil {
		return err
	}
	if n < limit {
		rdb.LPush(ctx, key, time.Now().Unix())
		rdb.Expire(ctx, key, time.Minute) // want `key gets its expiry by Expire only after LPush`
	}
	return nil
}
