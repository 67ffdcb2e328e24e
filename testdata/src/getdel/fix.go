package getdel

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func fixStatement(ctx context.Context, rdb *redis.Client, code string) (string, error) {
	v, err := rdb.Get(ctx, code).Result()
	if err != nil {
		return "", err
	}
	rdb.Del(ctx, code) // want `use GetDel`
	return v, nil
}

func noFixValueTested(ctx context.Context, rdb *redis.Client, code, given string) error {
	v, err := rdb.Get(ctx, code).Result()
	if err != nil || v != given {
		return err
	}
	rdb.Del(ctx, code) // want `use GetDel`
	return nil
}
