// Package old has the situations with earlier versions of the library.
package old

import (
	"context"

	v6 "github.com/go-redis/redis"
	v8 "github.com/go-redis/redis/v8"
)

func withV8(ctx context.Context, rdb *v8.Client) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a") // want `Incr is queued on pipe but never sent`
	return nil
}

func withV6(rdb *v6.Client) error {
	pipe := rdb.TxPipeline()
	defer pipe.Close()
	pipe.Incr("a")
	_, err := pipe.Exec()
	return err
}
