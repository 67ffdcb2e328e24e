// Package txerr has the situations of the check txerr.
package txerr

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/redis/go-redis/v9"
)

var errLost = errors.New("lost")

func set(key string, v any) func(redis.Pipeliner) error {
	return func(p redis.Pipeliner) error {
		p.Set(context.Background(), key, v, 0)
		return nil
	}
}

func returnsCheckedError(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		tx.TxPipelined(ctx, set(key, n+1)) // want `error of tx.TxPipelined is dropped`
		return err
	}, key)
}

func logged(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, set(key, 1)) // want `error of tx.TxPipelined is dropped`
		if err != nil {
			log.Printf("update %s: %v", key, err)
		}
		return nil
	}, key)
}

func loggedAndNilReturned(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if _, err := tx.TxPipelined(ctx, set(key, 1)); err != nil { // want `error of tx.TxPipelined is dropped`
			log.Print(err)
			return nil
		}
		return nil
	}, key)
}

func shadowed(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		var err error
		if tx != nil {
			_, err := tx.TxPipelined(ctx, set(key, 1)) // want `error of tx.TxPipelined is dropped`
			if err != nil {
				log.Print(err)
			}
		}
		return err
	}, key)
}

func deferredExec(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		pipe := tx.TxPipeline()
		defer pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
		pipe.Set(ctx, key, 1, 0)
		return nil
	}, key)
}

func named(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, namedFunction, key)
}

type repo struct {
	rdb redis.UniversalClient
	err error
}

func (r *repo) methodValue(ctx context.Context) error { return r.rdb.Watch(ctx, r.method, "k") }

func withTx(ctx context.Context, rdb *redis.ClusterClient, fn func(*redis.Tx) error, keys ...string) error {
	return rdb.Watch(ctx, fn, keys...)
}

type runner interface {
	Run(ctx context.Context, fn func(*redis.Tx) error, keys ...string) error
}

func helperDrops(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		save(ctx, tx, key)
		return nil
	}, key)
}

func save(ctx context.Context, tx *redis.Tx, key string) {
	tx.TxPipelined(ctx, set(key, 1)) // want `error of tx.TxPipelined is dropped`
}

func helperReturnsCallerDrops(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_ = store(ctx, tx, key)
		return nil
	}, key)
}

func store(ctx context.Context, tx *redis.Tx, key string) error {
	_, err := tx.TxPipelined(ctx, set(key, 1)) // want `error of tx.TxPipelined is dropped`
	return err
}

func oneBranch(ctx context.Context, rdb *redis.Client, key string, fast bool) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		var err error
		if fast {
			tx.TxPipelined(ctx, set(key, 1)) // want `error of tx.TxPipelined is dropped`
		} else {
			_, err = tx.TxPipelined(ctx, set(key, 2))
		}
		return err
	}, key)
}

func percentV(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if _, err := tx.TxPipelined(ctx, set(key, 1)); err != nil { // want `error of tx.TxPipelined is wrapped without %w; errors.Is does not find TxFailedErr in it`
			return fmt.Errorf("set %s: %v", key, err)
		}
		return nil
	}, key)
}

func errorText(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, set(key, 1)) // want `error of tx.TxPipelined is wrapped without %w`
		if err != nil {
			return fmt.Errorf("set: %s", err.Error())
		}
		return nil
	}, key)
}

type genericRepo[T any] struct{ rdb *redis.Client }

// The right ones.

func returned(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, set(key, 1))
		return err
	}, key)
}

func wrapped(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if _, err := tx.TxPipelined(ctx, set(key, 1)); err != nil {
			return fmt.Errorf("set %s: %w", key, err)
		}
		return nil
	}, key)
}

func domainError(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if _, err := tx.TxPipelined(ctx, set(key, 1)); err != nil {
			return errLost
		}
		return nil
	}, key)
}

func decision(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, set(key, 1))
		if errors.Is(err, redis.TxFailedErr) {
			return nil // somebody else has refreshed it
		}
		return err
	}, key)
}

func missOnlyFiltered(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, set(key, 1))
		if err != nil && err != redis.Nil {
			return err
		}
		return nil
	}, key)
}

func nothingToDo(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
		_, err = tx.TxPipelined(ctx, set(key, 1))
		return err
	}, key)
}

func keptInVariable(ctx context.Context, rdb *redis.Client, key string) error {
	var txErr error
	err := rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, txErr = tx.TxPipelined(ctx, set(key, 1))
		return nil
	}, key)
	if err != nil {
		return err
	}
	return txErr
}

func (r *repo) keptInField(ctx context.Context, key string) error {
	return r.rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, r.err = tx.TxPipelined(ctx, set(key, 1))
		return nil
	}, key)
}

func sentOverChannel(ctx context.Context, rdb *redis.Client, key string, errs chan<- error) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, set(key, 1))
		errs <- err
		return nil
	}, key)
}

func commandChecked(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		var cmd *redis.StatusCmd
		_, _ = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			cmd = p.Set(ctx, key, 1, 0)
			return nil
		})
		return cmd.Err()
	}, key)
}

func handled(ctx context.Context, rdb *redis.Client, key string, report func(error)) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if _, err := tx.TxPipelined(ctx, set(key, 1)); err != nil {
			report(err)
		}
		return nil
	}, key)
}

func namedResult(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) (err error) {
		_, err = tx.TxPipelined(ctx, set(key, 1))
		return
	}, key)
}

func deferredSetsResult(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) (err error) {
		pipe := tx.TxPipeline()
		defer func() { _, err = pipe.Exec(ctx) }()
		pipe.Set(ctx, key, 1, 0)
		return nil
	}, key)
}

func retriesItself(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		for range 3 {
			_, err := tx.TxPipelined(ctx, set(key, 1))
			if err == nil {
				return nil
			}
			if !errors.Is(err, redis.TxFailedErr) {
				return err
			}
			if err := tx.Watch(ctx, key).Err(); err != nil {
				return err
			}
		}
		return redis.TxFailedErr
	}, key)
}

func readPipeline(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		var get *redis.StringCmd
		tx.Pipelined(ctx, func(p redis.Pipeliner) error {
			get = p.Get(ctx, key)
			return nil
		})
		v, err := get.Result()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(key, v))
		return err
	}, key)
}

func nothingWatched(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		tx.TxPipelined(ctx, set(key, 1))
		return nil
	})
}

func helperReturns(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := store2(ctx, tx, key); err != nil {
			return err
		}
		return nil
	}, key)
}

func store2(ctx context.Context, tx *redis.Tx, key string) error {
	_, err := tx.TxPipelined(ctx, set(key, 1))
	return err
}

func joined(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, set(key, 1))
		return errors.Join(err, ctx.Err())
	}, key)
}

func formatsAnotherError(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := tx.Get(ctx, key).Err(); err != nil {
			return fmt.Errorf("get: %v", err)
		}
		_, err := tx.TxPipelined(ctx, set(key, 1))
		return err
	}, key)
}
