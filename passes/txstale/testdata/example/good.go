package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Reward adds points.
func Reward(ctx context.Context, rdb *redis.Client, player string, points int) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		score, err := tx.Get(ctx, player).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, player, score+points, redis.KeepTTL)
			return nil
		})
		return err
	}, player)
}
