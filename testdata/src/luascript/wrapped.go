package luascript

import (
	"context"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/wrapped"
)

func scriptOfOtherPackage(ctx context.Context, rdb *redis.Client) error {
	return wrapped.Unlock.Run(ctx, rdb, []string{"lock"}).Err() // want `script reads ARGV\[1\], but Run passes 0 arguments; it is nil there`
}

func scriptOfOtherPackageRight(ctx context.Context, rdb *redis.Client, token string) error {
	return wrapped.Unlock.Run(ctx, rdb, []string{"lock"}, token).Err()
}

func scriptOfOtherPackageAssignedTwice(ctx context.Context, rdb *redis.Client) error {
	return wrapped.Changing.Run(ctx, rdb, nil).Err()
}
