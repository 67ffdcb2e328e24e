package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// WorkShared starts workers that wait for jobs on the client that everybody uses: they hold its connections.
func WorkShared(ctx context.Context, rdb *redis.Client, workers int, do func(job string)) {
	for range workers {
		go func() {
			for {
				job, err := rdb.BLPop(ctx, 0, "jobs").Result()
				if err != nil {
					return
				}
				do(job[1])
			}
		}()
	}
}
