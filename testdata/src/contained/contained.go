// Package contained makes the check probe panic after its first finding.
package contained

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func found(ctx context.Context, rdb *redis.Client) {
	rdb.Echo(ctx, "x") // want `echo`
}

func panics(ctx context.Context, rdb *redis.Client) {
	rdb.Echo(ctx, "panic")
}

func notReached(ctx context.Context, rdb *redis.Client) {
	rdb.Echo(ctx, "x")
}

func noDirectiveIsCalledUseless(ctx context.Context, rdb *redis.Client) {
	rdb.Echo(ctx, "x") //redisvet:ignore probe it is a test
}
