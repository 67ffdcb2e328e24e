package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Ping tries the server and says goodbye; Quit panics.
func Ping(ctx context.Context, addr string) error {
	rdb := redis.NewClient(&redis.Options{Addr: addr})
	defer rdb.Quit(ctx)
	return rdb.Ping(ctx).Err()
}
