package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Online lists who is online.
func Online(ctx context.Context, rdb *redis.Client) ([]string, error) {
	var users []string
	it := rdb.SScan(ctx, "online", 0, "", 100).Iterator()
	for it.Next(ctx) {
		users = append(users, it.Val())
	}
	return users, it.Err()
}
