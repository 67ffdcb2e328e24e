package example

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// ReservePlain takes one piece from the stock. Pipelined is no transaction: the write does not ask whether the stock has changed.
func ReservePlain(ctx context.Context, rdb *redis.Client, stock string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		left, err := tx.Get(ctx, stock).Int()
		if err != nil {
			return err
		}
		if left == 0 {
			return errors.New("sold out")
		}
		_, err = tx.Pipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, stock, left-1, redis.KeepTTL)
			return nil
		})
		return err
	}, stock)
}
