package guide

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// MoveAcrossSlots moves a job from one queue to the other.
func MoveAcrossSlots(ctx context.Context, rdb *redis.ClusterClient, job string) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.LRem(ctx, "jobs:waiting", 1, job)
		pipe.LPush(ctx, "jobs:running", job)
		return nil
	})
	return err
}

// Move moves a job from one queue to the other.
func Move(ctx context.Context, rdb *redis.ClusterClient, job string) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.LRem(ctx, "{jobs}:waiting", 1, job)
		pipe.LPush(ctx, "{jobs}:running", job)
		return nil
	})
	return err
}
