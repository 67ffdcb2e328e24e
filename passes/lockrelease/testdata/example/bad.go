package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// RunLockedBlindly does work under a lock. If the work takes longer than the lock lives, it deletes the lock of the next owner.
func RunLockedBlindly(ctx context.Context, rdb *redis.Client, lock, owner string, work func() error) error {
	ok, err := rdb.SetNX(ctx, lock, owner, 30*time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLocked
	}
	defer rdb.Del(ctx, lock)
	return work()
}
