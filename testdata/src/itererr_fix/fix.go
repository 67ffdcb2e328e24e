// Package itererr_fix has the fixes of the check itererr.
package itererr_fix

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func onlyError(ctx context.Context, rdb *redis.Client) error {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	for it.Next(ctx) { // want `it.Next ends at errors, too, and it.Err is never read after it; half a scan looks whole`
		rdb.Unlink(ctx, it.Val())
	}
	return nil
}

func list(ctx context.Context, rdb *redis.Client) (keys []string, err error) {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	for it.Next(ctx) { // want `it.Next ends at errors`
		keys = append(keys, it.Val())
	}
	// all of them
	return keys, nil
}

func noError(ctx context.Context, rdb *redis.Client) *int {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	n := 0
	for it.Next(ctx) { // want `it.Next ends at errors`
		n++
	}
	return nil
}

func notAtOnce(ctx context.Context, rdb *redis.Client) error {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	for it.Next(ctx) { // want `it.Next ends at errors`
		rdb.Unlink(ctx, it.Val())
	}
	println("done")
	return nil
}

func scoped(ctx context.Context, rdb *redis.Client) error {
	for it := rdb.Scan(ctx, 0, "a:*", 100).Iterator(); it.Next(ctx); { // want `it.Next ends at errors`
		rdb.Unlink(ctx, it.Val())
	}
	return nil
}
