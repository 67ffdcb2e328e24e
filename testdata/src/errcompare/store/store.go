// Package store wraps a client and its errors.
package store

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// Load wraps the error.
func Load(ctx context.Context, rdb redis.Cmdable, key string) (string, error) {
	v, err := rdb.Get(ctx, key).Result()
	if err != nil {
		return "", fmt.Errorf("load: %w", err)
	}
	return v, nil
}

// Plain does not.
func Plain(ctx context.Context, rdb redis.Cmdable, key string) (string, error) {
	return rdb.Get(ctx, key).Result()
}
