// Package txescape has the situations of the check txescape.
package txescape

import (
	"context"
	"sync"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"
)

func pipelineAfter(ctx context.Context, rdb *redis.Client, key string) error {
	var pipe redis.Pipeliner
	err := rdb.Watch(ctx, func(tx *redis.Tx) error {
		pipe = tx.TxPipeline()
		return nil
	}, key)
	if err != nil {
		return err
	}
	pipe.Incr(ctx, key)
	_, err = pipe.Exec(ctx) // want `pipe.Exec runs after Watch has returned; the transaction is closed and every command fails`
	return err
}

func transactionAfter(ctx context.Context, rdb *redis.Client, key string) error {
	var kept *redis.Tx
	if err := rdb.Watch(ctx, func(tx *redis.Tx) error {
		kept = tx
		return nil
	}, key); err != nil {
		return err
	}
	return kept.Get(ctx, key).Err() // want `kept.Get runs after Watch has returned`
}

func goMethod(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		go tx.Get(ctx, key) // want `tx.Get runs in a goroutine that the Watch function does not wait for; the transaction may be closed`
		return nil
	}, key)
}

func goClosure(ctx context.Context, rdb redis.UniversalClient, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		go func() {
			tx.TxPipelined(ctx, func(p redis.Pipeliner) error { // want `tx.TxPipelined runs in a goroutine that the Watch function does not wait for`
				p.Incr(ctx, key)
				return nil
			})
		}()
		return nil
	}, key)
}

type session struct{ tx *redis.Tx }

func (s *session) field(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		s.tx = tx // want `transaction is kept beyond the Watch function; after it every command fails`
		return nil
	}, key)
}

var current *redis.Tx

func packageVariable(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		current = tx // want `transaction is kept beyond the Watch function`
		return nil
	}, key)
}

func helperUsesIt(ctx context.Context, rdb *redis.Client, key string) error {
	var kept *redis.Tx
	err := rdb.Watch(ctx, func(tx *redis.Tx) error {
		kept = tx
		return nil
	}, key)
	if err != nil {
		return err
	}
	return bump(ctx, kept, key)
}

func bump(ctx context.Context, tx *redis.Tx, key string) error {
	return tx.Incr(ctx, key).Err() // want `tx.Incr runs after Watch has returned`
}

// The right ones.

func inside(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		pipe := tx.TxPipeline()
		pipe.Incr(ctx, key)
		_, err := pipe.Exec(ctx)
		return err
	}, key)
}

func localStruct(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		s := &session{tx: tx}
		return s.tx.Get(ctx, key).Err()
	}, key)
}

func (s *session) given(ctx context.Context, key string) error { return s.tx.Get(ctx, key).Err() }

func method(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		return (&session{tx}).given(ctx, key)
	}, key)
}

func (s *session) takenBack(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		s.tx = tx
		defer func() { s.tx = nil }()
		return s.given(ctx, key)
	}, key)
}

func waits(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			tx.Get(ctx, key)
		}()
		wg.Wait()
		return nil
	}, key)
}

func waitsForGroup(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		var g errgroup.Group
		g.Go(func() error { return tx.Get(ctx, key).Err() })
		return g.Wait()
	}, key)
}

func waitsForChannel(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		done := make(chan error)
		go func() { done <- tx.Get(ctx, key).Err() }()
		return <-done
	}, key)
}

func commandReadAfter(ctx context.Context, rdb *redis.Client, key string) (string, error) {
	var get *redis.StringCmd
	err := rdb.Watch(ctx, func(tx *redis.Tx) error {
		get = tx.Get(ctx, key)
		return get.Err()
	}, key)
	if err != nil {
		return "", err
	}
	return get.Val(), nil
}

func goroutineUsesClient(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		go rdb.Publish(ctx, "x", key)
		return nil
	}, key)
}

func twoWatches(ctx context.Context, rdb *redis.Client, key string) error {
	for range 2 {
		var kept *redis.Tx
		if err := rdb.Watch(ctx, func(tx *redis.Tx) error {
			kept = tx
			return kept.Get(ctx, key).Err()
		}, key); err != nil {
			return err
		}
	}
	return nil
}

func watchInGoroutine(ctx context.Context, rdb *redis.Client, key string) {
	go func() {
		rdb.Watch(ctx, func(tx *redis.Tx) error { return tx.Get(ctx, key).Err() }, key)
	}()
}
