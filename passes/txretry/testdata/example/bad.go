package example

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// SpendForever takes an amount from an account. On a busy account it tries again and again, with no end.
func SpendForever(ctx context.Context, rdb *redis.Client, account string, amount int64) error {
	for {
		err := rdb.Watch(ctx, spend(ctx, account, amount), account)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
}
