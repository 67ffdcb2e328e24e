// Package pipeexec has the situations of the check pipeexec.
package pipeexec

import (
	"context"
	"errors"
	"log"
	"os"
	"slices"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/pipeexec/helper"
)

func forgotten(ctx context.Context, rdb *redis.Client, keys []string) error {
	pipe := rdb.Pipeline()
	for _, k := range keys {
		pipe.Del(ctx, k) // want `Del is queued on pipe but never sent; no execution follows`
	}
	return nil
}

func forgottenVoid(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.TxPipeline()
	pipe.Incr(ctx, "a") // want `Incr is queued on pipe but never sent`
	pipe.Expire(ctx, "a", time.Hour)
}

func afterLastExec(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	pipe.Expire(ctx, "a", time.Hour) // want `Expire is queued on pipe but never sent`
	return nil
}

func earlySuccess(ctx context.Context, rdb *redis.Client, id string, admin bool) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "logins") // want `Incr is queued on pipe but not sent on all paths; one returns success without an execution`
	if admin {
		return nil
	}
	pipe.SAdd(ctx, "users", id)
	_, err := pipe.Exec(ctx)
	return err
}

func earlyReturnVoid(ctx context.Context, rdb *redis.Client, id string, admin bool) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "logins") // want `Incr is queued on pipe but not sent on all paths`
	if admin {
		return
	}
	if _, err := pipe.Exec(ctx); err != nil {
		log.Print(err)
	}
}

func returnInsideLoop(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		pipe.SAdd(ctx, "users", id) // want `SAdd is queued on pipe but not sent on all paths`
		if id == "stop" {
			return nil
		}
	}
	_, err := pipe.Exec(ctx)
	return err
}

func restOfTheLoop(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	for i, id := range ids {
		pipe.Del(ctx, id) // want `Del is queued on pipe but not sent on all paths`
		if i%100 == 99 {
			if _, err := pipe.Exec(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

func restByLen(ctx context.Context, rdb *redis.Client, ids []string, max int) error {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		pipe.Del(ctx, id) // want `Del is queued on pipe but not sent on all paths`
		if pipe.Len() >= max {
			if _, err := pipe.Exec(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

func oneBranch(ctx context.Context, rdb *redis.Client, now bool) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a") // want `Incr is queued on pipe but not sent on all paths`
	if now {
		_, err := pipe.Exec(ctx)
		return err
	}
	return nil
}

func helperQueues(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	queue(ctx, pipe, "a") // want `Incr is queued on the pipeline but never sent`
}

func queue(ctx context.Context, p redis.Pipeliner, key string) { p.Incr(ctx, key) }

func otherPackageQueues(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	helper.Queue(ctx, pipe, "a") // want `Incr is queued on the pipeline but never sent`
}

func otherPackageMakes(ctx context.Context, rdb *redis.Client) {
	pipe := helper.New(rdb)
	pipe.Incr(ctx, "a") // want `Incr is queued on pipe but never sent`
}

func closure(ctx context.Context, rdb *redis.Client, ids []string) {
	pipe := rdb.Pipeline()
	add := func(id string) {
		pipe.Del(ctx, id) // want `Del is queued on pipe but never sent`
	}
	for _, id := range ids {
		add(id)
	}
}

func goroutineOfItsOwn(ctx context.Context, rdb *redis.Client) {
	go func() {
		pipe := rdb.Pipeline()
		pipe.Incr(ctx, "a") // want `Incr is queued on pipe but never sent`
	}()
}

type batch struct{ pipe redis.Pipeliner }

func newBatch(c redis.UniversalClient) *batch { return &batch{pipe: c.Pipeline()} }

func (b *batch) add(ctx context.Context, key string) { b.pipe.Incr(ctx, key) }
func (b *batch) flush(ctx context.Context) error {
	_, err := b.pipe.Exec(ctx)
	return err
}

func wrapper(ctx context.Context, rdb *redis.Client) {
	b := newBatch(rdb)
	b.add(ctx, "a") // want `Incr is queued on the pipeline but never sent`
}

func wrapperFlushed(ctx context.Context, rdb *redis.Client) error {
	b := newBatch(rdb)
	b.add(ctx, "a")
	return b.flush(ctx)
}

func reassigned(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a") // want `Incr is queued on pipe but never sent`
	pipe = rdb.TxPipeline()
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx)
	return err
}

func shadowed(ctx context.Context, rdb *redis.Client, more bool) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	if more {
		pipe := rdb.Pipeline()
		pipe.Incr(ctx, "b") // want `Incr is queued on pipe but never sent`
	}
	_, err := pipe.Exec(ctx)
	return err
}

func outerPipeInsideClosure(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		pipe.Incr(ctx, "a") // want `Incr is queued on pipe but never sent`
		p.Incr(ctx, "b")
		return nil
	})
	return err
}

func keptFromClosure(ctx context.Context, rdb *redis.Client) error {
	var pipe redis.Pipeliner
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		pipe = p
		return nil
	})
	pipe.Incr(ctx, "a") // want `Incr is queued on pipe but never sent`
	return err
}

