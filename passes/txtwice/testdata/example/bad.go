package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// DoubleTwice doubles a stake. The first EXEC ends the watch, so the second transaction is unguarded.
func DoubleTwice(ctx context.Context, rdb *redis.Client, stake string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		var current *redis.StringCmd
		if _, err := tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			current = pipe.Get(ctx, stake)
			return nil
		}); err != nil {
			return err
		}
		n, err := current.Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, stake, 2*n, redis.KeepTTL)
			return nil
		})
		return err
	}, stake)
}
