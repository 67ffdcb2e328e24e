package example

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// Work starts workers that wait for jobs, with a client of their own. It returns a function that ends them.
func Work(ctx context.Context, rdb *redis.Client, workers int, do func(job string)) (stop func() error) {
	options := *rdb.Options()
	options.PoolSize = workers
	own := redis.NewClient(&options)
	for range workers {
		go func() {
			for {
				job, err := own.BLPop(ctx, time.Minute, "jobs").Result()
				if errors.Is(err, redis.Nil) {
					continue
				}
				if err != nil {
					return
				}
				do(job[1])
			}
		}()
	}
	return own.Close
}
