package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// RateBlindly stores a vote. Nobody hears of it when it is not stored.
func RateBlindly(ctx context.Context, rdb *redis.Client, film, user string, stars int) {
	rdb.HSet(ctx, "votes:"+film, user, stars)
}
