// Package helper begins transactions for its callers.
package helper

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Move is a transaction on any client.
func Move(ctx context.Context, c redis.Cmdable, from, to string) error {
	_, err := c.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, from)
		p.Incr(ctx, to)
		return nil
	})
	return err
}

// Queue only queues.
func Queue(ctx context.Context, c redis.Cmdable, key string) { c.Incr(ctx, key) }
