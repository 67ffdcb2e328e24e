// Package old has transactions of versions without contexts: in v6 Pipelined of a Tx is one, since v7 only TxPipelined is.
package old

import (
	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
)

func readAndWriteInVersion6(rdb *v6.Client, key string) error {
	return rdb.Watch(func(tx *v6.Tx) error {
		var get *v6.StringCmd
		if _, err := tx.Pipelined(func(pipe v6.Pipeliner) error { // want `tx.Pipelined ends the watch although it only reads; the transaction after it is unguarded`
			get = pipe.Get(key)
			return nil
		}); err != nil {
			return err
		}
		n, err := get.Int()
		if err != nil {
			return err
		}
		_, err = tx.Pipelined(func(pipe v6.Pipeliner) error {
			pipe.Set(key, n*2, 0)
			return nil
		})
		return err
	}, key)
}

func readAndWriteInVersion7(rdb *v7.Client, key string) error {
	return rdb.Watch(func(tx *v7.Tx) error {
		var get *v7.StringCmd
		if _, err := tx.Pipelined(func(pipe v7.Pipeliner) error {
			get = pipe.Get(key)
			return nil
		}); err != nil {
			return err
		}
		n, err := get.Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(func(pipe v7.Pipeliner) error {
			pipe.Set(key, n*2, 0)
			return nil
		})
		return err
	}, key)
}
