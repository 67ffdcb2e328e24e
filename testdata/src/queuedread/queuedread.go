// Package queuedread has the situations of the check queuedread.
package queuedread

import (
	"context"
	"errors"
	"log"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/queuedread/helper"
)

func directChain(ctx context.Context, rdb *redis.Client, key string) int64 {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, key).Val() // want `result of Incr is read before pipe.Exec; it is always the zero value`
	pipe.Exec(ctx)
	return n
}

func resultWithError(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.TxPipeline()
	v, err := pipe.Get(ctx, key).Result() // want `result of Get is read before pipe.Exec; it is always the zero value and decides what Set writes`
	if err != nil {
		return err
	}
	pipe.Set(ctx, key+":copy", v, 0)
	_, err = pipe.Exec(ctx)
	return err
}

func variable(ctx context.Context, rdb redis.UniversalClient, key string) (string, error) {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, key)
	v := get.Val() // want `result of Get is read before pipe.Exec`
	_, err := pipe.Exec(ctx)
	return v, err
}

func readAfter(ctx context.Context, rdb *redis.Client, key string) (string, error) {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, key)
	if _, err := pipe.Exec(ctx); err != nil {
		return "", err
	}
	return get.Val(), nil
}

func insideClosure(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		stock, err := p.Get(ctx, key).Int() // want `result of Get is read before TxPipelined sends it; it is always the zero value and decides what Decr writes`
		if err != nil {
			return err
		}
		if stock <= 0 {
			return errors.New("sold out")
		}
		p.Decr(ctx, key)
		return nil
	})
	return err
}

func assignedInClosure(ctx context.Context, rdb *redis.Client, key string) (int64, error) {
	var n *redis.IntCmd
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		n = p.Incr(ctx, key)
		return nil
	})
	if err != nil {
		return 0, err
	}
	return n.Val(), nil
}

func deadCheck(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	if err := pipe.Set(ctx, key, 1, 0).Err(); err != nil { // want `error of Set is tested before pipe.Exec; it is always nil here`
		return err
	}
	_, err := pipe.Exec(ctx)
	return err
}

func deferredExec(ctx context.Context, rdb *redis.Client, key string) int64 {
	pipe := rdb.Pipeline()
	defer pipe.Exec(ctx)
	n := pipe.Incr(ctx, key)
	return n.Val() // want `result of Incr is read before pipe.Exec`
}

func deferredClosureReads(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, key)
	defer func() { log.Print(n.Val()) }()
	pipe.Exec(ctx)
}

func helperExecutes(ctx context.Context, rdb *redis.Client, key string) int64 {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, key)
	flush(ctx, pipe)
	return n.Val()
}

func flush(ctx context.Context, pipe redis.Pipeliner) {
	if _, err := pipe.Exec(ctx); err != nil {
		log.Print(err)
	}
}

func helperOnlyQueues(ctx context.Context, rdb *redis.Client, key string) int64 {
	pipe := rdb.Pipeline()
	n := queueIncr(ctx, pipe, key)
	v := n.Val() // want `result of Incr is read before pipe.Exec`
	pipe.Exec(ctx)
	return v
}

func queueIncr(ctx context.Context, pipe redis.Cmdable, key string) *redis.IntCmd {
	return pipe.Incr(ctx, key)
}

func helperOnClient(ctx context.Context, rdb *redis.Client, key string) int64 {
	return queueIncr(ctx, rdb, key).Val()
}

func otherPackageExecutes(ctx context.Context, rdb *redis.Client, key string) int64 {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, key)
	helper.Flush(ctx, pipe)
	return n.Val()
}

func otherPackageQueues(ctx context.Context, rdb *redis.Client, key string) int64 {
	pipe := rdb.Pipeline()
	n := helper.Queue(ctx, pipe, key)
	v := n.Val() // want `result of Incr is read before pipe.Exec`
	pipe.Exec(ctx)
	return v
}

func sliceOfCommands(ctx context.Context, rdb *redis.Client, ks []string) ([]string, error) {
	pipe := rdb.Pipeline()
	var cmds []*redis.StringCmd
	for _, k := range ks {
		cmds = append(cmds, pipe.Get(ctx, k))
	}
	var out []string
	for _, c := range cmds {
		out = append(out, c.Val()) // want `result of Get is read before pipe.Exec`
	}
	_, err := pipe.Exec(ctx)
	return out, err
}

func sliceReadAfter(ctx context.Context, rdb *redis.Client, ks []string) ([]string, error) {
	pipe := rdb.Pipeline()
	cmds := make(map[string]*redis.StringCmd)
	for _, k := range ks {
		cmds[k] = pipe.Get(ctx, k)
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, err
	}
	var out []string
	for _, c := range cmds {
		out = append(out, c.Val())
	}
	return out, nil
}

type store struct{ redis.UniversalClient }

func (s store) embedded(ctx context.Context, key string) int64 {
	p := s.Pipeline()
	n := p.Incr(ctx, key)
	v := n.Val() // want `result of Incr is read before p.Exec`
	p.Exec(ctx)
	return v
}

func methodValue(ctx context.Context, rdb *redis.Client, key string) int64 {
	p := rdb.Pipeline()
	incr := p.Incr
	n := incr(ctx, key)
	v := n.Val() // want `result of Incr is read before`
	p.Exec(ctx)
	return v
}

func generic[C redis.Cmdable](ctx context.Context, c C, key string) int64 {
	return c.Incr(ctx, key).Val()
}

func oneBranch(ctx context.Context, rdb *redis.Client, key string, now bool) int64 {
	p := rdb.Pipeline()
	n := p.Incr(ctx, key)
	if now {
		p.Exec(ctx)
	}
	return n.Val() // want `result of Incr is read before p.Exec`
}

func iteratorOfPipeline(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	sc := pipe.Scan(ctx, 0, "*", 100)
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	for it := sc.Iterator(); it.Next(ctx); { // want `iterator of queued Scan`
		log.Print(it.Val())
	}
	return nil
}

func storedInStruct(ctx context.Context, rdb *redis.Client, key string, sink func(*redis.IntCmd)) int64 {
	p := rdb.Pipeline()
	n := p.Incr(ctx, key)
	sink(n)
	go p.Exec(ctx)
	return 0
}

func executedInGoroutine(ctx context.Context, rdb *redis.Client, key string) string {
	p := rdb.Pipeline()
	c := p.Get(ctx, key)
	done := make(chan error)
	go func() {
		_, err := p.Exec(ctx)
		done <- err
	}()
	<-done
	return c.Val()
}
