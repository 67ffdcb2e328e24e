package guide

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// ErrPoor says that an account does not have the amount.
var ErrPoor = errors.New("not enough money")

// SpendUnguarded takes money from an account.
func SpendUnguarded(ctx context.Context, rdb *redis.Client, account string, amount int64) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		balance, err := tx.Get(ctx, account).Int64()
		if err != nil {
			return err
		}
		if balance < amount {
			return ErrPoor
		}
		return tx.DecrBy(ctx, account, amount).Err()
	}, account)
}

// Spend takes money from an account. Someone else's write between the look and EXEC makes it look again, five times at most.
func Spend(ctx context.Context, rdb *redis.Client, account string, amount int64) error {
	spend := func(tx *redis.Tx) error {
		balance, err := tx.Get(ctx, account).Int64()
		if err != nil {
			return err
		}
		if balance < amount {
			return ErrPoor
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.DecrBy(ctx, account, amount)
			return nil
		})
		return err
	}
	for range 5 {
		err := rdb.Watch(ctx, spend, account)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return errors.New("account is busy")
}
