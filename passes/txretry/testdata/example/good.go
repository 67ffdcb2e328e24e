package example

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrBusy says that the account changed under each attempt.
var ErrBusy = errors.New("account is busy")

// Spend takes an amount from an account: at most five attempts, with a growing random pause.
func Spend(ctx context.Context, rdb *redis.Client, account string, amount int64) error {
	for attempt := range 5 {
		err := rdb.Watch(ctx, spend(ctx, account, amount), account)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(time.Millisecond << attempt)):
		}
	}
	return ErrBusy
}

func spend(ctx context.Context, account string, amount int64) func(*redis.Tx) error {
	return func(tx *redis.Tx) error {
		balance, err := tx.Get(ctx, account).Int64()
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
	}
}
