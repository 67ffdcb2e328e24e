package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// EachUserAtOnce visits all users. The server serves nobody else while it makes the one long answer.
func EachUserAtOnce(ctx context.Context, rdb *redis.Client, visit func(user string) error) error {
	users, err := rdb.SMembers(ctx, "users").Result()
	if err != nil {
		return err
	}
	for _, u := range users {
		if err := visit(u); err != nil {
			return err
		}
	}
	return nil
}
