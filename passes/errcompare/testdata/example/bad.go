package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// GreetingCompared greets a user by the nickname. The error comes wrapped, so == does not see that there is none.
func GreetingCompared(ctx context.Context, rdb *redis.Client, user string) (string, error) {
	name, err := nickname(ctx, rdb, user)
	if err == redis.Nil {
		return "Hello, guest", nil
	}
	if err != nil {
		return "", err
	}
	return "Hello, " + name, nil
}
