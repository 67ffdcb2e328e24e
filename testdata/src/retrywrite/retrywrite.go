// Package retrywrite has the situations of the check retrywrite.
package retrywrite

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/redis/go-redis/v9"
)

func badCommand(ctx context.Context, rdb *redis.Client) (err error) {
	for range 3 {
		if err = rdb.Incr(ctx, "n").Err(); err == nil { // want `Incr is repeated after any error; it may have been applied, and Incr adds up`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func badPipeline(ctx context.Context, rdb *redis.Client) error {
	for {
		pipe := rdb.Pipeline()
		pipe.Set(ctx, "a", 1, 0)
		pipe.LPush(ctx, "l", 1)
		_, err := pipe.Exec(ctx) // want `Exec is repeated after any error; it may have been applied, and LPush adds up`
		if err != nil {
			continue
		}
		return nil
	}
}

func badTransaction(ctx context.Context, rdb *redis.Client) error {
	var err error
	for i := 0; i < 5; i++ {
		_, err = rdb.TxPipelined(ctx, func(p redis.Pipeliner) error { // want `TxPipelined is repeated after any error; it may have been applied, and DecrBy adds up`
			p.DecrBy(ctx, "stock", 2)
			return nil
		})
		if err == nil {
			break
		}
	}
	return err
}

func badBackoff(ctx context.Context, rdb *redis.Client) error {
	return backoff.Retry(func() error {
		return rdb.XAdd(ctx, &redis.XAddArgs{Stream: "s", Values: []string{"a", "b"}}).Err() // want `XAdd is repeated after any error`
	}, backoff.NewExponentialBackOff())
}

func retry(n int, fn func() error) (err error) {
	for range n {
		if err = fn(); err == nil {
			return nil
		}
	}
	return err
}

func badOwnHelper(ctx context.Context, rdb *redis.Client) error {
	return retry(3, func() error {
		return rdb.IncrBy(ctx, "n", 5).Err() // want `IncrBy is repeated after any error`
	})
}

func badImpatient(ctx context.Context, addr string) error {
	c := redis.NewClient(&redis.Options{Addr: addr, ReadTimeout: 50 * time.Millisecond})
	defer c.Close()
	return c.IncrBy(ctx, "balance", -100).Err() // want `client gives up after 50ms and sends IncrBy again; it may be applied several times`
}

func goodIdempotent(ctx context.Context, rdb *redis.Client) (err error) {
	for range 3 {
		if err = rdb.Set(ctx, "a", 1, 0).Err(); err == nil {
			return nil
		}
	}
	return err
}

func goodWorker(ctx context.Context, rdb *redis.Client, items []string) {
	for _, it := range items {
		if err := rdb.LPush(ctx, "l", it).Err(); err != nil {
			println(err.Error())
			continue
		}
		println("done")
	}
}

func goodConflict(ctx context.Context, rdb *redis.Client) error {
	for {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error {
			_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
				p.Incr(ctx, "n")
				return nil
			})
			return err
		}, "n")
		if errors.Is(err, redis.TxFailedErr) {
			continue
		}
		return err
	}
}

var errBusy = errors.New("busy")

func goodSelected(ctx context.Context, rdb *redis.Client) error {
	for {
		err := rdb.Incr(ctx, "n").Err()
		if errors.Is(err, errBusy) {
			continue
		}
		return err
	}
}

func goodPatient(ctx context.Context, addr string) error {
	c := redis.NewClient(&redis.Options{Addr: addr, ReadTimeout: time.Second})
	defer c.Close()
	d := redis.NewClient(&redis.Options{Addr: addr, ReadTimeout: 50 * time.Millisecond, MaxRetries: -1})
	defer d.Close()
	return errors.Join(c.Incr(ctx, "n").Err(), d.Incr(ctx, "n").Err())
}
