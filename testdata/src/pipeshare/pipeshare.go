// Package pipeshare has the situations of the check pipeshare.
package pipeshare

import (
	"context"
	"sync"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"example.com/redisvettest/pipeshare/helper"
)

func inLoop(ctx context.Context, rdb *redis.Client, keys []string) error {
	pipe := rdb.Pipeline()
	var wg sync.WaitGroup
	for _, k := range keys {
		wg.Add(1)
		go func() {
			defer wg.Done()
			pipe.Incr(ctx, k) // want `pipeline pipe is used by several goroutines at once; commands are lost without an error`
		}()
	}
	wg.Wait()
	_, err := pipe.Exec(ctx)
	return err
}

func group(ctx context.Context, rdb *redis.Client, keys []string) error {
	pipe := rdb.TxPipeline()
	g, ctx := errgroup.WithContext(ctx)
	for _, k := range keys {
		g.Go(func() error {
			pipe.Del(ctx, k) // want `pipeline pipe is used by several goroutines at once`
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	_, err := pipe.Exec(ctx)
	return err
}

func waitGroupGo(ctx context.Context, rdb *redis.Client, keys []string) error {
	pipe := rdb.Pipeline()
	var wg sync.WaitGroup
	for _, k := range keys {
		wg.Go(func() { pipe.Incr(ctx, k) }) // want `pipeline pipe is used by several goroutines at once`
	}
	wg.Wait()
	_, err := pipe.Exec(ctx)
	return err
}

func twoGoroutines(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		pipe.Incr(ctx, "a") // want `pipeline pipe is used while another goroutine uses it`
	}()
	go func() {
		defer wg.Done()
		pipe.Incr(ctx, "b")
	}()
	wg.Wait()
	_, err := pipe.Exec(ctx)
	return err
}

func ownerGoesOn(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	go func() {
		pipe.Incr(ctx, "a") // want `pipeline pipe is used while another goroutine uses it`
	}()
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx)
	return err
}

func named(ctx context.Context, p redis.Pipeliner, key string) {
	p.Incr(ctx, key) // want `pipeline p is used by several goroutines at once`
}

func namedFunction(ctx context.Context, rdb *redis.Client, keys []string) {
	pipe := rdb.Pipeline()
	for _, k := range keys {
		go named(ctx, pipe, k)
	}
}

func insideClosure(ctx context.Context, rdb *redis.Client, keys []string) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		var wg sync.WaitGroup
		for _, k := range keys {
			wg.Add(1)
			go func() {
				defer wg.Done()
				p.Incr(ctx, k) // want `pipeline p is used by several goroutines at once`
			}()
		}
		wg.Wait()
		return nil
	})
	return err
}

func parameter(ctx context.Context, pipe redis.Pipeliner, keys []string) {
	var g errgroup.Group
	for _, k := range keys {
		g.Go(func() error {
			pipe.Incr(ctx, k) // want `pipeline pipe is used by several goroutines at once`
			return nil
		})
	}
	_ = g.Wait()
}

type pool struct{ n int }

func (p *pool) Go(fn func()) { go fn() }

func ownGo(ctx context.Context, rdb *redis.Client, keys []string) {
	pipe := rdb.Pipeline()
	p := &pool{}
	for _, k := range keys {
		p.Go(func() { pipe.Incr(ctx, k) }) // want `pipeline pipe is used by several goroutines at once`
	}
}

func transaction(ctx context.Context, rdb *redis.Client, keys []string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		var wg sync.WaitGroup
		for _, k := range keys {
			wg.Add(1)
			go func() {
				defer wg.Done()
				tx.Get(ctx, k) // want `transaction tx is used by several goroutines at once; its one connection mixes them up`
			}()
		}
		wg.Wait()
		return nil
	}, keys...)
}

func otherPackageQueues(ctx context.Context, rdb *redis.Client, keys []string) {
	pipe := rdb.Pipeline()
	var wg sync.WaitGroup
	for _, k := range keys {
		wg.Add(1)
		go func() {
			defer wg.Done()
			helper.Queue(ctx, pipe, k) // want `is used by several goroutines at once`
		}()
	}
	wg.Wait()
}

// From here on everything is right.

func oneEach(ctx context.Context, rdb *redis.Client, parts [][]string) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, part := range parts {
		g.Go(func() error {
			pipe := rdb.Pipeline()
			for _, k := range part {
				pipe.Incr(ctx, k)
			}
			_, err := pipe.Exec(ctx)
			return err
		})
	}
	return g.Wait()
}

func oneEachTurn(ctx context.Context, rdb *redis.Client, parts [][]string) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, part := range parts {
		pipe := rdb.Pipeline()
		for _, k := range part {
			pipe.Incr(ctx, k)
		}
		g.Go(func() error {
			_, err := pipe.Exec(ctx)
			return err
		})
	}
	return g.Wait()
}

func handedOver(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	go func() {
		pipe.Incr(ctx, "b")
		_, _ = pipe.Exec(ctx)
	}()
}

func waitedFor(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	done := make(chan struct{})
	go func() {
		defer close(done)
		pipe.Incr(ctx, "a")
	}()
	<-done
	_, err := pipe.Exec(ctx)
	return err
}

func waitedForByGroup(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		pipe.Incr(ctx, "a")
	}()
	wg.Wait()
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx)
	return err
}

func guarded(ctx context.Context, rdb *redis.Client, keys []string) error {
	pipe := rdb.Pipeline()
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, k := range keys {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			pipe.Incr(ctx, k)
		}()
	}
	wg.Wait()
	_, err := pipe.Exec(ctx)
	return err
}

func clientInGoroutines(ctx context.Context, rdb *redis.Client, keys []string) {
	var wg sync.WaitGroup
	for _, k := range keys {
		wg.Add(1)
		go func() {
			defer wg.Done()
			rdb.Incr(ctx, k)
		}()
	}
	wg.Wait()
}

func oneAfterTheOther(ctx context.Context, rdb *redis.Client, keys []string) error {
	pipe := rdb.Pipeline()
	for _, k := range keys {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			pipe.Incr(ctx, k)
		}()
		wg.Wait()
	}
	_, err := pipe.Exec(ctx)
	return err
}

func throughChannel(ctx context.Context, rdb *redis.Client, keys []string) error {
	found := make(chan string)
	var wg sync.WaitGroup
	for _, k := range keys {
		wg.Add(1)
		go func() {
			defer wg.Done()
			found <- k
		}()
	}
	go func() {
		wg.Wait()
		close(found)
	}()
	pipe := rdb.Pipeline()
	for k := range found {
		pipe.Incr(ctx, k)
	}
	_, err := pipe.Exec(ctx)
	return err
}

func limited(ctx context.Context, rdb *redis.Client, keys []string) error {
	pipe := rdb.Pipeline()
	var g errgroup.Group
	g.SetLimit(1)
	for _, k := range keys {
		g.Go(func() error {
			pipe.Incr(ctx, k)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	_, err := pipe.Exec(ctx)
	return err
}

func resultsRead(ctx context.Context, rdb *redis.Client, keys []string) error {
	pipe := rdb.Pipeline()
	var cmds []*redis.StringCmd
	for _, k := range keys {
		cmds = append(cmds, pipe.Get(ctx, k))
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	for _, c := range cmds {
		go func() { _ = c.Val() }()
	}
	return nil
}
