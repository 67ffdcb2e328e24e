package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// EachUser visits all users, page by page; a user can come twice.
func EachUser(ctx context.Context, rdb *redis.Client, visit func(user string) error) error {
	it := rdb.SScan(ctx, "users", 0, "", 500).Iterator()
	for it.Next(ctx) {
		if err := visit(it.Val()); err != nil {
			return err
		}
	}
	return it.Err()
}
