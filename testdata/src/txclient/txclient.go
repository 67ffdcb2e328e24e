// Package txclient has the situations of the check txclient.
package txclient

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func incr(ctx context.Context, key string) func(redis.Pipeliner) error {
	return func(p redis.Pipeliner) error {
		p.Incr(ctx, key)
		return nil
	}
}

func read(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := rdb.Get(ctx, key).Int() // want `rdb.Get inside Watch takes a second connection, outside the watch; under load the pool deadlocks`
		if err != nil || n == 0 {
			return err
		}
		_, err = tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

type store struct {
	rdb    redis.UniversalClient
	second redis.UniversalClient
}

func (s *store) field(ctx context.Context, key string) error {
	return s.rdb.Watch(ctx, func(txn *redis.Tx) error {
		if s.rdb.Exists(ctx, key).Val() == 0 { // want `s.rdb.Exists inside Watch takes a second connection`
			return nil
		}
		_, err := txn.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

func (s *store) method(ctx context.Context, key string) error {
	return s.rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := s.count(ctx, key) // want `s.count inside Watch takes a second connection`
		if err != nil || n == 0 {
			return err
		}
		_, err = tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

func (s *store) count(ctx context.Context, key string) (int, error) {
	return s.rdb.Get(ctx, key).Int()
}

func nested(ctx context.Context, rdb *redis.Client, a, b string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		return rdb.Watch(ctx, func(inner *redis.Tx) error { // want `rdb.Watch inside Watch takes a second connection of the pool; under load all of them wait`
			_, err := inner.TxPipelined(ctx, incr(ctx, b))
			return err
		}, b)
	}, a)
}

func readPipeline(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error { // want `rdb.Pipelined inside Watch takes a second connection`
			p.Get(ctx, key)
			return nil
		})
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

func publish(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, incr(ctx, key))
		rdb.Publish(ctx, "changes", key) // want `rdb.Publish inside Watch takes a second connection`
		return err
	}, key)
}

var script = redis.NewScript(`return redis.call("GET", KEYS[1])`)

func scriptOnClient(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := script.Run(ctx, rdb, []string{key}).Err(); err != nil { // want `script.Run inside Watch takes a second connection`
			return err
		}
		_, err := tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

type embedded struct{ *redis.Client }

func (e *embedded) update(ctx context.Context, key string) error {
	return e.Watch(ctx, func(tx *redis.Tx) error {
		if e.Get(ctx, key).Val() == "" { // want `e.Get inside Watch takes a second connection`
			return nil
		}
		_, err := tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

type generic[C redis.UniversalClient] struct{ c C }

func (r *generic[C]) update(ctx context.Context, key string) error {
	return r.c.Watch(ctx, func(tx *redis.Tx) error {
		if r.c.Get(ctx, key).Val() == "" { // want `r.c.Get inside Watch takes a second connection`
			return nil
		}
		_, err := tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

var client *redis.Client

func packageVariable(ctx context.Context, key string) error {
	return client.Watch(ctx, func(tx *redis.Tx) error {
		if client.Get(ctx, key).Val() == "" { // want `client.Get inside Watch takes a second connection`
			return nil
		}
		_, err := tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

func getter() *redis.Client { return client }

func throughGetter(ctx context.Context, key string) error {
	return getter().Watch(ctx, func(tx *redis.Tx) error {
		if getter().Get(ctx, key).Val() == "" { // want `getter\(\).Get inside Watch takes a second connection`
			return nil
		}
		_, err := tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

// The right ones.

func throughTx(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if tx.Get(ctx, key).Val() == "" {
			return nil
		}
		_, err := tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

func shadowedName(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(rdb *redis.Tx) error {
		if rdb.Get(ctx, key).Val() == "" {
			return nil
		}
		_, err := rdb.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

func (s *store) otherField(ctx context.Context, key string) error {
	return s.rdb.Watch(ctx, func(tx *redis.Tx) error {
		if s.second.Get(ctx, key).Val() == "" {
			return nil
		}
		_, err := tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

func replica(ctx context.Context, primary, replica *redis.Client, key string) error {
	return primary.Watch(ctx, func(tx *redis.Tx) error {
		if replica.Get(ctx, key).Val() == "" {
			return nil
		}
		_, err := tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

func perDatabase(ctx context.Context, dbs []*redis.Client, key string) error {
	return dbs[0].Watch(ctx, func(tx *redis.Tx) error {
		if dbs[1].Get(ctx, key).Val() == "" {
			return nil
		}
		_, err := tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

func inGoroutine(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		go rdb.Publish(ctx, "changes", key)
		_, err := tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

func beforeAndAfter(ctx context.Context, rdb *redis.Client, key string) error {
	if rdb.Exists(ctx, "maintenance").Val() == 1 {
		return nil
	}
	err := throughTx(ctx, rdb, key)
	rdb.Get(ctx, key)
	return err
}

func helperTakesCmdable(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if value(ctx, tx, key) == "" {
			return nil
		}
		_, err := tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}

func value(ctx context.Context, c redis.Cmdable, key string) string { return c.Get(ctx, key).Val() }

type wrapper struct{ c redis.Cmdable }

func (w wrapper) get(ctx context.Context, key string) string { return w.c.Get(ctx, key).Val() }

func (w wrapper) with(c redis.Cmdable) wrapper { return wrapper{c: c} }

func wrapperBoundToTx(ctx context.Context, rdb *redis.Client, w wrapper, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if w.with(tx).get(ctx, key) == "" {
			return nil
		}
		_, err := tx.TxPipelined(ctx, incr(ctx, key))
		return err
	}, key)
}
