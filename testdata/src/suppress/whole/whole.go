// Package whole has a directive for one of its files.
package whole

import (
	"context"

	"github.com/redis/go-redis/v9"
)

//redisvet:file-ignore probe it is a test

func first(ctx context.Context, rdb *redis.Client) {
	rdb.Echo(ctx, "x")
}

func second(ctx context.Context, rdb *redis.Client) {
	rdb.Echo(ctx, "y")
}
