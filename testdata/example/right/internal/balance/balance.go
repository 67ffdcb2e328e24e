// Package balance keeps the credit of the shop's customers.
package balance

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// ErrInsufficient is returned when an account holds too little.
var ErrInsufficient = errors.New("balance: insufficient credit")

// attempts is how often a transaction is tried again after a conflict.
const attempts = 5

// Accounts are the customers' accounts. Its Redis is a single server.
type Accounts struct {
	rdb *redis.Client
}

// New returns the accounts on a client.
func New(rdb *redis.Client) *Accounts { return &Accounts{rdb: rdb} }

func key(customer string) string { return "balance:" + customer }

// Spend takes an amount off an account, if it is covered. It gives up with redis.TxFailedErr when others are always faster.
func (a *Accounts) Spend(ctx context.Context, customer string, amount int64) error {
	var err error
	for range attempts {
		err = a.rdb.Watch(ctx, func(tx *redis.Tx) error {
			have, err := tx.Get(ctx, key(customer)).Int64()
			if err != nil && !errors.Is(err, redis.Nil) {
				return err
			}
			if have < amount {
				return ErrInsufficient
			}
			_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
				pipe.Set(ctx, key(customer), have-amount, 0)
				return nil
			})
			return err
		}, key(customer))
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return fmt.Errorf("spend of %s: %w", customer, err)
}

// Deposit adds an amount to an account and writes the movement beside it.
func (a *Accounts) Deposit(ctx context.Context, customer string, amount int64, note string) error {
	return a.rdb.Watch(ctx, func(tx *redis.Tx) error {
		have, err := tx.Get(ctx, key(customer)).Int64()
		if err != nil && !errors.Is(err, redis.Nil) {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, key(customer), have+amount, 0)
			pipe.LPush(ctx, "movements:"+customer, note)
			return nil
		})
		return err
	}, key(customer))
}

// Transfer moves an amount between two accounts.
func (a *Accounts) Transfer(ctx context.Context, from, to string, amount int64) error {
	return a.rdb.Watch(ctx, func(tx *redis.Tx) error {
		have, err := tx.Get(ctx, key(from)).Int64()
		if err != nil {
			return fmt.Errorf("balance of %s: %w", from, err)
		}
		if have < amount {
			return ErrInsufficient
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.DecrBy(ctx, key(from), amount)
			pipe.IncrBy(ctx, key(to), amount)
			return nil
		})
		return err
	}, key(from))
}

// Interest adds a percentage to an account.
func (a *Accounts) Interest(ctx context.Context, customer string, percent int64) error {
	return a.rdb.Watch(ctx, func(tx *redis.Tx) error {
		have, err := tx.Get(ctx, key(customer)).Int64()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, key(customer), have+have*percent/100, 0)
			return nil
		})
		return err
	}, key(customer))
}

// Limit lowers an account to a ceiling.
func (a *Accounts) Limit(ctx context.Context, customer string, ceiling int64) error {
	return a.rdb.Watch(ctx, func(tx *redis.Tx) error {
		have, err := tx.Get(ctx, key(customer)).Int64()
		if err != nil {
			return err
		}
		if have <= ceiling {
			return nil
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, key(customer), ceiling, 0)
			return nil
		})
		return err
	}, key(customer))
}
