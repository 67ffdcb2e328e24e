package example

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// ProfileUnnoticed loads a profile. HGETALL of a missing key is an empty map and no error: ErrNoProfile never comes.
func ProfileUnnoticed(ctx context.Context, rdb *redis.Client, user string) (map[string]string, error) {
	profile, err := rdb.HGetAll(ctx, "profile:"+user).Result()
	if errors.Is(err, redis.Nil) {
		return nil, ErrNoProfile
	}
	if err != nil {
		return nil, err
	}
	return profile, nil
}
