package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Allow lets a user do a thing ten times a minute. The counter and its expiry are one transaction.
func Allow(ctx context.Context, rdb *redis.Client, user string) (bool, error) {
	key := "rate:" + user
	var n *redis.IntCmd
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.SetNX(ctx, key, 0, time.Minute)
		n = pipe.Incr(ctx, key)
		return nil
	})
	if err != nil {
		return false, err
	}
	return n.Val() <= 10, nil
}
