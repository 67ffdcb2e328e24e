package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Persistent tells whether a key never expires.
func Persistent(ctx context.Context, rdb *redis.Client, key string) (bool, error) {
	ttl, err := rdb.TTL(ctx, key).Result()
	if err != nil {
		return false, err
	}
	return ttl == -1, nil // -2: there is no such key
}
