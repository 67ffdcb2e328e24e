// Package old has the situations with earlier versions of the library.
package old

import (
	"context"

	v6 "github.com/go-redis/redis"
	v8 "github.com/go-redis/redis/v8"
)

func withV8(ctx context.Context, rdb *v8.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	if _, err := pipe.Exec(ctx); err != nil && err != v8.Nil { // want `hides a failure of Incr`
		return err
	}
	return nil
}

func withV6(rdb *v6.Client) error {
	pipe := rdb.Pipeline()
	pipe.Incr("b")
	pipe.Get("a")
	if _, err := pipe.Exec(); err != nil && err != v6.Nil {
		return err
	}
	return nil
}
