// Package old has transactions of versions without contexts: in v6 Pipelined of a Tx is one, since v7 only TxPipelined is.
package old

import (
	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
)

func withoutKeysInVersion6(rdb *v6.Client, key string) error {
	return rdb.Watch(func(tx *v6.Tx) error { // want `rdb.Watch without keys guards nothing; Get decides what Set writes`
		n, err := tx.Get(key).Int()
		if err != nil {
			return err
		}
		_, err = tx.Pipelined(func(pipe v6.Pipeliner) error {
			pipe.Set(key, n-1, 0)
			return nil
		})
		return err
	})
}

func anotherKeyInVersion7(rdb *v7.Client, id string) error {
	return rdb.Watch(func(tx *v7.Tx) error {
		state, err := tx.Get("order:" + id).Result() // want `key of tx.Get is not watched but decides what Decr writes`
		if err != nil || state != "new" {
			return err
		}
		_, err = tx.TxPipelined(func(pipe v7.Pipeliner) error {
			pipe.Decr("stock:" + id)
			return nil
		})
		return err
	}, "stock:"+id)
}

func bothInVersion6(rdb *v6.Client, id string) error {
	return rdb.Watch(func(tx *v6.Tx) error {
		state, err := tx.Get("order:" + id).Result()
		if err != nil || state != "new" {
			return err
		}
		_, err = tx.Pipelined(func(pipe v6.Pipeliner) error {
			pipe.Decr("stock:" + id)
			return nil
		})
		return err
	}, "stock:"+id, "order:"+id)
}
