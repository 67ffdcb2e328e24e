package example

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// Greeting greets a user by the nickname, if there is one.
func Greeting(ctx context.Context, rdb *redis.Client, user string) (string, error) {
	name, err := nickname(ctx, rdb, user)
	if errors.Is(err, redis.Nil) {
		return "Hello, guest", nil
	}
	if err != nil {
		return "", err
	}
	return "Hello, " + name, nil
}

func nickname(ctx context.Context, rdb *redis.Client, user string) (string, error) {
	name, err := rdb.Get(ctx, "nickname:"+user).Result()
	if err != nil {
		return "", fmt.Errorf("nickname of %s: %w", user, err)
	}
	return name, nil
}
