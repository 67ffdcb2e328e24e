package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Rate stores a vote.
func Rate(ctx context.Context, rdb *redis.Client, film, user string, stars int) error {
	return rdb.HSet(ctx, "votes:"+film, user, stars).Err()
}
