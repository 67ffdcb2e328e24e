package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// AllowThenExpire lets a user do a thing ten times a minute. If the process ends between the two commands, the counter stays for ever
// and the user is locked out.
func AllowThenExpire(ctx context.Context, rdb *redis.Client, user string) (bool, error) {
	key := "rate:" + user
	n, err := rdb.Incr(ctx, key).Result()
	if err != nil {
		return false, err
	}
	if n == 1 {
		if err := rdb.Expire(ctx, key, time.Minute).Err(); err != nil {
			return false, err
		}
	}
	return n <= 10, nil
}
