// Package txtwice has the situations of the check txtwice that have no fix.
package txtwice

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

func set(ctx context.Context, key string, v any) func(redis.Pipeliner) error {
	return func(p redis.Pipeliner) error {
		p.Set(ctx, key, v, 0)
		return nil
	}
}

func twoWrites(ctx context.Context, rdb *redis.Client, stock, order string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, stock).Int()
		if err != nil {
			return err
		}
		if n == 0 {
			return errors.New("sold out")
		}
		if _, err := tx.TxPipelined(ctx, set(ctx, stock, n-1)); err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, order, "paid")) // want `tx.TxPipelined is the second transaction of this Watch; EXEC has ended the watch, it is unguarded`
		return err
	}, stock, order)
}

func byHand(ctx context.Context, rdb redis.UniversalClient, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		pipe := tx.TxPipeline()
		pipe.Set(ctx, key, n+1, 0)
		if _, err := pipe.Exec(ctx); err != nil {
			return err
		}
		pipe.Set(ctx, key, n+2, 0)
		_, err = pipe.Exec(ctx) // want `pipe.Exec is the second transaction of this Watch`
		return err
	}, key)
}

func inLoop(ctx context.Context, rdb *redis.Client, keys ...string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		for _, k := range keys {
			n, err := tx.Get(ctx, k).Int()
			if err != nil {
				return err
			}
			if _, err := tx.TxPipelined(ctx, set(ctx, k, n+1)); err != nil { // want `tx.TxPipelined runs again in a loop; EXEC ends the watch, from the second turn on it is unguarded`
				return err
			}
		}
		return nil
	}, keys...)
}

func throughHelpers(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		if err := save(ctx, tx, key, n+1); err != nil {
			return err
		}
		return log(ctx, tx, key+":log", n)
	}, key)
}

func save(ctx context.Context, tx *redis.Tx, key string, n int) error {
	_, err := tx.TxPipelined(ctx, set(ctx, key, n))
	return err
}

func log(ctx context.Context, tx *redis.Tx, key string, n int) error {
	_, err := tx.TxPipelined(ctx, set(ctx, key, n)) // want `tx.TxPipelined is the second transaction of this Watch`
	return err
}

func selfAbort(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		tx.SetNX(ctx, key, 0, 0) // want `tx.SetNX changes a watched key before the transaction; EXEC is refused every time`
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, key)
			return nil
		})
		return err
	}, key)
}

func selfAbortChecked(ctx context.Context, rdb *redis.ClusterClient, id string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := tx.Del(ctx, "lock:"+id).Err(); err != nil { // want `tx.Del changes a watched key before the transaction`
			return err
		}
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, "n:"+id)
			return nil
		})
		return err
	}, "lock:"+id, "n:"+id)
}

func selfAbortThroughPipeline(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if _, err := tx.Pipelined(ctx, func(p redis.Pipeliner) error {
			p.SetNX(ctx, key, 0, 0) // want `p.SetNX changes a watched key before the transaction`
			p.Get(ctx, key)
			return nil
		}); err != nil {
			return err
		}
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, key)
			return nil
		})
		return err
	}, key)
}

// The right ones.

func once(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, key, n+1))
		return err
	}, key)
}

func oneOfTwo(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		if n > 10 {
			_, err = tx.TxPipelined(ctx, set(ctx, key, 0))
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, key, n+1))
		return err
	}, key)
}

func branches(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) (err error) {
		switch n, _ := tx.Get(ctx, key).Int(); n {
		case 1:
			_, err = tx.TxPipelined(ctx, set(ctx, key, 2))
		case 2:
			_, err = tx.TxPipelined(ctx, set(ctx, key, 1))
		}
		return err
	}, key)
}

func watchedAgain(ctx context.Context, rdb *redis.Client, keys ...string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		for _, k := range keys {
			if err := tx.Watch(ctx, k).Err(); err != nil {
				return err
			}
			n, err := tx.Get(ctx, k).Int()
			if err != nil {
				return err
			}
			if _, err := tx.TxPipelined(ctx, set(ctx, k, n+1)); err != nil {
				return err
			}
		}
		return nil
	})
}

func loopAroundWatch(ctx context.Context, rdb *redis.Client, keys ...string) error {
	for _, k := range keys {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error {
			n, err := tx.Get(ctx, k).Int()
			if err != nil {
				return err
			}
			_, err = tx.TxPipelined(ctx, set(ctx, k, n+1))
			return err
		}, k)
		if err != nil {
			return err
		}
	}
	return nil
}

func loopEndsAfterTheFirst(ctx context.Context, rdb *redis.Client, keys ...string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		for _, k := range keys {
			n, err := tx.Get(ctx, k).Int()
			if err != nil {
				continue
			}
			_, err = tx.TxPipelined(ctx, set(ctx, k, n+1))
			return err
		}
		return nil
	}, keys...)
}

func unrelatedSecond(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		if _, err = tx.TxPipelined(ctx, set(ctx, key, n+1)); err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, "stats")
			p.Incr(ctx, "stats:today")
			return nil
		})
		return err
	}, key)
}

func readsAfter(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if _, err := tx.TxPipelined(ctx, set(ctx, key, 1)); err != nil {
			return err
		}
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Get(ctx, key)
			return nil
		})
		return err
	}, key)
}

func readsInPlainPipeline(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		var v *redis.StringCmd
		if _, err := tx.Pipelined(ctx, func(p redis.Pipeliner) error {
			v = p.Get(ctx, key)
			return nil
		}); err != nil {
			return err
		}
		_, err := tx.TxPipelined(ctx, set(ctx, key, v.Val()+"x"))
		return err
	}, key)
}

func returnsAfterWrite(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err == redis.Nil {
			return tx.SetNX(ctx, key, 0, 0).Err()
		}
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, key, n+1))
		return err
	}, key)
}

func writesUnwatchedKey(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		tx.Incr(ctx, "attempts")
		_, err := tx.TxPipelined(ctx, set(ctx, key, 1))
		return err
	}, key)
}

func unwatched(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := tx.Unwatch(ctx).Err(); err != nil {
			return err
		}
		tx.Set(ctx, key, 0, 0)
		if err := tx.Watch(ctx, key).Err(); err != nil {
			return err
		}
		_, err := tx.TxPipelined(ctx, set(ctx, key, 1))
		return err
	}, key)
}

func emptyTransaction(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			tx.Del(ctx, key) // a finding of txwrite: nothing is queued, so EXEC is not even sent
			return nil
		})
		return err
	}, key)
}
