// Package jobs runs the nightly work on one of the shop's servers.
package jobs

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

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

// hold is how long a lock lasts when its owner dies.
const hold = 10 * time.Minute

// Lock takes the lock of a job.
func (r *Runner) Lock(ctx context.Context, job string) error {
	ok, err := r.rdb.SetNX(ctx, "lock:"+job, r.host, hold).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	return nil
}

// unlock deletes a lock if it is its owner's.
var unlock = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0
`)

// Unlock releases the lock of a job, if it is still ours.
func (r *Runner) Unlock(ctx context.Context, job string) error {
	return unlock.Run(ctx, r.rdb, []string{"lock:" + job}, r.host).Err()
}

// Running lists the jobs that run somewhere.
func (r *Runner) Running(ctx context.Context) ([]string, error) {
	var jobs []string
	it := r.rdb.Scan(ctx, 0, "lock:*", 100).Iterator()
	for it.Next(ctx) {
		jobs = append(jobs, strings.TrimPrefix(it.Val(), "lock:"))
	}
	return jobs, it.Err()
}

// Done waits until a job is reported done.
func (r *Runner) Done(ctx context.Context, job string) error {
	sub := r.rdb.Subscribe(ctx, "done:"+job)
	defer sub.Close()
	msg, err := sub.ReceiveMessage(ctx)
	if err != nil {
		return err
	}
	slog.InfoContext(ctx, "job done", "job", job, "by", msg.Payload)
	return nil
}
