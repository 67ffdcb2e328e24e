package txstale

import (
	"context"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/wrapped"
)

func readThroughPointer(ctx context.Context, rdb *redis.Client) error {
	var n int
	if err := wrapped.LoadInt(ctx, rdb, "stock", &n); err != nil {
		return err
	}
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, "stock", n-1, 0) // want `Set writes a value from Get before Watch; a change in between is lost, and EXEC succeeds`
			return nil
		})
		return err
	}, "stock")
}

func readThroughPointerInside(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		var n int
		if err := wrapped.LoadInt(ctx, tx, "stock", &n); err != nil {
			return err
		}
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, "stock", n-1, 0)
			return nil
		})
		return err
	}, "stock")
}
