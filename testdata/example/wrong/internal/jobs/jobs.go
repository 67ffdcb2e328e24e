// Package jobs runs the nightly work on one of the shop's servers.
package jobs

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"github.com/redis/go-redis/v9"
)

// ErrBusy is returned when another server does the work.
var ErrBusy = errors.New("jobs: taken by another server")

// Runner runs jobs.
type Runner struct {
	rdb  *redis.Client
	host string
}

// New returns a runner for a server.
func New(rdb *redis.Client, host string) *Runner { return &Runner{rdb: rdb, host: host} }

// Lock takes the lock of a job.
func (r *Runner) Lock(ctx context.Context, job string) error {
	ok, err := r.rdb.SetNX(ctx, "lock:"+job, r.host, 0).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	return nil
}

// Unlock releases the lock of a job, if it is still ours.
func (r *Runner) Unlock(ctx context.Context, job string) error {
	owner, err := r.rdb.Get(ctx, "lock:"+job).Result()
	if err != nil {
		return err
	}
	if owner != r.host {
		return nil
	}
	return r.rdb.Del(ctx, "lock:"+job).Err()
}

// Running lists the jobs that run somewhere.
func (r *Runner) Running(ctx context.Context) ([]string, error) {
	locks, err := r.rdb.Keys(ctx, "lock:*").Result()
	if err != nil {
		return nil, err
	}
	for i, l := range locks {
		locks[i] = strings.TrimPrefix(l, "lock:")
	}
	return locks, nil
}

// Done waits until a job is reported done.
func (r *Runner) Done(ctx context.Context, job string) error {
	sub := r.rdb.Subscribe(ctx, "done:"+job)
	msg, err := sub.ReceiveMessage(ctx)
	if err != nil {
		return err
	}
	slog.InfoContext(ctx, "job done", "job", job, "by", msg.Payload)
	return nil
}
