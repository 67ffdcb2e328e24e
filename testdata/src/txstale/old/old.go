// Package old has transactions of versions without contexts: in v6 Pipelined of a Tx is one.
package old

import v6 "github.com/go-redis/redis"

func readBeforeInVersion6(rdb *v6.Client, key string, points int64) error {
	n, err := rdb.Get(key).Int64()
	if err != nil {
		return err
	}
	return rdb.Watch(func(tx *v6.Tx) error {
		_, err := tx.Pipelined(func(pipe v6.Pipeliner) error {
			pipe.Set(key, n+points, 0) // want `.`
			return nil
		})
		return err
	}, key)
}
