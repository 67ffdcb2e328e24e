package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Names reads the names of some users; it panics when one is missing.
func Names(ctx context.Context, rdb *redis.Client, keys []string) ([]string, error) {
	vs, err := rdb.MGet(ctx, keys...).Result()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, v := range vs {
		names = append(names, v.(string))
	}
	return names, nil
}
