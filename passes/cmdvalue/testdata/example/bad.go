package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Token returns "get token: ..." instead of the token.
func Token(ctx context.Context, rdb *redis.Client) string {
	return rdb.Get(ctx, "token").String()
}

// Save always fails, with a command as its error.
func Save(ctx context.Context, rdb *redis.Client, token string, fail func(any)) {
	if err := rdb.Set(ctx, "token", token, 0); err != nil {
		fail(err)
	}
}
