package expirerace

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func fixSet(ctx context.Context, rdb *redis.Client, key, v string) {
	rdb.Set(ctx, key, v, 0)
	rdb.Expire(ctx, key, 5*time.Minute) // want `pass the expiry to Set`
}

func fixSetNX(ctx context.Context, rdb *redis.Client, key, v string, ttl time.Duration) bool {
	ok, err := rdb.SetNX(ctx, key, v, 0).Result()
	if err != nil || !ok {
		return false
	}
	rdb.Expire(ctx, key, ttl) // want `pass the expiry to SetNX`
	return true
}

func noFixComment(ctx context.Context, rdb *redis.Client, key, v string) {
	rdb.Set(ctx, key, v, 0)
	// a minute is enough
	rdb.Expire(ctx, key, time.Minute) // want `pass the expiry to Set`
}

func noFixCall(ctx context.Context, rdb *redis.Client, key, v string, ttl func() time.Duration) {
	rdb.Set(ctx, key, v, 0)
	rdb.Expire(ctx, key, ttl()) // want `pass the expiry to Set`
}
