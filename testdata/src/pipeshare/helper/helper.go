// Package helper queues for its callers.
package helper

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Queue queues one command.
func Queue(ctx context.Context, p redis.Pipeliner, key string) { p.Incr(ctx, key) }
