package example

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// Greet counts a visit and returns the visitor's nickname, which need not exist.
func Greet(ctx context.Context, rdb *redis.Client, user string) (string, int64, error) {
	pipe := rdb.Pipeline()
	nickname := pipe.HGet(ctx, "user:"+user, "nickname")
	visits := pipe.Incr(ctx, "visits:"+user)
	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) {
		return "", 0, err
	}
	if err := visits.Err(); err != nil { // Exec told only of the nickname
		return "", 0, err
	}
	return nickname.Val(), visits.Val(), nil
}
