package connclose

import (
	"context"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/wrapped"
)

func takenByOtherPackage(ctx context.Context, rdb *redis.Client) error {
	conn := wrapped.Conn(rdb) // want `Conn conn is never closed; its connection never returns to the pool`
	return conn.ClientSetName(ctx, "job").Err()
}

func takenByOtherPackageClosed(ctx context.Context, rdb *redis.Client) error {
	conn := wrapped.Conn(rdb)
	defer conn.Close()
	return conn.ClientSetName(ctx, "job").Err()
}
