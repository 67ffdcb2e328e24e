package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Double doubles a stake, or returns redis.TxFailedErr when it changed meanwhile.
func Double(ctx context.Context, rdb *redis.Client, stake string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, stake).Int()
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
