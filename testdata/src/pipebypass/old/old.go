// Package old has the situations with earlier versions of the library.
package old

import (
	"context"

	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

func withV8(ctx context.Context, rdb *v8.ClusterClient) error {
	_, err := rdb.Pipelined(ctx, func(p v8.Pipeliner) error {
		p.Incr(ctx, "a")
		if err := rdb.Incr(ctx, "b").Err(); err != nil { // want `rdb.Incr bypasses the pipeline`
			return err
		}
		return nil
	})
	return err
}

func withV7(rdb *v7.Client) error {
	_, err := rdb.Pipelined(func(p v7.Pipeliner) error {
		n, err := rdb.Get("a").Int()
		if err != nil {
			return err
		}
		p.IncrBy("b", int64(n))
		return nil
	})
	return err
}
