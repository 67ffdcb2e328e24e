// Package store is another package: its functions are known by their facts.
package store

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// ErrConflict is what Save gives for a conflict.
var ErrConflict = errors.New("conflict")

// Store keeps counters.
type Store struct{ RDB *redis.Client }

// Update runs one attempt.
func (s *Store) Update(ctx context.Context, key string) error {
	return s.RDB.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, n+1, 0)
			return nil
		})
		return err
	}, key)
}

// IsConflict is a predicate.
func IsConflict(err error) bool { return errors.Is(err, redis.TxFailedErr) }

// UntilDone repeats the transaction that it is given for ever.
func UntilDone(fn func() error) error {
	for {
		err := fn() // want `fn is retried on TxFailedErr without a limit`
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
}

// Few repeats it five times.
func Few(fn func() error) error {
	var err error
	for range 5 {
		if err = fn(); !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return err
}

// Tx runs a transaction of its caller.
func (s *Store) Tx(ctx context.Context, fn func(*redis.Tx) error, keys ...string) error {
	return s.RDB.Watch(ctx, fn, keys...)
}
