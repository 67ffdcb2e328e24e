// Package bigread has the situations of the check bigread.
package bigread

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

func bad(ctx context.Context, rdb *redis.Client) {
	_ = rdb.SMembers(ctx, "s").Val()         // want `SMembers reads a collection of unknown size at once; SScan reads a part`
	_ = rdb.HGetAll(ctx, "h").Val()          // want `HGetAll reads a collection of unknown size at once; HScan reads a part`
	_ = rdb.LRange(ctx, "l", 0, -1).Val()    // want `LRange reads a collection of unknown size at once; a range with an end reads a part`
	_ = rdb.ZRange(ctx, "z", 0, -1).Val()    // want `ZRange reads a collection of unknown size at once`
	_ = rdb.XRange(ctx, "x", "-", "+").Val() // want `XRange reads a collection of unknown size at once`
}

func badInTransaction(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.HGetAll(ctx, "h") // want `HGetAll reads a collection of unknown size at once; the whole transaction waits for it`
		return nil
	})
	return err
}

func good(ctx context.Context, rdb *redis.Client, n int64) {
	_ = rdb.LRange(ctx, "l", 0, 99).Val()
	_ = rdb.ZRange(ctx, "z", 0, n).Val()
	_ = rdb.XRangeN(ctx, "x", "-", "+", 10).Val()
	_ = rdb.HGet(ctx, "h", "f").Val()
	_ = rdb.SScan(ctx, "s", 0, "", 100).Iterator()
}

func goodSizeKnown(ctx context.Context, rdb *redis.Client, key string) ([]string, error) {
	if n, err := rdb.SCard(ctx, key).Result(); err != nil || n > 1000 {
		return nil, errors.Join(err, errors.New("too many"))
	}
	return rdb.SMembers(ctx, key).Result()
}
