// Package watchkeys has the situations of the check watchkeys.
package watchkeys

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/redis/go-redis/v9"
)

func set(ctx context.Context, key string, v any) func(redis.Pipeliner) error {
	return func(p redis.Pipeliner) error {
		p.Set(ctx, key, v, 0)
		return nil
	}
}

func noKeys(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error { // want `rdb.Watch without keys guards nothing; Get decides what Set writes`
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, key, n+1))
		return err
	})
}

func noKeysDecision(ctx context.Context, rdb redis.UniversalClient, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error { // want `rdb.Watch without keys guards nothing; Exists decides what Set writes`
		n, err := tx.Exists(ctx, key).Result()
		if err != nil || n == 1 {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, key, 1))
		return err
	})
}

func noKeysCluster(ctx context.Context, rdb *redis.ClusterClient, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error { // want `rdb.Watch without keys always fails on this client`
		_, err := tx.TxPipelined(ctx, set(ctx, key, 1))
		return err
	})
}

func noKeysNamed(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, update) // want `rdb.Watch without keys guards nothing`
}

func update(tx *redis.Tx) error {
	ctx := context.Background()
	n, err := tx.Get(ctx, "n").Int()
	if err != nil {
		return err
	}
	_, err = tx.TxPipelined(ctx, set(ctx, "n", n+1))
	return err
}

func noKeysPipelinedRead(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error { // want `rdb.Watch without keys guards nothing`
		var get *redis.StringCmd
		if _, err := tx.Pipelined(ctx, func(p redis.Pipeliner) error {
			get = p.Get(ctx, key)
			return nil
		}); err != nil {
			return err
		}
		_, err := tx.TxPipelined(ctx, set(ctx, key, get.Val()+"x"))
		return err
	})
}

func secondKey(ctx context.Context, rdb *redis.Client, sku, order string) error {
	stock, status := "stock:"+sku, "order:"+order
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, stock).Int()
		if err != nil {
			return err
		}
		s, err := tx.Get(ctx, status).Result() // want `key of tx.Get is not watched but decides what Set writes; a change of it goes unnoticed`
		if err != nil {
			return err
		}
		if s != "open" || n == 0 {
			return errors.New("no")
		}
		_, err = tx.TxPipelined(ctx, set(ctx, stock, n-1))
		return err
	}, stock)
}

func otherConstant(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, "balance").Int() // want `key of tx.Get is not watched but decides what Set writes`
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, "balance", n+1))
		return err
	}, "ballance")
}

func parameters(ctx context.Context, rdb *redis.Client, from, to string, amount int) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		a, err := tx.Get(ctx, from).Int()
		if err != nil {
			return err
		}
		b, err := tx.Get(ctx, to).Int() // want `key of tx.Get is not watched but decides what Set writes`
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, from, a-amount, 0)
			p.Set(ctx, to, b+amount, 0)
			return nil
		})
		return err
	}, from)
}

// The right ones.

func watched(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, key, n+1))
		return err
	}, key)
}

func bothWatched(ctx context.Context, rdb *redis.Client, from, to string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		a, err := tx.Get(ctx, from).Int()
		if err != nil {
			return err
		}
		b, err := tx.Get(ctx, to).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, to, a+b))
		return err
	}, from, to)
}

func spreadSlice(ctx context.Context, rdb *redis.Client, keys ...string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		sum := 0
		for _, k := range keys {
			n, err := tx.Get(ctx, k).Int()
			if err != nil {
				return err
			}
			sum += n
		}
		_, err := tx.TxPipelined(ctx, set(ctx, keys[0], sum))
		return err
	}, keys...)
}

func literalSlice(ctx context.Context, rdb *redis.Client, id string) error {
	keys := []string{"a:" + id, "b:" + id}
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, "b:"+id).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, "a:"+id, n))
		return err
	}, keys...)
}

func threeSpellings(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, fmt.Sprintf("user:%s", id)).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, userKey(id), n+1))
		return err
	}, "user:"+id)
}

func userKey(id string) string { return "user:" + id }

func readOnlyForLog(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		name, err := tx.Get(ctx, "name").Result()
		if err != nil {
			return err
		}
		log.Print(name)
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, key, n+1))
		return err
	}, key)
}

func configuration(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		top, err := tx.Get(ctx, "config:max").Int()
		if err != nil {
			return err
		}
		n, err := tx.Get(ctx, key).Int()
		if err != nil || n >= top {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, key, n+1))
		return err
	}, key)
}

func moreKeysInside(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		next, err := tx.Get(ctx, key).Result()
		if err != nil {
			return err
		}
		if err := tx.Watch(ctx, next).Err(); err != nil {
			return err
		}
		n, err := tx.Get(ctx, next).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, next, n+1))
		return err
	}, key)
}

func keysWatchedInside(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := tx.Watch(ctx, key).Err(); err != nil {
			return err
		}
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, key, n+1))
		return err
	})
}

func stickyConnection(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		return tx.Get(ctx, key).Err()
	})
}

func unguardedWrites(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, set(ctx, key, 1))
		return err
	})
}

func unknownKey(ctx context.Context, rdb *redis.Client, key string, name func(string) string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, name(key)).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, name(key), n+1))
		return err
	}, name(key))
}

type repo struct{ prefix string }

func (r *repo) key(id string) string { return r.prefix + id }

func (r *repo) prefixed(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, r.key(id)).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, r.key(id), n+1))
		return err
	}, r.prefix+id)
}

func withTx(ctx context.Context, rdb *redis.Client, fn func(*redis.Tx) error, keys ...string) error {
	return rdb.Watch(ctx, fn, keys...)
}

func throughHelper(ctx context.Context, rdb *redis.Client, key string) error {
	return withTx(ctx, rdb, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, set(ctx, key, n+1))
		return err
	}, key)
}
