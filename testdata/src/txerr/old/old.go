// Package old has transactions of versions without contexts: in v6 Pipelined of a Tx is one, since v7 only TxPipelined is.
package old

import (
	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
)

func pipelinedIsTransactionInVersion6(rdb *v6.Client, seat, guest string) error {
	return rdb.Watch(func(tx *v6.Tx) error {
		taken, err := tx.Exists(seat).Result()
		if err != nil || taken == 1 {
			return err
		}
		tx.Pipelined(func(pipe v6.Pipeliner) error { // want `tx.Pipelined`
			pipe.Set(seat, guest, 0)
			return nil
		})
		return nil
	}, seat)
}

func returnedInVersion6(rdb *v6.Client, seat, guest string) error {
	return rdb.Watch(func(tx *v6.Tx) error {
		taken, err := tx.Exists(seat).Result()
		if err != nil || taken == 1 {
			return err
		}
		_, err = tx.Pipelined(func(pipe v6.Pipeliner) error {
			pipe.Set(seat, guest, 0)
			return nil
		})
		return err
	}, seat)
}

func droppedInVersion7(rdb *v7.Client, seat, guest string) error {
	return rdb.Watch(func(tx *v7.Tx) error {
		taken, err := tx.Exists(seat).Result()
		if err != nil || taken == 1 {
			return err
		}
		tx.TxPipelined(func(pipe v7.Pipeliner) error { // want `tx.TxPipelined`
			pipe.Set(seat, guest, 0)
			return nil
		})
		return nil
	}, seat)
}
