package queuedread

import (
	"context"
	"errors"
	"log"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"example.com/redisvettest/queuedread/helper"
)

func readInsideTheLoop(ctx context.Context, rdb *redis.Client, ks []string) (n int64, err error) {
	pipe := rdb.Pipeline()
	for _, k := range ks {
		c := pipe.Incr(ctx, k)
		n += c.Val() // want `result of Incr is read before pipe.Exec`
	}
	_, err = pipe.Exec(ctx)
	return n, err
}

func executedEachTurn(ctx context.Context, rdb *redis.Client, ks []string) (n int64, err error) {
	pipe := rdb.Pipeline()
	for _, k := range ks {
		c := pipe.Incr(ctx, k)
		if _, err = pipe.Exec(ctx); err != nil {
			return 0, err
		}
		n += c.Val()
	}
	return n, nil
}

func secondPipeline(ctx context.Context, rdb *redis.Client, key string) (int64, error) {
	pipe := rdb.Pipeline()
	a := pipe.Incr(ctx, key)
	if _, err := pipe.Exec(ctx); err != nil {
		return 0, err
	}
	pipe = rdb.TxPipeline()
	b := pipe.IncrBy(ctx, key, a.Val())
	n := b.Val() // want `result of IncrBy is read before pipe.Exec`
	_, err := pipe.Exec(ctx)
	return n, err
}

func secondPipelineRight(ctx context.Context, rdb *redis.Client, key string) (int64, error) {
	pipe := rdb.Pipeline()
	a := pipe.Incr(ctx, key)
	if _, err := pipe.Exec(ctx); err != nil {
		return 0, err
	}
	pipe = rdb.TxPipeline()
	b := pipe.IncrBy(ctx, key, a.Val())
	if _, err := pipe.Exec(ctx); err != nil {
		return 0, err
	}
	return a.Val() + b.Val(), nil
}

func otherPipelineExecuted(ctx context.Context, rdb *redis.Client, key string) (int64, error) {
	a, b := rdb.Pipeline(), rdb.Pipeline()
	n := a.Incr(ctx, key)
	if _, err := b.Exec(ctx); err != nil {
		return 0, err
	}
	v := n.Val() // want `result of Incr is read before a.Exec`
	_, err := a.Exec(ctx)
	return v, err
}

type batch struct{ pipe redis.Pipeliner }

func newBatch(c redis.UniversalClient) *batch { return &batch{pipe: c.Pipeline()} }

func (b *batch) get(ctx context.Context, key string) *redis.StringCmd { return b.pipe.Get(ctx, key) }
func (b *batch) flush(ctx context.Context) error {
	_, err := b.pipe.Exec(ctx)
	return err
}

func wrapperReadEarly(ctx context.Context, rdb *redis.Client) (string, error) {
	b := newBatch(rdb)
	c := b.get(ctx, "a")
	v := c.Val() // want `result of Get is read before`
	return v, b.flush(ctx)
}

func wrapperReadLate(ctx context.Context, rdb *redis.Client) (string, error) {
	b := newBatch(rdb)
	c := b.get(ctx, "a")
	if err := b.flush(ctx); err != nil {
		return "", err
	}
	return c.Result()
}

func errorReturnedFromClosure(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		return p.Set(ctx, "a", 1, 0).Err() // want `error of Set is tested before Pipelined sends it; it is always nil here`
	})
	return err
}

func earlyReturnBeforeExec(ctx context.Context, rdb *redis.Client, skip bool) (string, error) {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	if skip {
		return "", nil
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return "", err
	}
	return get.Val(), nil
}

func executedOnBothBranches(ctx context.Context, rdb *redis.Client, fast bool) string {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	if fast {
		_, _ = pipe.Exec(ctx)
	} else {
		helper.Flush(ctx, pipe)
	}
	return get.Val()
}

func endsOtherwise(ctx context.Context, rdb *redis.Client) string {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	if _, err := pipe.Exec(ctx); err != nil {
		log.Fatal(err)
	}
	return get.Val()
}

func goroutineReads(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	done := make(chan struct{})
	go func() {
		<-done
		log.Print(get.Val())
	}()
	_, err := pipe.Exec(ctx)
	close(done)
	return err
}

