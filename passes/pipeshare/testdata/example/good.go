package example

import (
	"context"
	"errors"
	"sync"

	"github.com/redis/go-redis/v9"
)

// CountAll counts words, with one pipeline for each goroutine.
func CountAll(ctx context.Context, rdb *redis.Client, texts [][]string) error {
	errs := make([]error, len(texts))
	var wg sync.WaitGroup
	for i, words := range texts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			pipe := rdb.Pipeline()
			for _, w := range words {
				pipe.Incr(ctx, "words:"+w)
			}
			_, errs[i] = pipe.Exec(ctx)
		}()
	}
	wg.Wait()
	return errors.Join(errs...)
}
