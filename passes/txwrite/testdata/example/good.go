package example

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// Reserve takes one piece from the stock, or returns redis.TxFailedErr when the stock changed meanwhile.
func Reserve(ctx context.Context, rdb *redis.Client, stock string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		left, err := tx.Get(ctx, stock).Int()
		if err != nil {
			return err
		}
		if left == 0 {
			return errors.New("sold out")
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, stock, left-1, redis.KeepTTL)
			return nil
		})
		return err
	}, stock)
}
