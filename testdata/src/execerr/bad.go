// Package execerr has the situations of the check execerr.
package execerr

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/execerr/helper"
)

func statement(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.TxPipeline()
	pipe.Del(ctx, key)
	pipe.Exec(ctx) // want `error of pipe.Exec is dropped; a batch that failed goes unnoticed`
}

func deferred(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	defer pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
	pipe.Set(ctx, key, 1, time.Minute)
	return nil
}

func deferredClosure(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	defer func() {
		pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
	}()
	pipe.Set(ctx, key, 1, time.Minute)
}

func goStatement(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	go pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
}

func goroutine(ctx context.Context, rdb *redis.Client, key string) {
	go func() {
		pipe := rdb.Pipeline()
		pipe.Incr(ctx, key)
		pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
	}()
}

func pipelined(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Pipelined(ctx, func(p redis.Pipeliner) error { // want `error of rdb.Pipelined is dropped`
		p.Incr(ctx, key)
		p.Expire(ctx, key, time.Hour)
		return nil
	})
}

func txPipelined(ctx context.Context, rdb redis.UniversalClient, key string) {
	rdb.TxPipelined(ctx, func(p redis.Pipeliner) error { // want `error of rdb.TxPipelined is dropped`
		p.Incr(ctx, key)
		return nil
	})
}

func onlyTheValues(ctx context.Context, rdb *redis.Client, key string) (string, int64) {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, key)
	n := pipe.Incr(ctx, key+":n")
	pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
	return get.Val(), n.Val()
}

func blankButValueUsed(ctx context.Context, rdb *redis.Client, key string) int64 {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, key)
	_, _ = pipe.Exec(ctx) // want `error of pipe.Exec is dropped, but the value of Incr is used; it is zero when the batch failed`
	return n.Val()
}

func blankButResultBlanked(ctx context.Context, rdb *redis.Client, key string) string {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, key)
	_, _ = pipe.Exec(ctx) // want `error of pipe.Exec is dropped, but the value of Get is used`
	v, _ := get.Result()
	return v
}

func blankErrorOfCmds(ctx context.Context, rdb *redis.Client, ids []string) []string {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		pipe.Get(ctx, id)
	}
	cmds, _ := pipe.Exec(ctx) // want `error of pipe.Exec is dropped, but the value of Get is used`
	var out []string
	for _, c := range cmds {
		out = append(out, c.(*redis.StringCmd).Val())
	}
	return out
}

func overwritten(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	_, err := pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
	err = rdb.Expire(ctx, key, time.Hour).Err()
	return err
}

func neverRead(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := rdb.Exists(ctx, key).Result()
	if err != nil {
		return err
	}
	pipe := rdb.Pipeline()
	pipe.IncrBy(ctx, key, n)
	_, err = pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
	return nil
}

func shadowed(ctx context.Context, rdb *redis.Client, key string, ok bool) (err error) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	if ok {
		_, err := pipe.Exec(ctx)
		log.Print(err)
	} else {
		pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
	}
	return err
}

func inLoop(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	for i, id := range ids {
		pipe.Del(ctx, id)
		if i%100 == 99 {
			pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
		}
	}
	_, err := pipe.Exec(ctx)
	return err
}

func oneBranchOnly(ctx context.Context, rdb *redis.Client, key string, atomic bool) error {
	if atomic {
		_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, key)
			return nil
		})
		return err
	}
	rdb.Pipelined(ctx, func(p redis.Pipeliner) error { // want `error of rdb.Pipelined is dropped`
		p.Incr(ctx, key)
		return nil
	})
	return nil
}

func flushLocal(ctx context.Context, pipe redis.Pipeliner) error {
	if _, err := pipe.Exec(ctx); err != nil {
		return fmt.Errorf("flush: %w", err)
	}
	return nil
}

func helperSamePackage(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	flushLocal(ctx, pipe) // want `error of flushLocal is dropped; a batch that failed goes unnoticed`
}

func helperCalledRight(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	return flushLocal(ctx, pipe)
}