type store struct{ redis.UniversalClient }

func (s store) embedded(ctx context.Context) {
	p := s.Pipeline()
	p.Set(ctx, "a", 1, 0) // want `Set is queued on p but never sent`
}

func generic[C redis.Cmdable](ctx context.Context, c C) {
	p := c.TxPipeline()
	p.Set(ctx, "a", 1, 0) // want `Set is queued on p but never sent`
}

var _ = generic[*redis.Client]

func methodValue(ctx context.Context, rdb *redis.Client) {
	p := rdb.Pipeline()
	incr := p.Incr
	incr(ctx, "a") // want `Incr is queued on the pipeline but never sent|Incr is queued on it but never sent`
}

func script(ctx context.Context, rdb *redis.Client, s *redis.Script) {
	pipe := rdb.Pipeline()
	s.Eval(ctx, pipe, []string{"a"}) // want `Eval is queued on pipe but never sent`
}

func insideWatch(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		pipe := tx.TxPipeline()
		pipe.Incr(ctx, "a") // want `Incr is queued on pipe but never sent`
		return nil
	}, "a")
}

func discardAsRollback(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.TxPipeline()
	pipe.Incr(ctx, "a")
	if _, err := pipe.Exec(ctx); err != nil {
		pipe.Discard() // want `pipe.Discard after the execution takes nothing back; the commands have been sent`
		return err
	}
	return nil
}

func discardOnValue(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.TxPipeline()
	n := pipe.Decr(ctx, "stock")
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	if n.Val() < 0 {
		pipe.Discard() // want `pipe.Discard after the execution takes nothing back`
		return errors.New("sold out")
	}
	return nil
}

// From here on everything is right.

func earlyError(ctx context.Context, rdb *redis.Client, id string) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "logins")
	if id == "" {
		return errors.New("no id")
	}
	_, err := pipe.Exec(ctx)
	return err
}

func errorPath(ctx context.Context, rdb *redis.Client, name string) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "logins")
	data, err := os.ReadFile(name)
	if err != nil {
		log.Print(err)
		return
	}
	pipe.Set(ctx, "a", data, 0)
	if _, err := pipe.Exec(ctx); err != nil {
		log.Print(err)
	}
}

func nothingQueued(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	n := 0
	for _, id := range ids {
		if id != "" {
			pipe.Del(ctx, id)
			n++
		}
	}
	if n == 0 {
		return nil
	}
	_, err := pipe.Exec(ctx)
	return err
}

func flagged(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	dirty := false
	for _, id := range ids {
		if id != "" {
			pipe.Del(ctx, id)
			dirty = true
		}
	}
	if dirty {
		_, err := pipe.Exec(ctx)
		return err
	}
	return nil
}

func byLen(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		pipe.Del(ctx, id)
	}
	if pipe.Len() == 0 {
		return nil
	}
	_, err := pipe.Exec(ctx)
	return err
}

func byCommands(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	var cmds []*redis.IntCmd
	for _, id := range ids {
		cmds = append(cmds, pipe.Del(ctx, id))
	}
	if len(cmds) == 0 {
		return nil
	}
	_, err := pipe.Exec(ctx)
	return err
}

func sameCondition(ctx context.Context, rdb *redis.Client, enabled bool) error {
	pipe := rdb.Pipeline()
	if enabled {
		pipe.Incr(ctx, "a")
	}
	if enabled {
		_, err := pipe.Exec(ctx)
		return err
	}
	return nil
}

func flushAndRest(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	for i, id := range ids {
		pipe.Del(ctx, id)
		if i%100 == 99 {
			if _, err := pipe.Exec(ctx); err != nil {
				return err
			}
		}
	}
	if pipe.Len() > 0 {
		_, err := pipe.Exec(ctx)
		return err
	}
	return nil
}

