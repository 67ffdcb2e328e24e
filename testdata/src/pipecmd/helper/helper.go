// Package helper runs scripts and commands for its callers.
package helper

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

var script = redis.NewScript(`return redis.call('INCR', KEYS[1])`)

// Bump runs a script on what it is given.
func Bump(ctx context.Context, c redis.Scripter, key string) *redis.Cmd {
	return script.Run(ctx, c, []string{key})
}

// Next waits for an element.
func Next(ctx context.Context, c redis.Cmdable, key string) *redis.StringSliceCmd {
	return c.BLPop(ctx, time.Second, key)
}
