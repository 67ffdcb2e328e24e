// Package txwrite has the situations of the check txwrite that have no fix.
package txwrite

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func direct(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		return tx.Set(ctx, key, n+1, 0).Err() // want `tx.Set is sent at once, outside MULTI; it overwrites a change of the watched key`
	}, key)
}

func directOtherKeyFromRead(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		v, err := tx.Get(ctx, key).Result()
		if err != nil {
			return err
		}
		return tx.Set(ctx, key+":copy", v, 0).Err() // want `tx.Set is sent at once, outside MULTI`
	}, key)
}

func decidedByRead(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Exists(ctx, key).Result()
		if err != nil {
			return err
		}
		if n == 0 {
			return tx.Set(ctx, key, "new", 0).Err() // want `tx.Set is sent at once`
		}
		return nil
	}, key)
}

func outerClient(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		return rdb.Set(ctx, key, n+1, 0).Err() // want `rdb.Set inside Watch is no part of the transaction; it takes effect even when that fails`
	}, key)
}

func outerClientBesidesTransaction(ctx context.Context, rdb redis.UniversalClient, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := rdb.HSet(ctx, "audit", key, 1).Err(); err != nil { // want `rdb.HSet inside Watch is no part of the transaction`
			return err
		}
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, key)
			return nil
		})
		return err
	}, key)
}

func outerClientInsideTxPipelined(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			rdb.Set(ctx, key, 1, 0) // want `rdb.Set inside Watch is no part of the transaction`
			return nil
		})
		return err
	}, key)
}

func outerPlainPipeline(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error { // want `rdb.Pipelined inside Watch runs on another connection; the watch does not guard its Set`
			p.Set(ctx, key, 1, 0)
			return nil
		})
		return err
	}, key)
}

type store struct {
	rdb   *redis.Client
	other *redis.Client
}

func (s *store) fieldClient(ctx context.Context, key string) error {
	return s.rdb.Watch(ctx, func(tx *redis.Tx) error {
		return s.rdb.Incr(ctx, key).Err() // want `s.rdb.Incr inside Watch is no part`
	}, key)
}

func (s *store) helperMethod(ctx context.Context, key string) error {
	return s.rdb.Watch(ctx, func(tx *redis.Tx) error {
		return s.bump(ctx, key) // want `s.bump inside Watch is no part`
	}, key)
}

func (s *store) bump(ctx context.Context, key string) error {
	return s.rdb.Incr(ctx, key).Err()
}

func (s *store) helperWithTx(ctx context.Context, key string) error {
	return s.rdb.Watch(ctx, func(tx *redis.Tx) error {
		return put(ctx, tx, key) // want `put is sent at once, outside MULTI`
	}, key)
}

func put(ctx context.Context, c redis.Cmdable, key string) error {
	return c.Set(ctx, key, 1, 0).Err()
}

type embedded struct{ redis.UniversalClient }

func (e embedded) update(ctx context.Context, key string) error {
	return e.Watch(ctx, func(tx *redis.Tx) error {
		return e.Incr(ctx, key).Err() // want `e.Incr inside Watch is no part`
	}, key)
}

func mixedPipeline(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.Pipelined(ctx, func(p redis.Pipeliner) error { // want `tx.Pipelined is no transaction; its Set overwrites a change of the watched key`
			p.Exists(ctx, key)
			p.Set(ctx, key, 1, 0)
			return nil
		})
		return err
	}, key)
}

func namedFunction(tx *redis.Tx) error {
	ctx := context.Background()
	n, err := tx.Get(ctx, "n").Int()
	if err != nil {
		return err
	}
	return tx.Set(ctx, "n", n+1, 0).Err() // want `tx.Set is sent at once`
}

func named(ctx context.Context, rdb *redis.ClusterClient) error {
	return rdb.Watch(ctx, namedFunction, "n")
}

func (s *store) methodFunction(tx *redis.Tx) error {
	return tx.Incr(context.Background(), "n").Err() // want `tx.Incr is sent at once`
}

func (s *store) methodValue(ctx context.Context) error {
	return s.rdb.Watch(ctx, s.methodFunction, "n")
}

func withTx(ctx context.Context, rdb redis.UniversalClient, keys []string, fn func(*redis.Tx) error) error {
	return rdb.Watch(ctx, fn, keys...)
}

func throughHelper(ctx context.Context, rdb redis.UniversalClient, keys []string) error {
	return withTx(ctx, rdb, keys, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, keys[0]).Int()
		if err != nil {
			return err
		}
		return tx.Set(ctx, keys[0], n+1, 0).Err() // want `tx.Set is sent at once`
	})
}

// The right ones.

func transaction(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
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

func transactionByHand(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		pipe := tx.TxPipeline()
		pipe.Incr(ctx, key)
		_, err := pipe.Exec(ctx)
		return err
	}, key)
}

func readsThroughPipeline(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		cmds, err := tx.Pipelined(ctx, func(p redis.Pipeliner) error {
			p.Exists(ctx, key)
			p.TTL(ctx, key)
			return nil
		})
		if err != nil || len(cmds) == 0 {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, key)
			return nil
		})
		return err
	}, key)
}

func helperGetsThePipe(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			return put2(ctx, p, key)
		})
		return err
	}, key)
}

func put2(ctx context.Context, c redis.Cmdable, key string) error {
	c.Set(ctx, key, 1, 0)
	return nil
}

func (s *store) otherServer(ctx context.Context, key string) error {
	return s.rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := s.other.Incr(ctx, key).Err(); err != nil {
			return err
		}
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, key)
			return nil
		})
		return err
	}, key)
}

func stickyConnection(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		return tx.Set(ctx, key, 1, 0).Err()
	})
}

func unrelatedKey(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		tx.Incr(ctx, "stats:attempts")
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, key)
			return nil
		})
		return err
	}, key)
}

func afterTheTransaction(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, n+1, 0)
			return nil
		})
		if err != nil {
			return err
		}
		return tx.Set(ctx, "last", n, 0).Err()
	}, key)
}

func afterWatch(ctx context.Context, rdb *redis.Client, key string) error {
	err := rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, key)
			return nil
		})
		return err
	}, key)
	if err != nil {
		return err
	}
	return rdb.Del(ctx, "cache:"+key).Err()
}

func beforeWatch(ctx context.Context, rdb *redis.Client, key string) error {
	if err := rdb.SetNX(ctx, key, 0, 0).Err(); err != nil {
		return err
	}
	return transaction(ctx, rdb, key)
}
