package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// ReadToken returns the token.
func ReadToken(ctx context.Context, rdb *redis.Client) (string, error) {
	return rdb.Get(ctx, "token").Result()
}

// SaveToken keeps the token.
func SaveToken(ctx context.Context, rdb *redis.Client, token string, fail func(any)) {
	if err := rdb.Set(ctx, "token", token, 0).Err(); err != nil {
		fail(err)
	}
}
