package txerr

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/txerr/helper"
)

func statement(ctx context.Context, rdb redis.UniversalClient, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		tx.TxPipelined(ctx, set(key, 1)) // want `error of tx.TxPipelined is dropped`
		return nil
	}, key)
}

func errInScope(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, _ = tx.TxPipelined(ctx, func(p redis.Pipeliner) error { // want `error of tx.TxPipelined is dropped`
			// the new value
			p.Set(ctx, key, n+1, 0)
			return nil
		})
		return nil
	}, key)
}

func exec(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		pipe := tx.TxPipeline()
		pipe.Set(ctx, key, 1, 0)
		pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
		return nil
	}, key)
}

func namedFunction(tx *redis.Tx) error {
	tx.TxPipelined(context.Background(), set("k", 1)) // want `error of tx.TxPipelined is dropped`
	return nil
}

func (r *repo) method(tx *redis.Tx) error {
	_, _ = tx.TxPipelined(context.Background(), set("k", 1)) // want `error of tx.TxPipelined is dropped`
	return nil
}

func variable(ctx context.Context, rdb *redis.Client, key string) error {
	fn := func(tx *redis.Tx) error {
		tx.TxPipelined(ctx, set(key, 1)) // want `error of tx.TxPipelined is dropped`
		return nil
	}
	return rdb.Watch(ctx, fn, key)
}

func throughHelper(ctx context.Context, rdb *redis.ClusterClient, key string) error {
	return withTx(ctx, rdb, func(tx *redis.Tx) error {
		tx.TxPipelined(ctx, set(key, 1)) // want `error of tx.TxPipelined is dropped`
		return nil
	}, key)
}

func throughOtherPackage(ctx context.Context, rdb *redis.Client, key string) error {
	return helper.WithTx(ctx, rdb, func(tx *redis.Tx) error {
		tx.TxPipelined(ctx, set(key, 1)) // want `error of tx.TxPipelined is dropped`
		return nil
	}, key)
}

func throughInterface(ctx context.Context, r runner, key string) error {
	return r.Run(ctx, func(tx *redis.Tx) error {
		tx.TxPipelined(ctx, set(key, 1)) // want `error of tx.TxPipelined is dropped`
		return nil
	}, key)
}

func inLoop(ctx context.Context, rdb *redis.Client, key string) (err error) {
	for range 3 {
		err = rdb.Watch(ctx, func(tx *redis.Tx) error {
			tx.TxPipelined(ctx, set(key, 1)) // want `error of tx.TxPipelined is dropped`
			return nil
		}, key)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return err
}

func (r genericRepo[T]) put(ctx context.Context, key string, v T) error {
	return r.rdb.Watch(ctx, func(tx *redis.Tx) error {
		tx.TxPipelined(ctx, set(key, v)) // want `error of tx.TxPipelined is dropped`
		return nil
	}, key)
}

func blank(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, _ = tx.TxPipelined(ctx, set(key, 1)) // want `error of tx.TxPipelined is dropped in the Watch function; a conflict looks like success`
		return nil
	}, key)
}

// What follows has nothing to do with the fixes above and stays as it is.

func functionBehind(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, 1, 0)
			return nil
		})
		return err
	}, key)
}
