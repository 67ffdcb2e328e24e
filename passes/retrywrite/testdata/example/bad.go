package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// VoteAgain counts a vote, and tries again when the answer gets lost. A vote whose answer is lost counts twice.
func VoteAgain(ctx context.Context, rdb *redis.Client, film, user string) error {
	var err error
	for range 3 {
		_, err = rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Incr(ctx, "votes:"+film)
			pipe.Set(ctx, "voted:"+user, film, time.Hour)
			return nil
		})
		if err == nil {
			return nil
		}
	}
	return err
}
