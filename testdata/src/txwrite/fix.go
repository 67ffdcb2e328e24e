package txwrite

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func pipelined(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, err = tx.Pipelined(ctx, func(p redis.Pipeliner) error { // want `tx.Pipelined is no transaction; its Set overwrites a change of the watched key`
			p.Set(ctx, key, n-1, 0) // one less
			return nil
		})
		return err
	}, key)
}

func pipeline(ctx context.Context, rdb redis.UniversalClient, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		pipe := tx.Pipeline() // want `tx.Pipeline is no transaction; its Set overwrites`
		pipe.Set(ctx, key, n-1, 0)
		_, err = pipe.Exec(ctx)
		return err
	}, key)
}

func outerTransaction(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, err = rdb.TxPipelined(ctx, func(p redis.Pipeliner) error { // want `rdb.TxPipelined inside Watch runs on another connection; the watch does not guard its Set`
			p.Set(ctx, key, n-1, 0)
			return nil
		})
		return err
	}, key)
}
