// Package old has the situations with earlier versions of the library.
package old

import (
	"context"

	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

func withV8(ctx context.Context, rdb *v8.Client) (string, error) {
	pipe := rdb.Pipeline()
	pipe.HGetAll(ctx, "a")
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return "", err
	}
	return cmds[0].(*v8.StringCmd).Val(), nil // want `cmds\[0\] is the \*redis.StringStringMapCmd of HGetAll, no \*redis.StringCmd`
}

func withV7(rdb *v7.Client) (string, error) {
	pipe := rdb.Pipeline()
	pipe.Get("a")
	cmds, err := pipe.Exec()
	if err != nil {
		return "", err
	}
	return cmds[0].(*v7.StringCmd).Val(), nil
}
