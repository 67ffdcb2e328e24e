package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// The lock has an expiry, so no directive is needed here.
func lockMigration(ctx context.Context, rdb *redis.Client, owner string) (bool, error) {
	return rdb.SetNX(ctx, "migration:42:lock", owner, time.Minute).Result()
}
