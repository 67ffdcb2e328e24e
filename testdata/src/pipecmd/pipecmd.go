// Package pipecmd has the situations of the check pipecmd.
package pipecmd

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/pipecmd/helper"
)

var unlock = redis.NewScript(`return redis.call('DEL', KEYS[1])`)

func runOnPipeline(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	unlock.Run(ctx, pipe, []string{key}) // want `unlock.Run in a pipeline sends only EVALSHA; it fails with NOSCRIPT`
	_, err := pipe.Exec(ctx)
	return err
}

func runROInTransaction(ctx context.Context, rdb redis.UniversalClient, key string) (any, error) {
	var res *redis.Cmd
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		res = unlock.RunRO(ctx, p, []string{key}) // want `unlock.RunRO in a transaction sends only EVALSHA`
		return nil
	})
	if err != nil {
		return nil, err
	}
	return res.Result()
}

func runInLoop(ctx context.Context, rdb *redis.Client, keys []string) error {
	pipe := rdb.Pipeline()
	for _, k := range keys {
		unlock.Run(ctx, pipe, []string{k}) // want `unlock.Run in a pipeline`
	}
	_, err := pipe.Exec(ctx)
	return err
}

func runOnParameter(ctx context.Context, pipe redis.Pipeliner, key string) *redis.Cmd {
	return unlock.Run(ctx, pipe, []string{key}) // want `unlock.Run in a pipeline`
}

func helperRuns(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	helper.Bump(ctx, pipe, key) // want `helper.Bump is given a pipeline; Run in a pipeline sends only EVALSHA`
	_, err := pipe.Exec(ctx)
	return err
}

func release(ctx context.Context, c redis.Scripter, key string) { unlock.Run(ctx, c, []string{key}) }

func helperSamePackage(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		release(ctx, p, key) // want `release is given a pipeline; Run in a pipeline`
		return nil
	})
	return err
}

func blpop(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key+":n")
	pipe.BLPop(ctx, 10*time.Second, key) // want `pipe.BLPop in a pipeline holds up the batch`
	_, err := pipe.Exec(ctx)
	return err
}

func blmoveInTransaction(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.BLMove(ctx, "a", "b", "left", "right", time.Second) // want `p.BLMove in a transaction does not wait`
		return nil
	})
	return err
}

func xreadBlock(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.XRead(ctx, &redis.XReadArgs{Streams: []string{"s", "0"}, Block: time.Second}) // want `pipe.XRead in a pipeline holds up the batch`
	_, err := pipe.Exec(ctx)
	return err
}

func xreadWithoutBlock(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{"s", ">"}, Count: 1}) // want `pipe.XReadGroup in a pipeline holds up`
	_, err := pipe.Exec(ctx)
	return err
}

func rawBlocking(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Do(ctx, "BLPOP", "a", 0) // want `pipe.Do with BLPOP in a pipeline holds up`
	_, err := pipe.Exec(ctx)
	return err
}

func rawSubscribe(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Do(ctx, "subscribe", "news") // want `pipe.Do with SUBSCRIBE in a pipeline`
	_, err := pipe.Exec(ctx)
	return err
}

func rawWatch(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.TxPipeline()
	pipe.Do(ctx, "WATCH", "a") // want `pipe.Do with WATCH in a transaction guards nothing`
	_, err := pipe.Exec(ctx)
	return err
}

func helperBlocks(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	helper.Next(ctx, pipe, "q") // want `helper.Next is given a pipeline; BLPop in a pipeline holds up`
	_, err := pipe.Exec(ctx)
	return err
}

func deferred(ctx context.Context, rdb *redis.Client, key string) (err error) {
	pipe := rdb.Pipeline()
	defer func() {
		unlock.Run(ctx, pipe, []string{key}) // want `unlock.Run in a pipeline`
		_, err = pipe.Exec(ctx)
	}()
	pipe.Incr(ctx, "a")
	return nil
}

type store struct {
	redis.UniversalClient
	lock *redis.Script
}

func (s store) embedded(ctx context.Context, key string) error {
	p := s.Pipeline()
	s.lock.Run(ctx, p, []string{key}) // want `s.lock.Run in a pipeline`
	p.BRPop(ctx, time.Second, key)    // want `p.BRPop in a pipeline`
	_, err := p.Exec(ctx)
	return err
}

func generic[C redis.Cmdable](ctx context.Context, c C, key string) error {
	_, err := c.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.BZPopMin(ctx, time.Second, key) // want `p.BZPopMin in a pipeline`
		return nil
	})
	return err
}

var _ = generic[*redis.Client]

// From here on everything is right.

func eval(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	unlock.Eval(ctx, pipe, []string{key})
	unlock.EvalSha(ctx, pipe, []string{key})
	_, err := pipe.Exec(ctx)
	return err
}

func loadedBefore(ctx context.Context, rdb *redis.Client, key string) error {
	if err := unlock.Load(ctx, rdb).Err(); err != nil {
		return err
	}
	pipe := rdb.Pipeline()
	unlock.Run(ctx, pipe, []string{key})
	_, err := pipe.Exec(ctx)
	return err
}

func runOnClient(ctx context.Context, rdb *redis.Client, key string) error {
	helper.Bump(ctx, rdb, key)
	release(ctx, rdb, key)
	return unlock.Run(ctx, rdb, []string{key}).Err()
}

func runOnClientInClosure(ctx context.Context, rdb, locks *redis.Client, key string) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, key)
		return unlock.Run(ctx, locks, []string{key}).Err()
	})
	return err
}

func blockingOnClient(ctx context.Context, rdb *redis.Client, key string) error {
	if err := helper.Next(ctx, rdb, key).Err(); err != nil {
		return err
	}
	return rdb.BLPop(ctx, time.Second, key).Err()
}

func xreadNoWait(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.XRead(ctx, &redis.XReadArgs{Streams: []string{"s", "0"}, Block: -1})
	pipe.XReadGroup(ctx, &redis.XReadGroupArgs{Streams: []string{"s", ">"}, Block: -1})
	_, err := pipe.Exec(ctx)
	return err
}

func xreadUnknown(ctx context.Context, rdb *redis.Client, args *redis.XReadArgs, wait time.Duration) error {
	pipe := rdb.Pipeline()
	pipe.XRead(ctx, args)
	pipe.XRead(ctx, &redis.XReadArgs{Streams: []string{"s", "0"}, Block: wait})
	_, err := pipe.Exec(ctx)
	return err
}

func notBlocking(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.LPop(ctx, "a")
	pipe.Do(ctx, "LPOP", "a")
	pipe.LMove(ctx, "a", "b", "left", "right")
	_, err := pipe.Exec(ctx)
	return err
}

type runner struct{}

func (runner) Run(ctx context.Context, p redis.Pipeliner, keys []string) {}

func ownRun(ctx context.Context, pipe redis.Pipeliner) {
	runner{}.Run(ctx, pipe, nil)
}
