package rueidis

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/redis/rueidis"
	redis "github.com/redis/rueidis/rueidiscompat"
)

var errBusy = errors.New("busy")

func outerClient(ctx context.Context, rdb redis.Cmdable, key string, amount int64) error {
	return rdb.Watch(ctx, func(tx redis.Tx) error {
		n, err := rdb.Get(ctx, key).Int64() // want `rdb.Get`
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, key, n-amount, 0)
			return nil
		})
		return err
	}, key)
}

func right(ctx context.Context, rdb redis.Cmdable, key string, amount int64) error {
	for range 5 {
		err := rdb.Watch(ctx, func(tx redis.Tx) error {
			n, err := tx.Get(ctx, key).Int64()
			if err != nil && err != redis.Nil {
				return err
			}
			_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
				pipe.Set(ctx, key, n-amount, 0)
				return nil
			})
			return err
		}, key)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return errBusy
}

func withoutBound(ctx context.Context, rdb redis.Cmdable, key string) error {
	for {
		err := rdb.Watch(ctx, func(tx redis.Tx) error { // want `rdb.Watch is retried on TxFailedErr without a limit or deadline; under contention it never ends`
			n, err := tx.Get(ctx, key).Int()
			if err != nil {
				return err
			}
			_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
				pipe.Set(ctx, key, n+1, 0)
				return nil
			})
			return err
		}, key)
		if err != redis.TxFailedErr {
			return err
		}
	}
}

func errorOfTransactionDropped(ctx context.Context, rdb redis.Cmdable, seat, guest string) error {
	return rdb.Watch(ctx, func(tx redis.Tx) error {
		taken, err := tx.Exists(ctx, seat).Result()
		if err != nil || taken == 1 {
			return err
		}
		tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error { // want `.`
			pipe.Set(ctx, seat, guest, 0)
			return nil
		})
		return nil
	}, seat)
}

func writeOutsideTransaction(ctx context.Context, rdb redis.Cmdable, key string) error {
	return rdb.Watch(ctx, func(tx redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		return tx.Set(ctx, key, n-1, 0).Err() // want `.`
	}, key)
}

func plainPipeline(ctx context.Context, rdb redis.Cmdable, key string) error {
	return rdb.Watch(ctx, func(tx redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, err = tx.Pipelined(ctx, func(pipe redis.Pipeliner) error { // want `.`
			pipe.Set(ctx, key, n-1, 0)
			return nil
		})
		return err
	}, key)
}

func anotherKeyDecides(ctx context.Context, rdb redis.Cmdable, id string) error {
	return rdb.Watch(ctx, func(tx redis.Tx) error {
		state, err := tx.Get(ctx, "order:"+id).Result() // want `.`
		if err != nil || state != "new" {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Decr(ctx, "stock:"+id)
			return nil
		})
		return err
	}, "stock:"+id)
}

func withoutKeys(ctx context.Context, rdb redis.Cmdable, key string) error {
	return rdb.Watch(ctx, func(tx redis.Tx) error { // want `.`
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, key, n-1, 0)
			return nil
		})
		return err
	})
}

func deposit(ctx context.Context, rdb redis.Cmdable, account string, amount int64) error {
	balance, err := rdb.Get(ctx, account).Int64()
	if err != nil {
		return err
	}
	return rdb.Set(ctx, account, balance+amount, redis.KeepTTL).Err() // want `.`
}

// The adapter is made for each call; the client below it is not.
func depositThroughAdapter(ctx context.Context, client rueidis.Client, account string, amount int64) error {
	rdb := redis.NewAdapter(client)
	text, err := rdb.Get(ctx, account).Result()
	if err != nil {
		return fmt.Errorf("balance of %s: %w", account, err)
	}
	balance, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return err
	}
	return rdb.Set(ctx, account, balance+amount, redis.KeepTTL).Err() // want `.`
}

func depositInOneCommand(ctx context.Context, rdb redis.Cmdable, account string, amount int64) error {
	return rdb.IncrBy(ctx, account, amount).Err()
}
