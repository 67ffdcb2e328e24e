package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// AllSessions lists the sessions step by step.
func AllSessions(ctx context.Context, rdb *redis.Client) ([]string, error) {
	var keys []string
	it := rdb.Scan(ctx, 0, "session:*", 500).Iterator()
	for it.Next(ctx) {
		keys = append(keys, it.Val())
	}
	return keys, it.Err()
}
