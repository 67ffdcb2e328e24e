package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// OpenClosed returns a client that was closed on the way out.
func OpenClosed(ctx context.Context, options *redis.Options) (*redis.Client, error) {
	rdb := redis.NewClient(options)
	defer rdb.Close()
	if err := rdb.Ping(ctx).Err(); err != nil {
		return nil, err
	}
	return rdb, nil
}
