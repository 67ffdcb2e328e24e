package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Profile loads a profile and notes when.
func Profile(ctx context.Context, rdb *redis.Client, user string, now time.Time) (map[string]string, error) {
	var profile *redis.MapStringStringCmd
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Set(ctx, "seen:"+user, now.Unix(), time.Hour)
		profile = pipe.HGetAll(ctx, "profile:"+user)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return profile.Val(), nil
}
