// Package helper executes and queues for its callers.
package helper

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Flush executes the pipeline.
func Flush(ctx context.Context, p redis.Pipeliner) { _, _ = p.Exec(ctx) }

// Queue only queues.
func Queue(ctx context.Context, p redis.Pipeliner, key string) *redis.IntCmd { return p.Incr(ctx, key) }

// Name reads at once.
func Name(ctx context.Context, c redis.Cmdable, key string) string { return c.Get(ctx, key).Val() }

// Now queues, executes and reads.
func Now(ctx context.Context, p redis.Pipeliner, key string) (string, error) {
	get := p.Get(ctx, key)
	if _, err := p.Exec(ctx); err != nil {
		return "", err
	}
	return get.Val(), nil
}

// Value reads a command.
func Value(c *redis.IntCmd) int64 { return c.Val() }

// Failed looks at the error of a command only.
func Failed(c *redis.IntCmd) bool { return c.Err() != nil }