func executedInGroup(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	var g errgroup.Group
	g.Go(func() error {
		_, err := pipe.Exec(ctx)
		return err
	})
	if err := g.Wait(); err != nil {
		return "", err
	}
	return get.Val(), nil
}

func wholeInGoroutine(ctx context.Context, rdb *redis.Client, out chan<- string) {
	go func() {
		pipe := rdb.Pipeline()
		get := pipe.Get(ctx, "a")
		out <- get.Val() // want `result of Get is read before pipe.Exec`
		_, _ = pipe.Exec(ctx)
	}()
}

func closureExecutes(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	run := func() error {
		_, err := pipe.Exec(ctx)
		return err
	}
	if err := run(); err != nil {
		return "", err
	}
	return get.Val(), nil
}

func unseenExecutes(ctx context.Context, rdb *redis.Client, run func(redis.Pipeliner) error) (string, error) {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	if err := run(pipe); err != nil {
		return "", err
	}
	return get.Val(), nil
}

func autoPipeline(ctx context.Context, ap *redis.AutoPipeliner) (string, error) {
	return ap.Get(ctx, "a").Result()
}

func shadowedByClient(ctx context.Context, pipe *redis.Client) (string, error) {
	return pipe.Get(ctx, "a").Result()
}

func txReadsAtOnce(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, "a").Int()
		if err != nil && !errors.Is(err, redis.Nil) {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			m := tx.Get(ctx, "b").Val()
			p.Set(ctx, "a", n+len(m), 0)
			return nil
		})
		return err
	}, "a")
}

func parameter(ctx context.Context, pipe redis.Pipeliner) string {
	v := pipe.Get(ctx, "a").Val() // want `result of Get is read before pipe.Exec`
	return v
}

type pending struct {
	a, b *redis.StringCmd
}

func structReadEarly(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	var p pending
	p.a = pipe.Get(ctx, "a")
	p.b = pipe.Get(ctx, "b")
	v := p.a.Val() // want `result of Get is read before pipe.Exec`
	_, err := pipe.Exec(ctx)
	return v + p.b.Val(), err
}

func structFilledByHelper(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	p := fill(ctx, pipe)
	if _, err := pipe.Exec(ctx); err != nil {
		return "", err
	}
	return p.a.Val() + p.b.Val(), nil
}

func fill(ctx context.Context, pipe redis.Pipeliner) *pending {
	return &pending{a: pipe.Get(ctx, "a"), b: pipe.Get(ctx, "b")}
}

func readInDeferBeforeExec(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	defer pipe.Exec(ctx)
	defer func() {
		log.Print(get.Val()) // want `result of Get is read before pipe.Exec`
	}()
}

func conversions(ctx context.Context, rdb *redis.Client) (n int, err error) {
	pipe := rdb.Pipeline()
	n, err = pipe.Get(ctx, "a").Int() // want `result of Get is read before pipe.Exec`
	if err != nil {
		return 0, err
	}
	_, err = pipe.Exec(ctx)
	return n, err
}

func onlyNamed(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	log.Println(get.Name(), get.Args(), get.String())
	_, err := pipe.Exec(ctx)
	return err
}

func name(ctx context.Context, c redis.Cmdable, key string) string { return c.Get(ctx, key).Val() }

func add(ctx context.Context, c redis.Cmdable, key string) error { return c.Incr(ctx, key).Err() }

func helperReadsForPipe(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	v := name(ctx, pipe, "a") // want `name is given a pipeline and reads the result of Get before it is executed; it is always the zero value`
	_, err := pipe.Exec(ctx)
	return v + name(ctx, rdb, "b"), err
}

func helperOfOtherPackageReads(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	v := helper.Name(ctx, pipe, "a") // want `helper.Name is given a pipeline and reads the result of Get before it is executed`
	_, err := pipe.Exec(ctx)
	return v + helper.Name(ctx, rdb, "b"), err
}

func helperTestsForBoth(ctx context.Context, rdb *redis.Client) error {
	if err := add(ctx, rdb, "a"); err != nil {
		return err
	}
	pipe := rdb.Pipeline()
	if err := add(ctx, pipe, "a"); err != nil {
		return err
	}
	_, err := pipe.Exec(ctx)
	return err
}

func helperExecutesAndReads(ctx context.Context, rdb *redis.Client) (string, error) {
	return helper.Now(ctx, rdb.Pipeline(), "a")
}
