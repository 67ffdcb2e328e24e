package itererr

import (
	"context"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/wrapped"
)

func madeByOtherPackage(ctx context.Context, rdb *redis.Client) (n int) {
	it := wrapped.Scan(ctx, rdb, "user:*")
	for it.Next(ctx) { // want `it\.Next ends at errors, too, and it\.Err is never read after it; half a scan looks whole`
		n++
	}
	return n
}

func madeByOtherPackageRead(ctx context.Context, rdb *redis.Client) (n int, err error) {
	it := wrapped.Scan(ctx, rdb, "user:*")
	for it.Next(ctx) {
		n++
	}
	return n, it.Err()
}
