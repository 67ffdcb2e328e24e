package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Forget deletes the sessions of a user.
func Forget(ctx context.Context, rdb *redis.Client, sessions []string) error {
	pipe := rdb.Pipeline()
	for _, id := range sessions {
		pipe.Del(ctx, "session:"+id)
	}
	_, err := pipe.Exec(ctx)
	return err
}
