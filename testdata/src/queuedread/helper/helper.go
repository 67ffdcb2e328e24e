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