func helperDeferred(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	defer flushLocal(ctx, pipe) // want `error of flushLocal is dropped`
	pipe.Incr(ctx, key)
}

func helperOtherPackage(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	helper.Flush(ctx, pipe) // want `error of helper.Flush is dropped`
}

func helperWrapsOtherPackage(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	helper.FlushWrapped(ctx, pipe) // want `error of helper.FlushWrapped is dropped`
}

func wrapperOfPipelined(ctx context.Context, rdb redis.UniversalClient, key string) {
	helper.InTx(ctx, rdb, func(p redis.Pipeliner) error { // want `error of helper.InTx is dropped`
		p.Incr(ctx, key)
		return nil
	})
}

func wrapperOfPipeline(ctx context.Context, rdb redis.UniversalClient, key string) {
	b := helper.NewBatch(rdb)
	b.Add(ctx, key)
	b.Flush(ctx) // want `error of b.Flush is dropped`
}

func dropsInHelper(ctx context.Context, pipe redis.Pipeliner) {
	pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
}

func callsDroppingHelper(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	dropsInHelper(ctx, pipe)
}

type store struct{ redis.UniversalClient }

func (s store) embeddedClient(ctx context.Context, key string) {
	p := s.Pipeline()
	p.Incr(ctx, key)
	p.Exec(ctx) // want `error of p.Exec is dropped`
}

type repo struct {
	rdb  *redis.Client
	pipe redis.Pipeliner
}

func (r *repo) fieldOfWrapper(ctx context.Context, key string) {
	r.rdb.TxPipelined(ctx, func(p redis.Pipeliner) error { // want `error of r.rdb.TxPipelined is dropped`
		p.Incr(ctx, key)
		return nil
	})
}

func (r *repo) pipeInField(ctx context.Context, key string) {
	r.pipe.Incr(ctx, key)
	r.pipe.Exec(ctx) // want `error of r.pipe.Exec is dropped`
}

func generic[C redis.Cmdable](ctx context.Context, c C, key string) {
	pipe := c.Pipeline()
	pipe.Incr(ctx, key)
	pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
}

var _ = generic[*redis.Client]

type batcher interface {
	Incr(ctx context.Context, key string) *redis.IntCmd
	Exec(ctx context.Context) ([]redis.Cmder, error)
}

func ownInterface(ctx context.Context, b batcher, key string) {
	b.Incr(ctx, key)
	b.Exec(ctx) // want `error of b.Exec is dropped`
}

func methodValue(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	exec := pipe.Exec
	exec(ctx) // want `error of exec is dropped`
}

func reassigned(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
	pipe = rdb.TxPipeline()
	pipe.Incr(ctx, key+":2")
	_, err := pipe.Exec(ctx)
	return err
}

func otherBatchChecked(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
	n := pipe.Incr(ctx, key+":2")
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	return n.Err()
}

func testedBeforeExecution(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	if err := pipe.Incr(ctx, key).Err(); err != nil {
		return err
	}
	pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
	return nil
}

func namedResultForgotten(ctx context.Context, rdb *redis.Client, key string) (n int64, err error) {
	pipe := rdb.Pipeline()
	c := pipe.Incr(ctx, key)
	pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
	n = c.Val()
	return
}

func goGroup(ctx context.Context, rdb *redis.Client, key string, g interface{ Go(func() error) }) {
	g.Go(func() error {
		pipe := rdb.Pipeline()
		pipe.Incr(ctx, key)
		pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
		return nil
	})
}

func mapOfValues(ctx context.Context, rdb *redis.Client, ids []string) map[string]string {
	pipe := rdb.Pipeline()
	cmds := map[string]*redis.StringCmd{}
	for _, id := range ids {
		cmds[id] = pipe.Get(ctx, id)
	}
	pipe.Exec(ctx) // want `error of pipe.Exec is dropped`
	out := map[string]string{}
	for id, c := range cmds {
		out[id] = c.Val()
	}
	return out
}
