// Package old has the situations with earlier versions of the library, whose queueing has a lock.
package old

import (
	"context"
	"sync"

	v8 "github.com/go-redis/redis/v8"
)

func onlyQueued(ctx context.Context, rdb *v8.Client, keys []string) error {
	pipe := rdb.Pipeline()
	var wg sync.WaitGroup
	for _, k := range keys {
		wg.Add(1)
		go func(k string) {
			defer wg.Done()
			pipe.Incr(ctx, k)
		}(k)
	}
	wg.Wait()
	_, err := pipe.Exec(ctx)
	return err
}

func executedToo(ctx context.Context, rdb *v8.Client, keys []string) {
	pipe := rdb.Pipeline()
	var wg sync.WaitGroup
	for _, k := range keys {
		wg.Add(1)
		go func(k string) {
			defer wg.Done()
			pipe.Incr(ctx, k) // want `pipeline pipe is used by several goroutines at once`
			_, _ = pipe.Exec(ctx)
		}(k)
	}
	wg.Wait()
}
