package argshape_empty

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func possiblyEmpty(ctx context.Context, rdb *redis.Client, key string) error {
	ks, err := rdb.SMembers(ctx, key).Result()
	if err != nil {
		return err
	}
	return rdb.Del(ctx, ks...).Err() // want `ks may be empty; Del without values is rejected by the server`
}

func tested(ctx context.Context, rdb *redis.Client, key string) error {
	ks, err := rdb.SMembers(ctx, key).Result()
	if err != nil || len(ks) == 0 {
		return err
	}
	return rdb.Del(ctx, ks...).Err()
}
