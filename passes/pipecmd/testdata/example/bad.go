package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// CapCached raises a gauge up to a limit and counts the call. It works as long as the server has the script in its cache.
func CapCached(ctx context.Context, rdb *redis.Client, gauge string, limit int) error {
	pipe := rdb.Pipeline()
	raise.Run(ctx, pipe, []string{gauge}, limit) // EVALSHA only: a pipeline cannot fall back to EVAL
	pipe.Incr(ctx, "calls")
	_, err := pipe.Exec(ctx)
	return err
}
