package txretry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand"
	"net"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"example.com/redisvettest/txretry/store"
)

func counter(ctx context.Context, rdb *redis.Client, key string) error {
	for i := 0; i < 5; i++ {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return ErrBusy
}

func counterInBody(ctx context.Context, rdb *redis.Client, key string) error {
	attempts := 0
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
		attempts++
		if attempts >= 5 {
			return err
		}
	}
}

func countsDown(ctx context.Context, rdb *redis.Client, key string, retries int) error {
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err == redis.TxFailedErr && retries > 0 {
			retries--
			continue
		}
		return err
	}
}

func countedInClosure(ctx context.Context, rdb *redis.Client, key string) error {
	tries := 0
	for {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error {
			tries++
			if tries > 5 {
				return ErrBusy
			}
			return incr(ctx, key)(tx)
		}, key)
		if err != redis.TxFailedErr {
			return err
		}
	}
}

func countedInClosureTestedOutside(ctx context.Context, rdb *redis.Client, key string) error {
	tries := 0
	for tries < 5 {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error {
			tries++
			return incr(ctx, key)(tx)
		}, key)
		if err != redis.TxFailedErr {
			return err
		}
	}
	return ErrBusy
}

func countedInField(ctx context.Context, r *repo, key string) error {
	for {
		err := r.rdb.Watch(ctx, incr(ctx, key), key)
		if err != redis.TxFailedErr {
			return err
		}
		r.stats.tries++
		if r.stats.tries > r.max {
			return err
		}
	}
}

func countedAtomically(ctx context.Context, rdb *redis.Client, key string) error {
	var tries atomic.Int32
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err != redis.TxFailedErr || tries.Add(1) > 5 {
			return err
		}
	}
}

func rangeOverInt(ctx context.Context, rdb *redis.Client, key string) (err error) {
	for range 8 {
		if err = rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr {
			break
		}
		time.Sleep(time.Millisecond)
	}
	return err
}

func rangeOverDelays(ctx context.Context, rdb *redis.Client, key string) error {
	for _, d := range []time.Duration{time.Millisecond, 10 * time.Millisecond, time.Second} {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
		time.Sleep(d)
	}
	return fmt.Errorf("%s: %w", key, redis.TxFailedErr)
}

func deadline(ctx context.Context, rdb *redis.Client, key string) error {
	end := time.Now().Add(time.Second)
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err != redis.TxFailedErr {
			return err
		}
		if time.Now().After(end) {
			return ErrBusy
		}
	}
}

func deadlineInHeader(ctx context.Context, rdb *redis.Client, key string) error {
	for start := time.Now(); time.Since(start) < time.Second; {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr {
			return err
		}
	}
	return ErrBusy
}

func explicitErr(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err != redis.TxFailedErr {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

func explicitErrInHeader(ctx context.Context, rdb *redis.Client, key string) error {
	for ctx.Err() == nil {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr {
			return err
		}
	}
	return ctx.Err()
}

func explicitDone(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err != redis.TxFailedErr {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(rand.Intn(10)) * time.Millisecond):
		}
	}
}

func doneBefore(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr {
			return err
		}
	}
}

func sleepHelperWithContext(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err != redis.TxFailedErr {
			return err
		}
		if err := sleep(ctx, time.Millisecond); err != nil {
			return err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func timeoutAround(ctx context.Context, rdb *redis.Client, key string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr {
			return err
		}
	}
}

func timeoutAroundCaptured(ctx context.Context, rdb *redis.Client, key string) error {
	tctx, cancel := context.WithDeadline(ctx, time.Now().Add(time.Second))
	defer cancel()
	try := func() error { return rdb.Watch(tctx, incr(tctx, key), key) }
	for {
		if err := try(); !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
}

func timeoutFromHelper(ctx context.Context, rdb *redis.Client, key string) error {
	ctx, cancel := short(ctx)
	defer cancel()
	for {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr {
			return err
		}
	}
}

func short(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Second)
}

func timeoutThenValue(ctx context.Context, rdb *redis.Client, key string) error {
	type k struct{}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	ctx = context.WithValue(ctx, k{}, 1)
	for {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr {
			return err
		}
	}
}

func timeoutAroundGroup(ctx context.Context, rdb *redis.Client, key string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		for {
			if err := rdb.Watch(gctx, incr(gctx, key), key); err != redis.TxFailedErr {
				return err
			}
		}
	})
	return g.Wait()
}

