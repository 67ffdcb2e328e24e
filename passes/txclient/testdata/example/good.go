package example

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// ErrTooLow says that somebody bids more.
var ErrTooLow = errors.New("bid is too low")

// Bid raises the best bid.
func Bid(ctx context.Context, rdb *redis.Client, lot string, bid int) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		best, err := tx.Get(ctx, lot).Int()
		if err != nil {
			return err
		}
		if bid <= best {
			return ErrTooLow
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, lot, bid, redis.KeepTTL)
			return nil
		})
		return err
	}, lot)
}
