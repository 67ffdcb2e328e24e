package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Redeem takes a one-time code and returns what it is worth, or redis.Nil when the code is not valid any more.
func Redeem(ctx context.Context, rdb *redis.Client, code string) (string, error) {
	return rdb.GetDel(ctx, "code:"+code).Result()
}
