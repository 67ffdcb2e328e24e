package scandest

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func noPointer(ctx context.Context, rdb *redis.Client, key string) (int, hash, []string) {
	var n int
	var h hash
	var list []string
	_ = rdb.Get(ctx, key).Scan(n)                  // want `n of type int is not a pointer; Scan cannot fill it`
	_ = rdb.HGetAll(ctx, key).Scan(h)              // want `h of type hash is not a pointer; Scan cannot fill it`
	_ = rdb.LRange(ctx, key, 0, 9).ScanSlice(list) // want `list of type \[\]string is not a pointer; ScanSlice cannot fill it`
	return n, h, list
}