func flushLastElement(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	for i, id := range ids {
		pipe.Del(ctx, id)
		if i%100 == 99 || i == len(ids)-1 {
			if _, err := pipe.Exec(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

func onePerTurn(ctx context.Context, rdb *redis.Client, pages [][]string) error {
	for _, page := range pages {
		pipe := rdb.Pipeline()
		for _, id := range page {
			pipe.Del(ctx, id)
		}
		if _, err := pipe.Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func secondExec(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx)
	return err
}

func onlyReads(ctx context.Context, rdb *redis.Client, want bool) {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	if !want {
		return
	}
	_, _ = pipe.Exec(ctx)
}

func returned(ctx context.Context, rdb *redis.Client) redis.Pipeliner {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	return pipe
}

func storedInField(ctx context.Context, rdb *redis.Client, b *batch) {
	b.pipe = rdb.Pipeline()
	b.pipe.Incr(ctx, "a")
}

func storedInMap(ctx context.Context, rdb *redis.Client, m map[string]redis.Pipeliner) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	m["a"] = pipe
}

func sent(ctx context.Context, rdb *redis.Client, ch chan<- redis.Pipeliner) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	ch <- pipe
}

func keptElsewhere(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	helper.Keep(pipe)
}

func callback(ctx context.Context, rdb *redis.Client, run func(redis.Pipeliner) error) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	return run(pipe)
}

func returnedClosure(ctx context.Context, rdb *redis.Client) func() error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	return func() error {
		_, err := pipe.Exec(ctx)
		return err
	}
}

func helperFlushes(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	return helper.Flush(ctx, pipe)
}

func deferredExec(ctx context.Context, rdb *redis.Client, skip bool) (err error) {
	pipe := rdb.Pipeline()
	defer func() { _, err = pipe.Exec(ctx) }()
	pipe.Incr(ctx, "a")
	if skip {
		return nil
	}
	pipe.Incr(ctx, "b")
	return nil
}

func goExec(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	go func() { _, _ = pipe.Exec(ctx) }()
}

func discarded(ctx context.Context, rdb *redis.Client, dry bool) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	if dry {
		pipe.Discard()
		return nil
	}
	_, err := pipe.Exec(ctx)
	return err
}

func deferredDiscard(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	defer pipe.Discard()
	pipe.Incr(ctx, "a")
	_, err := pipe.Exec(ctx)
	return err
}

func discardForReuse(ctx context.Context, rdb *redis.Client, ids []string) {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		pipe.Incr(ctx, id)
		if _, err := pipe.Exec(ctx); err != nil {
			pipe.Discard()
			continue
		}
	}
}

func endsProgram(ctx context.Context, rdb *redis.Client, bad bool) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	if bad {
		log.Fatal("bad")
	}
	_, err := pipe.Exec(ctx)
	return err
}

func closureError(ctx context.Context, rdb *redis.Client, bad bool) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, "a")
		if bad {
			return errors.New("bad")
		}
		p.Incr(ctx, "b")
		return nil
	})
	return err
}

func parameter(ctx context.Context, p redis.Pipeliner, more bool) {
	p.Incr(ctx, "a")
	if !more {
		return
	}
	p.Incr(ctx, "b")
}

func bothBranches(ctx context.Context, rdb *redis.Client, fast bool) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	if fast {
		return helper.Flush(ctx, pipe)
	}
	_, err := pipe.Exec(ctx)
	return err
}

// execerr speaks of the error; the commands are sent.
func executedByGoStatement(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	pipe.Set(ctx, key, 1, 0)
	go pipe.Exec(ctx)
}

func fails(ctx context.Context, rdb *redis.Client, ids []string, check func(string) error) error {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		if err := check(id); err != nil {
			return err
		}
		pipe.Del(ctx, id)
	}
	_, err := pipe.Exec(ctx)
	return err
}

func callerOnlyLogs(ctx context.Context, rdb *redis.Client, ids []string, check func(string) error) {
	if err := fails(ctx, rdb, ids, check); err != nil {
		log.Print(err)
	}
}

func rangeOverFunc(ctx context.Context, rdb *redis.Client, ids []string, check func(string) error) error {
	for chunk := range slices.Chunk(ids, 100) {
		pipe := rdb.Pipeline()
		for _, id := range chunk {
			if err := check(id); err != nil {
				return err
			}
			pipe.Del(ctx, id)
		}
		if _, err := pipe.Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
