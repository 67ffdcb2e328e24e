package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// DepositInTwoSteps adds to a balance. Of two deposits at the same time one is lost.
func DepositInTwoSteps(ctx context.Context, rdb *redis.Client, account string, amount int64) error {
	balance, err := rdb.Get(ctx, account).Int64()
	if err != nil {
		return err
	}
	return rdb.Set(ctx, account, balance+amount, redis.KeepTTL).Err()
}
