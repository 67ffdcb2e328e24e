package duration

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func minusOne(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Set(ctx, key, "v", -1).Err() // want `-1 as expiration of Set keeps the key's old TTL; it does not mean no expiry`
}
