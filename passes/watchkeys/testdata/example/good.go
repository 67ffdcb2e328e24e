package example

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// Withdraw takes an amount from an account, or returns redis.TxFailedErr when the account changed meanwhile.
func Withdraw(ctx context.Context, rdb *redis.Client, account string, amount int) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		balance, err := tx.Get(ctx, account).Int()
		if err != nil {
			return err
		}
		if balance < amount {
			return errors.New("not enough money")
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, account, balance-amount, redis.KeepTTL)
			return nil
		})
		return err
	}, account)
}
