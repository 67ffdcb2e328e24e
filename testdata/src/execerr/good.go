package execerr

import (
	"context"
	"errors"
	"fmt"
	"log"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"example.com/redisvettest/execerr/helper"
)

func checked(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	if _, err := pipe.Exec(ctx); err != nil {
		return fmt.Errorf("count: %w", err)
	}
	return nil
}

func returnedAtOnce(ctx context.Context, rdb *redis.Client, key string) ([]redis.Cmder, error) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	return pipe.Exec(ctx)
}

func explicitBlank(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	_, _ = pipe.Exec(ctx)
}

func explicitBlankPipelined(ctx context.Context, rdb *redis.Client, key string) {
	_, _ = rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, key)
		return nil
	})
}

func blankedLater(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	_, err := pipe.Exec(ctx)
	_ = err
}

func blankOfHelper(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	_ = helper.Flush(ctx, pipe)
	pipe.Incr(ctx, key)
	_ = flushLocal(ctx, pipe)
}

func blankAndCommandChecked(ctx context.Context, rdb *redis.Client, key string) (int64, error) {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, key)
	pipe.Expire(ctx, key, time.Hour)
	_, _ = pipe.Exec(ctx)
	return n.Result()
}

func commandChecked(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, key)
	pipe.Exec(ctx)
	if err := n.Err(); err != nil {
		return err
	}
	return nil
}

func resultChecked(ctx context.Context, rdb *redis.Client, key string) string {
	var get *redis.StringCmd
	rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		get = p.Get(ctx, key)
		return nil
	})
	v, err := get.Result()
	if errors.Is(err, redis.Nil) {
		return ""
	}
	return v
}

func sliceChecked(ctx context.Context, rdb *redis.Client, ids []string) ([]string, error) {
	pipe := rdb.Pipeline()
	cmds := make([]*redis.StringCmd, len(ids))
	for i, id := range ids {
		cmds[i] = pipe.Get(ctx, id)
	}
	pipe.Exec(ctx)
	var out []string
	for _, c := range cmds {
		v, err := c.Result()
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

func appendedChecked(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	var cmds []redis.Cmder
	for _, id := range ids {
		cmds = append(cmds, pipe.Incr(ctx, id))
	}
	pipe.Exec(ctx)
	for _, c := range cmds {
		if c.Err() != nil {
			return c.Err()
		}
	}
	return nil
}

func mapChecked(ctx context.Context, rdb *redis.Client, ids []string) map[string]int64 {
	pipe := rdb.Pipeline()
	cmds := map[string]*redis.IntCmd{}
	for _, id := range ids {
		cmds[id] = pipe.Incr(ctx, id)
	}
	pipe.Exec(ctx)
	out := map[string]int64{}
	for id, c := range cmds {
		if n, err := c.Result(); err == nil {
			out[id] = n
		}
	}
	return out
}

type counters struct {
	hits, misses *redis.IntCmd
}

func structChecked(ctx context.Context, rdb *redis.Client) (int64, error) {
	var c counters
	pipe := rdb.Pipeline()
	c.hits = pipe.Incr(ctx, "hits")
	c.misses = pipe.Incr(ctx, "misses")
	pipe.Exec(ctx)
	if err := c.misses.Err(); err != nil {
		return 0, err
	}
	return c.hits.Val(), nil
}

type pair struct {
	id  string
	cmd *redis.StringCmd
}

func sliceOfStructsChecked(ctx context.Context, rdb *redis.Client, ids []string) (out []string) {
	pipe := rdb.Pipeline()
	var ps []pair
	for _, id := range ids {
		ps = append(ps, pair{id, pipe.Get(ctx, id)})
	}
	pipe.Exec(ctx)
	for _, p := range ps {
		if v, err := p.cmd.Result(); err == nil {
			out = append(out, p.id+v)
		}
	}
	return out
}

func returnedCommandsChecked(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		pipe.Incr(ctx, id)
	}
	cmds, _ := pipe.Exec(ctx)
	for _, c := range cmds {
		if err := c.Err(); err != nil {
			return err
		}
	}
	return nil
}

func returnedCommandsAsserted(ctx context.Context, rdb *redis.Client, id string) (string, error) {
	cmds, _ := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Get(ctx, id)
		return nil
	})
	return cmds[0].(*redis.StringCmd).Result()
}

