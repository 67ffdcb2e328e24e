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

// Accounts are the customers' accounts. Its Redis is a single server.
type Accounts struct {
	rdb *redis.Client
}

// New returns the accounts on a client.
func New(rdb *redis.Client) *Accounts { return &Accounts{rdb: rdb} }

func key(customer string) string { return "balance:" + customer }

// Spend takes an amount off an account, if it is covered.
func (a *Accounts) Spend(ctx context.Context, customer string, amount int64) error {
	for {
		err := a.rdb.Watch(ctx, func(tx *redis.Tx) error {
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
		if errors.Is(err, redis.TxFailedErr) {
			continue
		}
		return err
	}
}

// Deposit adds an amount to an account and writes the movement beside it.
func (a *Accounts) Deposit(ctx context.Context, customer string, amount int64, note string) error {
	return a.rdb.Watch(ctx, func(tx *redis.Tx) error {
		have, err := tx.Get(ctx, key(customer)).Int64()
		if err != nil && !errors.Is(err, redis.Nil) {
			return err
		}
		tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, key(customer), have+amount, 0)
			pipe.LPush(ctx, "movements:"+customer, note)
			return nil
		})
		return nil
	}, key(customer))
}

// Transfer moves an amount between two accounts.
func (a *Accounts) Transfer(ctx context.Context, from, to string, amount int64) error {
	return a.rdb.Watch(ctx, func(tx *redis.Tx) error {
		have, err := a.rdb.Get(ctx, key(from)).Int64()
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
	have, err := a.rdb.Get(ctx, key(customer)).Int64()
	if err != nil {
		return err
	}
	return a.rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
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
		return tx.Set(ctx, key(customer), ceiling, 0).Err()
	}, key(customer))
}
