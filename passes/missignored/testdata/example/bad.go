package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// AllowedBlindly reports whether an address is not blocked. When Redis is down, nobody is.
func AllowedBlindly(ctx context.Context, rdb *redis.Client, address string) bool {
	return rdb.Exists(ctx, "blocked:"+address).Val() == 0
}
