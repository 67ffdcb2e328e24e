package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Sessions lists the sessions; the server serves nobody else meanwhile.
func Sessions(ctx context.Context, rdb *redis.Client) ([]string, error) {
	return rdb.Keys(ctx, "session:*").Result()
}
