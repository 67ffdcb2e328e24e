// Package connclose_fix has the fixes of the check connclose.
package connclose_fix

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func never(ctx context.Context, rdb *redis.Client, key string) error {
	conn := rdb.Conn() // want `Conn conn is never closed`
	return conn.Get(ctx, key).Err()
}

func chain(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Conn().Get(ctx, key).Err() // want `Conn of rdb.Conn is not kept and cannot be closed`
}
