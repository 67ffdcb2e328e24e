package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// MoveStock moves goods between two shelves.
func MoveStock(ctx context.Context, rdb *redis.Client, from, to string, n int64) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.DecrBy(ctx, from, n)
		pipe.IncrBy(ctx, to, n)
		return nil
	})
	return err
}
