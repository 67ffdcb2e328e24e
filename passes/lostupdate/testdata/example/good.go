package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Deposit adds to a balance.
func Deposit(ctx context.Context, rdb *redis.Client, account string, amount int64) error {
	return rdb.IncrBy(ctx, account, amount).Err()
}
