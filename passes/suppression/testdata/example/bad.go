package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

//redisvet:ignore lockttl
func markMigrated(ctx context.Context, rdb *redis.Client) error {
	return rdb.SetNX(ctx, "migration:42:done", "1", 0).Err()
}
