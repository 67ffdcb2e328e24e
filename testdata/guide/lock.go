package guide

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrLocked says that someone else has the lock.
var ErrLocked = errors.New("someone else is at it")

// ReportThenUnlockAnyones runs a job that should not run twice at a time.
func ReportThenUnlockAnyones(ctx context.Context, rdb *redis.Client, job func(context.Context) error) error {
	ok, err := rdb.SetNX(ctx, "lock:report", "1", 30*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLocked
	}
	defer rdb.Del(ctx, "lock:report")
	return job(ctx)
}

// release deletes the lock KEYS[1] if it still is that of the owner ARGV[1].
var release = redis.NewScript(`
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`)

// Report runs a job that should not run twice at a time.
func Report(ctx context.Context, rdb *redis.Client, job func(context.Context) error) (err error) {
	const ttl = 30 * time.Second
	owner := rand.Text()
	ok, err := rdb.SetNX(ctx, "lock:report", owner, ttl).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLocked
	}
	defer func() { // also when ctx is over
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		err = errors.Join(err, release.Run(ctx, rdb, []string{"lock:report"}, owner).Err())
	}()
	ctx, cancel := context.WithTimeout(ctx, ttl/2) // a job that minds its context ends before the lock does
	defer cancel()
	return job(ctx)
}
