package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// ForgetQueued deletes the sessions of a user, or so it seems: the pipeline is never executed.
func ForgetQueued(ctx context.Context, rdb *redis.Client, sessions []string) error {
	pipe := rdb.Pipeline()
	for _, id := range sessions {
		pipe.Del(ctx, "session:"+id)
	}
	return nil
}