func firstErr(cmds ...redis.Cmder) error {
	for _, c := range cmds {
		if err := c.Err(); err != nil {
			return err
		}
	}
	return nil
}

func helperChecksCommands(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	a, b := pipe.Incr(ctx, "a"), pipe.Incr(ctx, "b")
	pipe.Exec(ctx)
	return firstErr(a, b)
}

func otherPackageChecksCommands(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	a, b := pipe.Incr(ctx, "a"), pipe.Incr(ctx, "b")
	pipe.Exec(ctx)
	return helper.Check(a, b)
}

func otherPackageChecksReturned(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	cmds, _ := pipe.Exec(ctx)
	return helper.FirstErr(cmds)
}

func otherPackageQueued(ctx context.Context, rdb *redis.Client) (int64, error) {
	pipe := rdb.Pipeline()
	n := helper.Queue(ctx, pipe, "a")
	pipe.Exec(ctx)
	return n.Result()
}

func otherPackageLogs(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	helper.FlushLogged(ctx, pipe)
}

func returnedCommand(ctx context.Context, rdb *redis.Client, key string) *redis.IntCmd {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, key)
	pipe.Exec(ctx)
	return n
}

func storedElsewhere(ctx context.Context, rdb *redis.Client, key string, into *counters) {
	pipe := rdb.Pipeline()
	into.hits = pipe.Incr(ctx, key)
	pipe.Exec(ctx)
}

func sentOverChannel(ctx context.Context, rdb *redis.Client, key string, out chan<- *redis.IntCmd) {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, key)
	pipe.Exec(ctx)
	out <- n
}

func givenToUnseen(ctx context.Context, rdb *redis.Client, key string, report func(redis.Cmder)) {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, key)
	pipe.Exec(ctx)
	report(n)
}

func flushForCaller(ctx context.Context, pipe redis.Pipeliner) { pipe.Exec(ctx) }

func callerChecks(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, key)
	flushForCaller(ctx, pipe)
	return n.Err()
}

func deferredCheck(ctx context.Context, rdb *redis.Client, key string) (err error) {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, key)
	defer func() { err = n.Err() }()
	pipe.Exec(ctx)
	return nil
}

func deferredExecHandled(ctx context.Context, rdb *redis.Client, key string) (err error) {
	pipe := rdb.Pipeline()
	defer func() {
		if _, e := pipe.Exec(ctx); e != nil && err == nil {
			err = e
		}
	}()
	pipe.Incr(ctx, key)
	return nil
}

func deferredAssign(ctx context.Context, rdb *redis.Client, key string) (err error) {
	pipe := rdb.Pipeline()
	defer func() { _, err = pipe.Exec(ctx) }()
	pipe.Incr(ctx, key)
	return nil
}

func namedResult(ctx context.Context, rdb *redis.Client, key string) (err error) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	_, err = pipe.Exec(ctx)
	return
}

func afterTheJoin(ctx context.Context, rdb *redis.Client, key string, atomic bool) error {
	var err error
	if atomic {
		_, err = rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, key)
			return nil
		})
	} else {
		_, err = rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, key)
			return nil
		})
	}
	return err
}

func group(ctx context.Context, rdb *redis.Client, keys []string) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, k := range keys {
		g.Go(func() error {
			pipe := rdb.Pipeline()
			pipe.Incr(ctx, k)
			_, err := pipe.Exec(ctx)
			return err
		})
	}
	return g.Wait()
}

