// Package helper is another package.
package helper

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// WithTx passes a function on to Watch.
func WithTx(ctx context.Context, rdb *redis.Client, fn func(*redis.Tx) error, keys ...string) error {
	return rdb.Watch(ctx, fn, keys...)
}
