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
	pipe.Incr(ctx, "a")
	pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx)
	return err
}

func withV7(rdb *v7.Client) error {
	pipe := rdb.TxPipeline()
	pipe.Incr("a")
	pipe.Exec() // want `error of pipe.Exec is dropped`
	_, err := rdb.Pipelined(func(p v7.Pipeliner) error {
		p.Incr("b")
		return nil
	})
	return err
}

func withV6(rdb *v6.Client) error {
	rdb.TxPipelined(func(p v6.Pipeliner) error { // want `error of rdb.TxPipelined is dropped`
		p.Incr("b")
		return nil
	})
	pipe := rdb.Pipeline()
	n := pipe.Incr("a")
	pipe.Exec()
	return n.Err()
}
