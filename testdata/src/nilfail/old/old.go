// Package old has the situations with earlier versions of the library.
package old

import (
	"context"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

func withV8(ctx context.Context, rdb *v8.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx) // want `when Get finds nothing`
	return err
}

func withV7(rdb *v7.Client) error {
	_, err := rdb.TxPipelined(func(p v7.Pipeliner) error {
		p.Get("a")
		p.Incr("b")
		return nil
	})
	if err == v7.Nil {
		return nil
	}
	return err
}

func withV6(rdb *v6.Client) error {
	_, err := rdb.TxPipelined(func(p v6.Pipeliner) error { // want `rdb.TxPipelined returns redis.Nil when HGet finds nothing`
		p.HGet("a", "f")
		p.Incr("b")
		return nil
	})
	return err
}
