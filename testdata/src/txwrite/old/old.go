// Package old uses earlier major versions.
package old

import (
	redis6 "github.com/go-redis/redis"
	redis7 "github.com/go-redis/redis/v7"
)

func v7(rdb *redis7.Client, key string) error {
	return rdb.Watch(func(tx *redis7.Tx) error {
		_, err := tx.Pipelined(func(p redis7.Pipeliner) error { // want `tx.Pipelined is no transaction`
			p.Incr(key)
			return nil
		})
		return err
	}, key)
}

func v6(rdb *redis6.Client, key string) error {
	return rdb.Watch(func(tx *redis6.Tx) error {
		_, err := tx.Pipelined(func(p redis6.Pipeliner) error {
			p.Incr(key)
			return nil
		})
		return err
	}, key)
}
