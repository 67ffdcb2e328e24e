package example

import (
	"context"
	"sync"

	"github.com/redis/go-redis/v9"
)

// CountAllShared counts words. A pipeline has no lock: queuing from several goroutines loses commands.
func CountAllShared(ctx context.Context, rdb *redis.Client, texts [][]string) error {
	pipe := rdb.Pipeline()
	var wg sync.WaitGroup
	for _, words := range texts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for _, w := range words {
				pipe.Incr(ctx, "words:"+w)
			}
		}()
	}
	wg.Wait()
	_, err := pipe.Exec(ctx)
	return err
}
