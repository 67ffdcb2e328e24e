package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Vote counts a vote, and tries again when the answer gets lost. Adding to a set twice is adding once.
func Vote(ctx context.Context, rdb *redis.Client, film, user string) error {
	var err error
	for range 3 {
		_, err = rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.SAdd(ctx, "voters:"+film, user)
			pipe.Set(ctx, "voted:"+user, film, time.Hour)
			return nil
		})
		if err == nil {
			return nil
		}
	}
	return err
}
