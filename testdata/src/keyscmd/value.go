package keyscmd

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func methodValue(ctx context.Context, rdb *redis.Client) ([]string, error) {
	list := rdb.Keys // want `KEYS scans the whole keyspace and blocks the server; use Scan`
	return list(ctx, "user:*").Result()
}

func methodValueOfScan(ctx context.Context, rdb *redis.Client) error {
	scan := rdb.Scan
	return scan(ctx, 0, "user:*", 100).Err()
}
