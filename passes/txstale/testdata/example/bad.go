package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// RewardStale adds points. They are added to a number that was read before the watch began.
func RewardStale(ctx context.Context, rdb *redis.Client, player string, points int) error {
	score, err := rdb.Get(ctx, player).Int()
	if err != nil {
		return err
	}
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, player, score+points, redis.KeepTTL)
			return nil
		})
		return err
	}, player)
}
