package txclient

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func fixed(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := rdb.Get(ctx, key).Int() // want `rdb.Get inside Watch takes a second connection`
		if err != nil || n == 0 {
			return err
		}
		_, err = tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

func (s *store) fixedOtherName(ctx context.Context, key string) error {
	return s.rdb.Watch(ctx, func(t *redis.Tx) error {
		if s.rdb.Exists(ctx, key).Val() == 0 { // want `s.rdb.Exists inside Watch takes a second connection`
			return nil
		}
		_, err := t.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}
