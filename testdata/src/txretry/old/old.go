// Package old uses earlier major versions.
package old

import (
	"context"

	redis6 "github.com/go-redis/redis"
	redis7 "github.com/go-redis/redis/v7"
	redis8 "github.com/go-redis/redis/v8"
)

func v8(ctx context.Context, rdb *redis8.Client, key string) error {
	for {
		err := rdb.Watch(ctx, func(tx *redis8.Tx) error { // want `rdb.Watch is retried on TxFailedErr without`
			_, err := tx.TxPipelined(ctx, func(p redis8.Pipeliner) error { p.Incr(ctx, key); return nil })
			return err
		}, key)
		if err != redis8.TxFailedErr {
			return err
		}
	}
}

func v7(rdb *redis7.Client, key string) error {
	for {
		err := rdb.Watch(func(tx *redis7.Tx) error { // want `rdb.Watch is retried on TxFailedErr without`
			_, err := tx.TxPipelined(func(p redis7.Pipeliner) error { p.Incr(key); return nil })
			return err
		}, key)
		if err != redis7.TxFailedErr {
			return err
		}
	}
}

func v6(rdb *redis6.Client, key string) error {
	for {
		err := rdb.Watch(func(tx *redis6.Tx) error { // want `rdb.Watch is retried on TxFailedErr without`
			_, err := tx.Pipelined(func(p redis6.Pipeliner) error { p.Incr(key); return nil })
			return err
		}, key)
		if err != redis6.TxFailedErr {
			return err
		}
	}
}

func v6Bounded(rdb *redis6.Client, key string) (err error) {
	for i := 0; i < 3; i++ {
		err = rdb.Watch(func(tx *redis6.Tx) error {
			_, err := tx.Pipelined(func(p redis6.Pipeliner) error { p.Incr(key); return nil })
			return err
		}, key)
		if err != redis6.TxFailedErr {
			break
		}
	}
	return err
}
