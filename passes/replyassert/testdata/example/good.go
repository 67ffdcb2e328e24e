package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// KnownNames reads the names of those users that are there.
func KnownNames(ctx context.Context, rdb *redis.Client, keys []string) ([]string, error) {
	vs, err := rdb.MGet(ctx, keys...).Result()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, v := range vs {
		if s, ok := v.(string); ok {
			names = append(names, s)
		}
	}
	return names, nil
}
