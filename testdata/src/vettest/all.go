// Package vettest is the fixture of the test harness: one import of each version of the library, and findings with and without a fix.
package vettest

import (
	"context"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

func fixable(ctx context.Context, rdb *redis.Client) error {
	return rdb.Ping(ctx).Err() // want "ping"
}

func unfixable(ctx context.Context, a *v8.Client, b *v7.Client, c *v6.Client) {
	a.Ping(ctx) // want "v8"
	b.Ping()
	c.Ping()
}
