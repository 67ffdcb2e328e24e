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

// RunLocked does work under a lock.
func RunLocked(ctx context.Context, rdb *redis.Client, lock, owner string, work func() error) error {
	ok, err := rdb.SetNX(ctx, lock, owner, 30*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLocked
	}
	err = work()
	return errors.Join(err, release.Run(ctx, rdb, []string{lock}, owner).Err())
}
