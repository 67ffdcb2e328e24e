package example

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// ErrNoProfile says that there is no such profile.
var ErrNoProfile = errors.New("no such profile")

// Profile loads a profile.
func Profile(ctx context.Context, rdb *redis.Client, user string) (map[string]string, error) {
	profile, err := rdb.HGetAll(ctx, "profile:"+user).Result()
	if err != nil {
		return nil, err
	}
	if len(profile) == 0 {
		return nil, ErrNoProfile
	}
	return profile, nil
}
