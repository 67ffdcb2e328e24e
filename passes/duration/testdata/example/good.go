package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// RememberFor caches a profile for as many seconds as the configuration says.
func RememberFor(ctx context.Context, rdb *redis.Client, id string, profile []byte, ttlSeconds int) error {
	return rdb.Set(ctx, "profile:"+id, profile, time.Duration(ttlSeconds)*time.Second).Err()
}
