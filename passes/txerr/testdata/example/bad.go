package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// ClaimSilently gives a seat to a guest if it is free. The caller is told that it worked also when somebody else was faster.
func ClaimSilently(ctx context.Context, rdb *redis.Client, seat, guest string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		taken, err := tx.Exists(ctx, seat).Result()
		if err != nil {
			return err
		}
		if taken == 1 {
			return ErrTaken
		}
		_, _ = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, seat, guest, 0)
			return nil
		})
		return nil
	}, seat)
}