func errorOverChannel(ctx context.Context, rdb *redis.Client, key string) error {
	errs := make(chan error, 1)
	go func() {
		pipe := rdb.Pipeline()
		pipe.Incr(ctx, key)
		_, err := pipe.Exec(ctx)
		errs <- err
	}()
	return <-errs
}

func mustExec(cmds []redis.Cmder, err error) []redis.Cmder {
	if err != nil {
		log.Fatal(err)
	}
	return cmds
}

func throughMust(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	mustExec(pipe.Exec(ctx))
}

func execPipe(ctx context.Context, pipe redis.Pipeliner) error {
	_, err := pipe.Exec(ctx)
	if err != nil {
		log.Printf("exec: %v", err)
	}
	return err
}

func helperLogsAndReturns(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	execPipe(ctx, pipe)
}

func logged(ctx context.Context, rdb *redis.Client, key string) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	_, err := pipe.Exec(ctx)
	log.Println("exec", err)
}

func collected(ctx context.Context, rdb *redis.Client, keys []string) error {
	var errs []error
	for _, k := range keys {
		pipe := rdb.Pipeline()
		pipe.Incr(ctx, k)
		if _, err := pipe.Exec(ctx); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func joined(ctx context.Context, rdb *redis.Client) error {
	a, b := rdb.Pipeline(), rdb.TxPipeline()
	a.Incr(ctx, "a")
	b.Incr(ctx, "b")
	_, errA := a.Exec(ctx)
	_, errB := b.Exec(ctx)
	return errors.Join(errA, errB)
}

func firstOfTwo(ctx context.Context, rdb *redis.Client) error {
	a, b := rdb.Pipeline(), rdb.Pipeline()
	_, err := a.Exec(ctx)
	if _, err2 := b.Exec(ctx); err == nil {
		err = err2
	}
	return err
}

func insideWatch(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, key)
			return nil
		})
		return nil
	}, key)
}

type runner struct{}

func (runner) Exec(ctx context.Context) ([]string, error) { return nil, nil }

func notRedis(ctx context.Context) {
	var r runner
	r.Exec(ctx)
}

type lastErr struct{ err error }

func (l *lastErr) keptInField(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	_, l.err = pipe.Exec(ctx)
}

func retried(ctx context.Context, rdb *redis.Client, key string) error {
	var err error
	for range 3 {
		pipe := rdb.Pipeline()
		pipe.Incr(ctx, key)
		if _, err = pipe.Exec(ctx); err == nil {
			return nil
		}
	}
	return err
}

func helperOfTest(t *testing.T, rdb *redis.Client) {
	t.Helper()
	pipe := rdb.Pipeline()
	pipe.Incr(t.Context(), "a")
	_, err := pipe.Exec(t.Context())
	if err != nil {
		t.Fatal(err)
	}
}

func localClosureChecks(ctx context.Context, rdb *redis.Client) (failed bool) {
	pipe := rdb.Pipeline()
	a := pipe.Incr(ctx, "a")
	check := func(c redis.Cmder) {
		if c.Err() != nil {
			failed = true
		}
	}
	pipe.Exec(ctx)
	check(a)
	return
}

func switchOnErr(ctx context.Context, rdb *redis.Client) string {
	pipe := rdb.Pipeline()
	a := pipe.Get(ctx, "a")
	pipe.Exec(ctx)
	switch err := a.Err(); {
	case err == redis.Nil:
		return "none"
	case err != nil:
		return "failed"
	}
	return a.Val()
}

func intChecked(ctx context.Context, rdb *redis.Client) (int, error) {
	pipe := rdb.Pipeline()
	a := pipe.Get(ctx, "a")
	pipe.Exec(ctx)
	return a.Int()
}

func scanned(ctx context.Context, rdb *redis.Client, dst any) error {
	pipe := rdb.Pipeline()
	a := pipe.HGetAll(ctx, "a")
	pipe.Exec(ctx)
	return a.Scan(dst)
}
