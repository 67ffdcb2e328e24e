package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// MoveStockBypassed moves goods between two shelves. One of the two commands does not go into the transaction.
func MoveStockBypassed(ctx context.Context, rdb *redis.Client, from, to string, n int64) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.DecrBy(ctx, from, n)
		rdb.IncrBy(ctx, to, n) // sent at once, outside of MULTI and EXEC
		return nil
	})
	return err
}
