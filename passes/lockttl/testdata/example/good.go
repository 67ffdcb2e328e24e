package example

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrLocked says that somebody else holds the lock.
var ErrLocked = errors.New("locked")

// release deletes a lock if it still belongs to the owner.
var release = redis.NewScript(`
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`)

// RunOnce does a job under a lock that ends by itself when the owner does not release it.
func RunOnce(ctx context.Context, rdb *redis.Client, job, owner string, work func() error) error {
	lock := "lock:" + job
	ok, err := rdb.SetNX(ctx, lock, owner, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLocked
	}
	err = work()
	return errors.Join(err, release.Run(ctx, rdb, []string{lock}, owner).Err())
}
