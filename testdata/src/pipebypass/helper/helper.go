// Package helper writes through what it is given.
package helper

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Index writes.
func Index(ctx context.Context, c redis.Cmdable, id string) { c.SAdd(ctx, "index", id) }

// Name reads.
func Name(ctx context.Context, c redis.Cmdable, id string) string {
	return c.Get(ctx, "name:"+id).Val()
}
