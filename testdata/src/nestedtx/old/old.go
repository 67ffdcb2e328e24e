// Package old has the situations with earlier versions of the library.
package old

import (
	"context"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

func withV8(ctx context.Context, rdb *v8.Client) error {
	_, err := rdb.Pipelined(ctx, func(p v8.Pipeliner) error {
		p.Incr(ctx, "a")
		_, err := p.TxPipelined(ctx, func(v8.Pipeliner) error { return nil }) // want `p.TxPipelined makes no transaction`
		return err
	})
	return err
}

func withV7(rdb *v7.Client) error {
	pipe := rdb.Pipeline()
	_, err := pipe.TxPipelined(func(v7.Pipeliner) error { return nil }) // want `pipe.TxPipelined makes no transaction`
	return err
}

func withV6(rdb *v6.Client) error {
	return rdb.Watch(func(tx *v6.Tx) error {
		_, err := tx.Pipelined(func(v6.Pipeliner) error { return nil })
		return err
	}, "a")
}
