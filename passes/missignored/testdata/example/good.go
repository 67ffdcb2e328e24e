package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Allowed reports whether an address is not blocked.
func Allowed(ctx context.Context, rdb *redis.Client, address string) (bool, error) {
	n, err := rdb.Exists(ctx, "blocked:"+address).Result()
	return err == nil && n == 0, err
}
