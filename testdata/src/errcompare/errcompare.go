// Package errcompare has the situations of the check errcompare.
package errcompare

import (
	"context"
	"errors"
	"fmt"
	"strings"

	old "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/errcompare/store"
)

func load(ctx context.Context, rdb *redis.Client, key string) (string, error) {
	v, err := rdb.Get(ctx, key).Result()
	if err != nil {
		return "", fmt.Errorf("load %s: %w", key, err)
	}
	return v, nil
}

func wrappedByHelper(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := load(ctx, rdb, key)
	if err == redis.Nil { // want `err is wrapped, so == never finds redis.Nil in it; use errors.Is`
		return nil
	}
	return err
}

func notEqual(ctx context.Context, rdb *redis.Client, key string) error {
	if _, err := load(ctx, rdb, key); err != nil && err != redis.Nil { // want `err is wrapped, so != never finds redis.Nil in it; use errors.Is`
		return err
	}
	return nil
}

func inSwitch(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := load(ctx, rdb, key)
	switch err {
	case nil, redis.Nil: // want `the error is wrapped, so a case never finds redis.Nil in it; use errors.Is`
		return nil
	}
	return err
}

func wrappedByAnotherPackage(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := store.Load(ctx, rdb, key)
	if err == redis.Nil { // want `err is wrapped, so == never finds redis.Nil in it; use errors.Is`
		return nil
	}
	return err
}

func plainFromAnotherPackage(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := store.Plain(ctx, rdb, key)
	if err == redis.Nil {
		return nil
	}
	return err
}

func plain(ctx context.Context, rdb *redis.Client, key string) error {
	if err := rdb.Get(ctx, key).Err(); err == redis.Nil {
		return nil
	}
	return nil
}

func isSeesThrough(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := load(ctx, rdb, key)
	if errors.Is(err, redis.Nil) {
		return nil
	}
	return err
}

func sometimesWrapped(ctx context.Context, rdb *redis.Client, key string, quiet bool) error {
	err := rdb.Get(ctx, key).Err()
	if !quiet {
		err = fmt.Errorf("get: %w", err)
	}
	if err == redis.Nil {
		return nil
	}
	return err
}

func conflict(ctx context.Context, rdb *redis.Client, key string) error {
	err := rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, key)
			return nil
		})
		if err != nil {
			return fmt.Errorf("increment: %w", err)
		}
		return nil
	}, key)
	if err == redis.TxFailedErr { // want `err is wrapped, so == never finds TxFailedErr in it; use errors.Is`
		return nil
	}
	return err
}

func conflictPlain(ctx context.Context, rdb *redis.Client, key string) error {
	err := rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, key)
			return nil
		})
		return err
	}, key)
	if err == redis.TxFailedErr {
		return nil
	}
	return err
}

func text(ctx context.Context, rdb *redis.Client, key string) error {
	if err := rdb.Get(ctx, key).Err(); err != nil && err.Error() != "redis: nil" { // want `text of err is compared with "redis: nil"; it differs once the error is wrapped, use errors.Is with redis.Nil`
		return err
	}
	return nil
}

func textContains(ctx context.Context, rdb *redis.Client, key string) bool {
	err := rdb.Set(ctx, key, 1, 0).Err()
	return err != nil && strings.Contains(err.Error(), "READONLY") // want `text of err is compared with "READONLY"; it differs once the error is wrapped, use redis.IsReadOnlyError`
}

func textOfSentinel(ctx context.Context, rdb *redis.Client, key string) bool {
	err := rdb.Get(ctx, key).Err()
	return err != nil && err.Error() == redis.Nil.Error() // want `text of err is compared with "redis: nil"`
}

func textWithoutHelper(ctx context.Context, rdb *redis.Client, key string) bool {
	err := rdb.XGroupCreate(ctx, key, "g", "$").Err()
	return err != nil && strings.Contains(err.Error(), "BUSYGROUP")
}

func textOfAnotherError(err error) bool {
	return strings.HasPrefix(err.Error(), "MOVED")
}

func otherVersion(ctx context.Context, rdb *redis.Client, key string) error {
	err := rdb.Get(ctx, key).Err()
	if errors.Is(err, old.Nil) { // want `the error is an error of github.com/redis/go-redis/v9; it never matches redis.Nil of github.com/go-redis/redis/v8`
		return nil
	}
	return err
}

func bothVersions(ctx context.Context, a *redis.Client, b *old.Client, key string, useOld bool) error {
	var err error
	if useOld {
		err = b.Get(ctx, key).Err()
	} else {
		err = a.Get(ctx, key).Err()
	}
	if errors.Is(err, old.Nil) || errors.Is(err, redis.Nil) {
		return nil
	}
	return err
}

func joined(ctx context.Context, rdb *redis.Client, key string) error {
	err := errors.Join(rdb.Get(ctx, key).Err(), rdb.Get(ctx, key+"2").Err())
	if err == redis.Nil { // want `err is wrapped, so == never finds redis.Nil in it; use errors.Is`
		return nil
	}
	return err
}

// unwrapChain looks at every error of the chain itself.
func unwrapChain(ctx context.Context, rdb *redis.Client, key string) bool {
	_, err := load(ctx, rdb, key)
	for e := err; e != nil; e = errors.Unwrap(e) {
		if e == redis.Nil {
			return true
		}
	}
	return false
}

func unwrappedOnce(ctx context.Context, rdb *redis.Client, key string) bool {
	_, err := load(ctx, rdb, key)
	return errors.Unwrap(err) == redis.Nil
}

type loader interface {
	Load(ctx context.Context, key string) (string, error)
}

// wrappedOrOpaque may come from an implementation that returns the plain error.
func wrappedOrOpaque(ctx context.Context, rdb *redis.Client, l loader, key string) (string, error) {
	v, err := load(ctx, rdb, key)
	if l != nil {
		v, err = l.Load(ctx, key)
	}
	if err == redis.Nil {
		return "", nil
	}
	return v, err
}

// wrappedButMisses lets a miss through as it is.
func wrappedButMisses(err error, key string) error {
	if err == nil || err == redis.Nil {
		return err
	}
	return fmt.Errorf("%s: %w", key, err)
}

func missPassesHelper(ctx context.Context, rdb *redis.Client, key string) error {
	err := wrappedButMisses(rdb.Get(ctx, key).Err(), key)
	if err == redis.Nil {
		return nil
	}
	return err
}
