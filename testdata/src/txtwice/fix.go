package txtwice

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func readsFirst(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		var v *redis.IntCmd
		// both in one round trip
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error { // want `tx.TxPipelined ends the watch although it only reads; the transaction after it is unguarded`
			v = p.LLen(ctx, key)
			p.TTL(ctx, key)
			return nil
		})
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.RPush(ctx, key, v.Val())
			return nil
		})
		return err
	}, key)
}
