package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// ProfileAsserted loads a profile and notes when. The profile is the second command, not the first.
func ProfileAsserted(ctx context.Context, rdb *redis.Client, user string, now time.Time) (map[string]string, error) {
	cmds, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Set(ctx, "seen:"+user, now.Unix(), time.Hour)
		pipe.HGetAll(ctx, "profile:"+user)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return cmds[0].(*redis.MapStringStringCmd).Val(), nil
}
