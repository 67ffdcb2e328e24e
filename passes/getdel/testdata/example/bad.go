package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// RedeemInTwoSteps takes a one-time code and returns what it is worth. Two requests at the same time both get it.
func RedeemInTwoSteps(ctx context.Context, rdb *redis.Client, code string) (string, error) {
	worth, err := rdb.Get(ctx, "code:"+code).Result()
	if err != nil {
		return "", err
	}
	if err := rdb.Del(ctx, "code:"+code).Err(); err != nil {
		return "", err
	}
	return worth, nil
}
