package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Try tries the server and closes its connections.
func Try(ctx context.Context, addr string) error {
	rdb := redis.NewClient(&redis.Options{Addr: addr})
	defer rdb.Close()
	return rdb.Ping(ctx).Err()
}
