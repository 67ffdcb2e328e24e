// Package errcomparestrict is analysed with -errcompare.strict.
package errcomparestrict

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

func plain(ctx context.Context, rdb *redis.Client, key string) error {
	if err := rdb.Get(ctx, key).Err(); err == redis.Nil { // want `err compared with == redis.Nil misses wrapped errors; use errors.Is`
		return nil
	}
	return nil
}

func is(ctx context.Context, rdb *redis.Client, key string) error {
	if err := rdb.Get(ctx, key).Err(); errors.Is(err, redis.Nil) {
		return nil
	}
	return nil
}
