package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Transfer moves money and logs it.
func Transfer(ctx context.Context, rdb *redis.Client, from, to string, amount int64) error {
	_, err := rdb.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		tx.LPush(ctx, "transfers", from+" to "+to)
		tx.DecrBy(ctx, from, amount)
		tx.IncrBy(ctx, to, amount)
		return nil
	})
	return err
}
