package example

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// RunOnceForever does a job under a lock. If the process ends before the release, nobody does the job again.
func RunOnceForever(ctx context.Context, rdb *redis.Client, job, owner string, work func() error) error {
	lock := "lock:" + job
	ok, err := rdb.SetNX(ctx, lock, owner, 0).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLocked
	}
	err = work()
	return errors.Join(err, release.Run(ctx, rdb, []string{lock}, owner).Err())
}
