package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// BidOutside raises the best bid. It reads on a second connection while it holds the first: a busy pool has none to give.
func BidOutside(ctx context.Context, rdb *redis.Client, lot string, bid int) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		best, err := rdb.Get(ctx, lot).Int()
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
