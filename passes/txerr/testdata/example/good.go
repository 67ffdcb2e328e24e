package example

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// ErrTaken says that the seat is not free.
var ErrTaken = errors.New("seat is taken")

// Claim gives a seat to a guest if it is free, or returns redis.TxFailedErr when somebody else was faster.
func Claim(ctx context.Context, rdb *redis.Client, seat, guest string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		taken, err := tx.Exists(ctx, seat).Result()
		if err != nil {
			return err
		}
		if taken == 1 {
			return ErrTaken
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, seat, guest, 0)
			return nil
		})
		return err
	}, seat)
}
