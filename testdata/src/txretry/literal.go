package txretry

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// A literal that calls itself through the variable that holds it.
func literalCallsItself(ctx context.Context, rdb *redis.Client, key string) error {
	var transaction func(tx *redis.Tx) error
	var increment func() error
	transaction = func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int64()
		if err != nil && !errors.Is(err, redis.Nil) {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, n+1, 0)
			return nil
		})
		return err
	}
	increment = func() error {
		err := rdb.Watch(ctx, transaction, key)
		if errors.Is(err, redis.TxFailedErr) {
			return increment() // want `increment calls itself on TxFailedErr without a limit or deadline; under contention it never returns`
		}
		return err
	}
	return increment()
}
