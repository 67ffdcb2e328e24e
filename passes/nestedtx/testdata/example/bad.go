package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// TransferNested moves money and logs it. The inner TxPipelined is no transaction: a pipeline cannot hold one.
func TransferNested(ctx context.Context, rdb *redis.Client, from, to string, amount int64) error {
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.LPush(ctx, "transfers", from+" to "+to)
		_, err := pipe.TxPipelined(ctx, func(tx redis.Pipeliner) error {
			tx.DecrBy(ctx, from, amount)
			tx.IncrBy(ctx, to, amount)
			return nil
		})
		return err
	})
	return err
}
