package pipeshare

import (
	"context"
	"log"
	"sync"

	"github.com/redis/go-redis/v9"
)

func oneForEachGoroutine(ctx context.Context, rdb *redis.Client, ids []string) {
	pipes := make([]redis.Pipeliner, 4)
	for i := range pipes {
		pipes[i] = rdb.Pipeline()
	}
	var wg sync.WaitGroup
	for i := range pipes {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := i; j < len(ids); j += len(pipes) {
				pipes[i].Incr(ctx, ids[j])
			}
			if _, err := pipes[i].Exec(ctx); err != nil {
				log.Print(err)
			}
		}()
	}
	wg.Wait()
}

func oneInSliceForAll(ctx context.Context, rdb *redis.Client, ids []string) {
	pipes := make([]redis.Pipeliner, 1)
	pipes[0] = rdb.Pipeline()
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Add(1)
		go func() {
			defer wg.Done()
			pipes[0].Incr(ctx, id) // want `pipeline pipes\[0\] is used by several goroutines at once`
		}()
	}
	wg.Wait()
	if _, err := pipes[0].Exec(ctx); err != nil {
		log.Print(err)
	}
}
