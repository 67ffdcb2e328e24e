// Package old has the situations of the check lostupdate for earlier versions of the library.
package old

import (
	"context"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

func version8(ctx context.Context, rdb *v8.Client, key string) {
	n, _ := rdb.Get(ctx, key).Int()
	rdb.Set(ctx, key, n+1, 0) // want `key is read by Get and written back by Set; an update in between is lost, use IncrBy`
}

func version7(rdb *v7.Client, key string) {
	n, _ := rdb.HGet(key, "n").Int()
	rdb.HSet(key, "n", n+1) // want `field "n" of key is read by HGet and written back by HSet`
}

func version7Watch(rdb *v7.Client, key string) error {
	return rdb.Watch(func(tx *v7.Tx) error {
		n, err := tx.Get(key).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(func(p v7.Pipeliner) error {
			p.Set(key, n+1, 0)
			return nil
		})
		return err
	}, key)
}

func version6(rdb *v6.Client, key string) {
	n, _ := rdb.HGet(key, "n").Int64()
	rdb.HSet(key, "n", n+1) // want `field "n" of key is read by HGet and written back by HSet`
}

func version6OtherField(rdb *v6.Client, key string) {
	n, _ := rdb.HGet(key, "n").Int64()
	rdb.HSet(key, "m", n+1)
}

func version6Stock(rdb *v6.Client, key string) bool {
	n, err := rdb.Get(key).Int()
	if err != nil || n < 1 {
		return false
	}
	return rdb.Decr(key).Err() == nil // want `key is tested by Get before Decr changes it`
}