func timeoutGivenToHelper(ctx context.Context, rdb *redis.Client, key string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return loopUnder(ctx, rdb, key)
}

func loopUnder(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr {
			return err
		}
	}
}

func library(ctx context.Context, rdb *redis.Client, key string) error {
	return backoff.Retry(func() error {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err != nil && !errors.Is(err, redis.TxFailedErr) {
			return backoff.Permanent(err)
		}
		return err
	}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 5))
}

func libraryBudget(ctx context.Context, rdb *redis.Client, key string) error {
	b := backoff.NewExponentialBackOff()
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err != redis.TxFailedErr {
			return err
		}
		d := b.NextBackOff()
		if d == backoff.Stop {
			return err
		}
		time.Sleep(d)
	}
}

func ownRetry(ctx context.Context, rdb *redis.Client, key string) error {
	return retry(5, func() error { return rdb.Watch(ctx, incr(ctx, key), key) })
}

func retry(n int, fn func() error) (err error) {
	for i := 0; i < n; i++ {
		if err = fn(); !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return err
}

func otherPackageRetry(ctx context.Context, rdb *redis.Client, key string) error {
	return store.Few(func() error { return rdb.Watch(ctx, incr(ctx, key), key) })
}

func recursionWithLimit(ctx context.Context, rdb *redis.Client, key string, left int) error {
	err := rdb.Watch(ctx, incr(ctx, key), key)
	if errors.Is(err, redis.TxFailedErr) && left > 0 {
		return recursionWithLimit(ctx, rdb, key, left-1)
	}
	return err
}

func recursionWithLimitFirst(ctx context.Context, rdb *redis.Client, key string, left int) error {
	if left == 0 {
		return ErrBusy
	}
	err := rdb.Watch(ctx, incr(ctx, key), key)
	if errors.Is(err, redis.TxFailedErr) {
		return recursionWithLimitFirst(ctx, rdb, key, left-1)
	}
	return err
}

func recursionWithContext(ctx context.Context, rdb *redis.Client, key string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := rdb.Watch(ctx, incr(ctx, key), key)
	if errors.Is(err, redis.TxFailedErr) {
		return recursionWithContext(ctx, rdb, key)
	}
	return err
}

func recursionWithDeadline(ctx context.Context, rdb *redis.Client, key string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err := rdb.Watch(ctx, incr(ctx, key), key)
	if errors.Is(err, redis.TxFailedErr) {
		return recursionWithDeadline(ctx, rdb, key)
	}
	return err
}

func (r *repo) recursionCountsInField(ctx context.Context, key string) error {
	err := r.rdb.Watch(ctx, incr(ctx, key), key)
	if errors.Is(err, redis.TxFailedErr) {
		r.stats.tries++
		if r.stats.tries > r.max {
			return ErrBusy
		}
		return r.recursionCountsInField(ctx, key)
	}
	return err
}

type state struct{ tries int }

func recursionWithState(ctx context.Context, rdb *redis.Client, key string, s *state) error {
	s.tries++
	err := rdb.Watch(ctx, incr(ctx, key), key)
	if err == redis.TxFailedErr && s.tries < 5 {
		return recursionWithState(ctx, rdb, key, s)
	}
	return err
}

func worker(ctx context.Context, rdb *redis.Client, jobs <-chan string) {
	for key := range jobs {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != nil {
			log.Print(err)
		}
	}
}

func endlessWorker(ctx context.Context, rdb *redis.Client, key string) {
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err != nil && err != redis.TxFailedErr {
			log.Print(err)
		}
		time.Sleep(time.Minute)
	}
}

