package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Forget deletes sessions in one round trip.
func Forget(ctx context.Context, rdb *redis.Client, sessions []string) error {
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for _, id := range sessions {
			pipe.Del(ctx, "session:"+id)
		}
		return nil
	})
	return err
}
