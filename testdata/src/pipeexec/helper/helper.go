// Package helper makes, fills and executes pipelines for its callers.
package helper

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// New makes a pipeline.
func New(c redis.UniversalClient) redis.Pipeliner { return c.Pipeline() }

// Queue only queues.
func Queue(ctx context.Context, p redis.Pipeliner, key string) { p.Incr(ctx, key) }

// Flush executes.
func Flush(ctx context.Context, p redis.Pipeliner) error {
	_, err := p.Exec(ctx)
	return err
}

// Kept pipelines.
var Kept []redis.Pipeliner

// Keep keeps it.
func Keep(p redis.Pipeliner) { Kept = append(Kept, p) }
