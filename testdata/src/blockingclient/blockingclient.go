// Package blockingclient has the situations of the check blockingclient.
package blockingclient

import (
	"context"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

type pool struct{ shared, blocking *redis.Client }

func badGo(ctx context.Context, rdb *redis.Client) {
	for range 200 {
		go rdb.BLPop(ctx, 0, "jobs") // want `BLPop holds a connection of rdb in each goroutine of a loop; others find the pool empty`
	}
}

func (p *pool) badWorkers(ctx context.Context, n int) {
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for ctx.Err() == nil {
				p.shared.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{"s", ">"}, Block: time.Minute}) // want `XReadGroup holds a connection of p.shared`
			}
		})
	}
	wg.Wait()
	p.shared.Get(ctx, "k")
}

func goodOwn(ctx context.Context, addr string) {
	own := redis.NewClient(&redis.Options{Addr: addr, PoolSize: 210})
	for range 200 {
		go own.BLPop(ctx, time.Minute, "jobs")
	}
}

func (p *pool) goodDedicated(ctx context.Context) {
	for range 200 {
		go p.blocking.BLPop(ctx, time.Minute, "jobs")
	}
}

func goodOne(ctx context.Context, rdb *redis.Client) {
	go func() {
		for ctx.Err() == nil {
			rdb.BLPop(ctx, time.Minute, "jobs")
		}
	}()
}

func goodNotBlocking(ctx context.Context, rdb *redis.Client) {
	for range 200 {
		go rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{"s", "0"}, Block: -1})
	}
}
