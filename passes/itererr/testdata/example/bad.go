package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// OnlineUnsure lists who is online. A lost connection looks like the end of the list.
func OnlineUnsure(ctx context.Context, rdb *redis.Client) ([]string, error) {
	var users []string
	it := rdb.SScan(ctx, "online", 0, "", 100).Iterator()
	for it.Next(ctx) {
		users = append(users, it.Val())
	}
	return users, nil
}