func ticker(ctx context.Context, rdb *redis.Client, key string) error {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
			if err := rdb.Watch(ctx, incr(ctx, key), key); err != nil && err != redis.TxFailedErr {
				return err
			}
		}
	}
}

func drains(ctx context.Context, rdb *redis.Client, queue string) error {
	for {
		err := rdb.Watch(ctx, incr(ctx, queue), queue)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && err != redis.TxFailedErr {
			return err
		}
	}
}

func batch(ctx context.Context, rdb *redis.Client, keys []string) error {
	for _, key := range keys {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err == redis.TxFailedErr {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func retriesOnlyNetworkErrors(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if !temporary(err) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func temporary(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout()
}

func retriesOnlyEOF(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if !errors.Is(err, io.EOF) {
			return err
		}
	}
}

func domainErrorIsNotRetried(ctx context.Context, r *repo, key string) error {
	for {
		err := r.save(ctx, key) // a conflict is ErrBusy
		if errors.Is(err, io.ErrUnexpectedEOF) {
			continue
		}
		return err
	}
}

func conflictEndsTheLoop(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err == nil || errors.Is(err, redis.TxFailedErr) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func unknownPolicy(ctx context.Context, rdb *redis.Client, key string, retryable func(error) bool) error {
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if !retryable(err) {
			return err
		}
	}
}

type limiter interface {
	Wait(ctx context.Context) error
}

func rateLimiter(ctx context.Context, rdb *redis.Client, l limiter, key string) error {
	for {
		if err := l.Wait(ctx); err != nil {
			return err
		}
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr {
			return err
		}
	}
}

func innerGivesUp(ctx context.Context, rdb *redis.Client, key string) error {
	for i := 0; i < 3; i++ {
		for {
			err := rdb.Watch(ctx, incr(ctx, key), key)
			if err == redis.TxFailedErr {
				break
			}
			return err
		}
	}
	return ErrBusy
}

func panicsAfterTooMany(ctx context.Context, rdb *redis.Client, key string) {
	for i := 0; ; i++ {
		if i > 10 {
			log.Fatal("busy")
		}
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr {
			return
		}
	}
}

func stopFlag(ctx context.Context, rdb *redis.Client, key string, stop *atomic.Bool) error {
	for !stop.Load() {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr {
			return err
		}
	}
	return ErrBusy
}

func readsOnly(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error { return tx.Get(ctx, key).Err() }, key)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func rereadsInside(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := rdb.Get(ctx, key).Int()
	if err != nil {
		return err
	}
	for range 5 {
		err = rdb.Watch(ctx, func(tx *redis.Tx) error {
			n, err = tx.Get(ctx, key).Int()
			if err != nil {
				return err
			}
			_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
				p.Set(ctx, key, n+1, 0)
				return nil
			})
			return err
		}, key)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return err
}

func configReadBefore(ctx context.Context, rdb *redis.Client, key string) error {
	step, err := rdb.Get(ctx, "config:step").Int()
	if err != nil {
		return err
	}
	for range 5 {
		err = rdb.Watch(ctx, func(tx *redis.Tx) error {
			n, err := tx.Get(ctx, key).Int()
			if err != nil {
				return err
			}
			_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
				p.Set(ctx, key, n+step, 0)
				return nil
			})
			return err
		}, key)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return err
}

func lastErrorReturned(ctx context.Context, rdb *redis.Client, key string) error {
	var last error
	for i := 0; i < 5; i++ {
		if last = rdb.Watch(ctx, incr(ctx, key), key); last == nil {
			return nil
		}
	}
	return last
}

func fallsBackToScript(ctx context.Context, rdb *redis.Client, key string) error {
	for i := 0; i < 5; i++ {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	rdb.Incr(ctx, key)
	return nil
}

func domainResult(ctx context.Context, rdb *redis.Client, key string) (bool, error) {
	for i := 0; i < 5; i++ {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err == nil {
			return true, nil
		}
		if !errors.Is(err, redis.TxFailedErr) {
			return false, err
		}
	}
	return false, nil
}

func conflictMeansDone(ctx context.Context, rdb *redis.Client, key string) error {
	for i := 0; i < 5; i++ {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if errors.Is(err, redis.TxFailedErr) {
			break // somebody else did it
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func successAfterWork(ctx context.Context, rdb *redis.Client, keys []string) error {
	for _, key := range keys {
		if err := counter(ctx, rdb, key); err != nil {
			return err
		}
	}
	return nil
}

func failedFlag(ctx context.Context, rdb *redis.Client, key string) error {
	ok := false
	for i := 0; i < 5 && !ok; i++ {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err == nil {
			ok = true
		} else if err != redis.TxFailedErr {
			return err
		}
	}
	if !ok {
		return ErrBusy
	}
	return nil
}

func wrapsAfterTheLoop(ctx context.Context, rdb *redis.Client, key string) (err error) {
	for i := 0; i < 5; i++ {
		err = rdb.Watch(ctx, incr(ctx, key), key)
		if err == nil {
			break
		}
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	if err != nil {
		return fmt.Errorf("gave up: %w", err)
	}
	return nil
}

func contextCheckedInWatchFunction(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return incr(ctx, key)(tx)
		}, key)
		if err != redis.TxFailedErr {
			return err
		}
	}
}

func contextCheckedInHelper(ctx context.Context, r *repo, key string) error {
	for {
		if err := r.tryIfAlive(ctx, key); err != redis.TxFailedErr {
			return err
		}
	}
}

func (r *repo) tryIfAlive(ctx context.Context, key string) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	default:
	}
	return r.rdb.Watch(ctx, incr(ctx, key), key)
}

func errorsCollected(ctx context.Context, rdb *redis.Client, keys []string) error {
	var errs []error
	for _, key := range keys {
		for i := 0; ; i++ {
			err := rdb.Watch(ctx, incr(ctx, key), key)
			if err == nil {
				break
			}
			if i == 3 || !errors.Is(err, redis.TxFailedErr) {
				errs = append(errs, err)
				break
			}
		}
	}
	return errors.Join(errs...)
}

func resultFlagReturned(ctx context.Context, rdb *redis.Client, key string) (n int, done bool, err error) {
	for i := 0; i < 3; i++ {
		err = rdb.Watch(ctx, incr(ctx, key), key)
		if err == nil {
			return 1, true, nil
		}
		if err != redis.TxFailedErr {
			return 0, false, err
		}
	}
	return 0, false, nil
}

type policy struct{ left int }

func (p *policy) next() bool { p.left--; return p.left >= 0 }

func policyObject(ctx context.Context, rdb *redis.Client, key string) error {
	p := &policy{left: 3}
	for p.next() {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr {
			return err
		}
	}
	return ErrBusy
}

func channelOfTokens(ctx context.Context, rdb *redis.Client, key string, tokens <-chan struct{}) error {
	for range tokens {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr {
			return err
		}
	}
	return ErrBusy
}

func iterator(ctx context.Context, rdb *redis.Client, key string) error {
	for range attempts(5) {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr {
			return err
		}
	}
	return ErrBusy
}

func attempts(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// workerDropsConflicts takes another job in each turn.
func workerDropsConflicts(ctx context.Context, rdb *redis.Client) error {
	for {
		job, err := rdb.BLPop(ctx, 0, "jobs").Result()
		if err != nil {
			return err
		}
		if err := rdb.Watch(ctx, incr(ctx, job[1]), job[1]); errors.Is(err, redis.TxFailedErr) {
			continue
		} else if err != nil {
			return err
		}
	}
}
