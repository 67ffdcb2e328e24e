// Package txretry has the situations of the check txretry.
package txretry

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/txretry/store"
)

var errConflict = redis.TxFailedErr

// ErrBusy is an error of the program.
var ErrBusy = errors.New("busy")

func incr(ctx context.Context, key string) func(tx *redis.Tx) error {
	return func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil && err != redis.Nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, n+1, 0)
			return nil
		})
		return err
	}
}

func forEver(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key) // want `rdb.Watch is retried on TxFailedErr without a limit or deadline; under contention it never ends`
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
}

func forEverLiteral(ctx context.Context, rdb redis.UniversalClient, key string) error {
	for {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error { // want `rdb.Watch is retried on TxFailedErr without`
			n, err := tx.Get(ctx, key).Int()
			if err != nil {
				return err
			}
			_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
				p.Set(ctx, key, n+1, 0)
				return nil
			})
			return err
		}, key)
		if err == nil {
			return nil
		}
		if err == redis.TxFailedErr {
			continue
		}
		return err
	}
}

func onlySleeps(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr { // want `retried on TxFailedErr without`
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func growingSleep(ctx context.Context, rdb *redis.Client, key string) error {
	pause := time.Millisecond
	for {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr { // want `retried on TxFailedErr without`
			return err
		}
		time.Sleep(pause)
		if pause < time.Second {
			pause *= 2
		}
	}
}

func timerWithoutContext(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr { // want `retried on TxFailedErr without`
			return err
		}
		<-time.After(time.Millisecond)
	}
}

func counterOnlyLogged(ctx context.Context, rdb *redis.Client, key string) error {
	for attempt := 0; ; attempt++ {
		err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
		if err == nil {
			return nil
		}
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
		log.Printf("attempt %d of %s", attempt, key)
	}
}

func counterLimitsOnlyTheLog(ctx context.Context, rdb *redis.Client, key string) error {
	attempts := 0
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
		attempts++
		if attempts > 10 {
			log.Printf("still trying")
		}
	}
}

func counterCheckedOnSuccessOnly(ctx context.Context, rdb *redis.Client, key string) (err error) {
	tries := 0
	for {
		tries++
		err = rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
		if err == nil {
			if tries > 5 {
				log.Print("slow")
				return nil
			}
			return nil
		}
		if err != redis.TxFailedErr {
			return err
		}
	}
}

func conditionNoPathMakesFalse(ctx context.Context, rdb *redis.Client, key string) error {
	retry := true
	for retry {
		err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
		if errors.Is(err, redis.TxFailedErr) {
			retry = true
			continue
		}
		return err
	}
	return nil
}

func conditionIsTheConflict(ctx context.Context, rdb *redis.Client, key string) error {
	err := redis.TxFailedErr
	var last error = err
	for last == redis.TxFailedErr {
		last = rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
	}
	return last
}

func conditionInHeader(ctx context.Context, rdb *redis.Client, key string) error {
	var err error
	for err = rdb.Watch(ctx, incr(ctx, key), key); errors.Is(err, redis.TxFailedErr); err = rdb.Watch(ctx, incr(ctx, key), key) { // want `retried on TxFailedErr without`
	}
	return err
}

func doneFlag(ctx context.Context, rdb *redis.Client, key string) error {
	done := false
	for !done {
		err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
		switch {
		case err == nil:
			done = true
		case errors.Is(err, redis.TxFailedErr):
		default:
			return err
		}
	}
	return nil
}

func doneFlagSetByClosure(ctx context.Context, rdb *redis.Client, key string) error {
	done := false
	for !done {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error { // want `retried on TxFailedErr without`
			_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
				p.Incr(ctx, key)
				return nil
			})
			if err == nil {
				done = true
			}
			return err
		}, key)
		if err != nil && err != redis.TxFailedErr {
			return err
		}
	}
	return nil
}

func switchOnError(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		switch err := rdb.Watch(ctx, incr(ctx, key), key); err { // want `retried on TxFailedErr without`
		case nil:
			return nil
		case redis.TxFailedErr:
			continue
		default:
			return err
		}
	}
}

func everyErrorIsRetried(ctx context.Context, rdb *redis.Client, key string) {
	for {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err == nil { // want `retried on TxFailedErr without`
			return
		}
		time.Sleep(time.Second)
	}
}

func labelledContinue(ctx context.Context, rdb *redis.Client, keys []string) error {
	i := 0
again:
	for {
		err := rdb.Watch(ctx, incr(ctx, keys[i]), keys[i]) // want `retried on TxFailedErr without`
		switch {
		case err == redis.TxFailedErr:
			continue again
		case err != nil:
			return err
		}
		break again
	}
	return nil
}

func labelledContinueInRange(ctx context.Context, rdb *redis.Client, keys []string) error {
	for _, key := range keys {
	again:
		for {
			err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
			if errors.Is(err, redis.TxFailedErr) {
				continue again
			}
			if err != nil {
				return err
			}
			break
		}
	}
	return nil
}

func gotoRetry(ctx context.Context, rdb *redis.Client, key string) error {
retry:
	err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
	if errors.Is(err, redis.TxFailedErr) {
		time.Sleep(time.Millisecond)
		goto retry
	}
	return err
}

func recursion(ctx context.Context, rdb *redis.Client, key string) error {
	err := rdb.Watch(ctx, incr(ctx, key), key)
	if errors.Is(err, redis.TxFailedErr) {
		return recursion(ctx, rdb, key) // want `recursion calls itself on TxFailedErr without a limit or deadline; under contention it never returns`
	}
	return err
}

type repo struct {
	rdb   redis.UniversalClient
	max   int
	stats struct{ tries int }
}

func (r *repo) recursiveMethod(ctx context.Context, key string, by int) error {
	err := r.rdb.Watch(ctx, incr(ctx, key), key)
	switch {
	case err == nil:
		return nil
	case err == redis.TxFailedErr:
		time.Sleep(time.Millisecond)
		return r.recursiveMethod(ctx, key, by) // want `recursiveMethod calls itself on TxFailedErr without`
	}
	return err
}

func recursiveClosure(ctx context.Context, rdb *redis.Client, key string) error {
	var attempt func() error
	attempt = func() error {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err == redis.TxFailedErr {
			return attempt() // want `calls itself on TxFailedErr without`
		}
		return err
	}
	return attempt()
}

func recursionCountsOnlyForLog(ctx context.Context, rdb *redis.Client, key string, n int) error {
	err := rdb.Watch(ctx, incr(ctx, key), key)
	if errors.Is(err, redis.TxFailedErr) {
		log.Printf("try %d", n)
		return recursionCountsOnlyForLog(ctx, rdb, key, n+1) // want `calls itself on TxFailedErr without`
	}
	return err
}

func mutualA(ctx context.Context, rdb *redis.Client, key string) error {
	err := rdb.Watch(ctx, incr(ctx, key), key)
	if err == redis.TxFailedErr {
		return mutualB(ctx, rdb, key)
	}
	return err
}

func mutualB(ctx context.Context, rdb *redis.Client, key string) error {
	time.Sleep(time.Millisecond)
	return mutualA(ctx, rdb, key) // want `mutualA calls itself on TxFailedErr without`
}

func helperWithWatch(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := once(ctx, rdb, key) // want `once is retried on TxFailedErr without`
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
}

func once(ctx context.Context, rdb *redis.Client, key string) error {
	if err := rdb.Watch(ctx, incr(ctx, key), key); err != nil {
		return fmt.Errorf("once: %w", err)
	}
	return nil
}

func helperTellsWithBool(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		again, err := tryOnce(ctx, rdb, key) // want `tryOnce is retried on TxFailedErr without`
		if err != nil {
			return err
		}
		if !again {
			return nil
		}
	}
}

func tryOnce(ctx context.Context, rdb *redis.Client, key string) (again bool, err error) {
	err = rdb.Watch(ctx, incr(ctx, key), key)
	if err == redis.TxFailedErr {
		return true, nil
	}
	return false, err
}

func helperGivesDomainError(ctx context.Context, r *repo, key string) error {
	for {
		err := r.save(ctx, key) // want `r.save is retried on TxFailedErr without`
		if errors.Is(err, ErrBusy) {
			continue
		}
		return err
	}
}

func (r *repo) save(ctx context.Context, key string) error {
	err := r.rdb.Watch(ctx, incr(ctx, key), key)
	if errors.Is(err, redis.TxFailedErr) {
		return ErrBusy
	}
	return err
}

func predicateHelper(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
		if !isConflict(err) {
			return err
		}
	}
}

func isConflict(err error) bool {
	if err == nil {
		return false
	}
	return errors.Is(err, redis.TxFailedErr)
}

func predicateOfOtherPackage(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
		if !store.IsConflict(err) {
			return err
		}
	}
}

func aliasOfSentinel(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
		if err != errConflict {
			return err
		}
	}
}

func comparedByText(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
		if err != nil && strings.Contains(err.Error(), "transaction failed") {
			continue
		}
		return err
	}
}

func loopingHelper(fn func() error) error {
	for {
		err := fn() // want `fn is retried on TxFailedErr without`
		if err != redis.TxFailedErr {
			return err
		}
	}
}

func usesLoopingHelper(ctx context.Context, rdb *redis.Client, key string) error {
	return loopingHelper(func() error { return rdb.Watch(ctx, incr(ctx, key), key) })
}

func loopingHelperUnused(fn func(ctx context.Context) error) error {
	for {
		if err := fn(context.Background()); err != redis.TxFailedErr { // want `fn is retried on TxFailedErr without`
			return err
		}
	}
}

func silentHelper(fn func() error) error {
	for {
		if err := fn(); err == nil { // want `fn is retried on TxFailedErr without`
			return nil
		}
		time.Sleep(time.Millisecond)
	}
}

func usesSilentHelper(ctx context.Context, rdb *redis.Client, key string) error {
	return silentHelper(func() error { return rdb.Watch(ctx, incr(ctx, key), key) })
}

func withTx(ctx context.Context, rdb redis.UniversalClient, keys []string, fn func(*redis.Tx) error) error {
	for {
		err := rdb.Watch(ctx, fn, keys...) // want `rdb.Watch is retried on TxFailedErr without`
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
}

func usesWithTx(ctx context.Context, rdb redis.UniversalClient, key string) error {
	return withTx(ctx, rdb, []string{key}, incr(ctx, key))
}

func otherPackage(ctx context.Context, s *store.Store, key string) error {
	for {
		err := s.Update(ctx, key) // want `s.Update is retried on TxFailedErr without`
		if err == nil {
			return nil
		}
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
}

type updater interface {
	Update(ctx context.Context, key string) error
}

func throughInterface(ctx context.Context, u updater, key string) error {
	for {
		err := u.Update(ctx, key) // want `u.Update is retried on TxFailedErr without`
		if errors.Is(err, redis.TxFailedErr) {
			continue
		}
		return err
	}
}

func cluster(ctx context.Context, rdb *redis.ClusterClient, key string) error {
	for {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr { // want `retried on TxFailedErr without`
			return err
		}
	}
}

func ring(ctx context.Context, rdb *redis.Ring, key string) error {
	for {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr { // want `retried on TxFailedErr without`
			return err
		}
	}
}

type watcher interface {
	Watch(ctx context.Context, fn func(*redis.Tx) error, keys ...string) error
}

func appInterface(ctx context.Context, w watcher, key string) error {
	for {
		if err := w.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr { // want `retried on TxFailedErr without`
			return err
		}
	}
}

type embedded struct{ redis.UniversalClient }

func (e embedded) update(ctx context.Context, key string) error {
	for {
		if err := e.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr { // want `retried on TxFailedErr without`
			return err
		}
	}
}

type genericRepo[T any] struct{ rdb *redis.Client }

func (r *genericRepo[T]) mutate(ctx context.Context, key string, fn func(T) T) error {
	for {
		err := r.rdb.Watch(ctx, func(tx *redis.Tx) error { // want `retried on TxFailedErr without`
			var v T
			if err := tx.HGetAll(ctx, key).Scan(&v); err != nil {
				return err
			}
			v = fn(v)
			_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
				p.HSet(ctx, key, v)
				return nil
			})
			return err
		}, key)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
}

func methodValue(ctx context.Context, rdb *redis.Client, key string) error {
	watch := rdb.Watch
	for {
		if err := watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr { // want `watch is retried on TxFailedErr without`
			return err
		}
	}
}

func inGoroutine(ctx context.Context, rdb *redis.Client, key string, out chan<- error) {
	go func() {
		for {
			err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
			if err != redis.TxFailedErr {
				out <- err
				return
			}
		}
	}()
}

func timeoutForEachTry(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		tctx, cancel := context.WithTimeout(ctx, time.Second)
		err := rdb.Watch(tctx, incr(tctx, key), key) // want `retried on TxFailedErr without`
		cancel()
		if err != redis.TxFailedErr {
			return err
		}
	}
}

func cancelOnly(ctx context.Context, rdb *redis.Client, key string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr { // want `retried on TxFailedErr without`
			return err
		}
	}
}

func dataLeavesTheLoop(ctx context.Context, rdb *redis.Client, key string, amount int) error {
	for {
		n, err := rdb.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		if n < amount {
			return errors.New("not enough")
		}
		err = rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
		if err != redis.TxFailedErr {
			return err
		}
	}
}

func boundedOutsideUnboundedInside(ctx context.Context, rdb *redis.Client, key string) error {
	for range 3 {
		for {
			err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
			if err == redis.TxFailedErr {
				continue
			}
			if err == nil {
				return nil
			}
			break
		}
	}
	return ErrBusy
}

func invariantCondition(ctx context.Context, rdb *redis.Client, key string, enabled bool) error {
	for enabled {
		if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr { // want `retried on TxFailedErr without`
			return err
		}
	}
	return nil
}

func joinedErrors(ctx context.Context, rdb *redis.Client, key string) error {
	var err error
	for {
		err = rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
		if err == nil || !errors.Is(err, redis.TxFailedErr) {
			break
		}
	}
	return err
}

func staleRetry(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := rdb.Get(ctx, key).Int()
	if err != nil {
		return err
	}
	for range 5 {
		err = rdb.Watch(ctx, func(tx *redis.Tx) error {
			_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
				p.Set(ctx, key, n+1, 0) // want `Set depends on Get from before the retry; an attempt after a conflict can never be right`
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

type account struct{ Balance int }

func staleRetryStruct(ctx context.Context, rdb *redis.Client, id string) error {
	key := "account:" + id
	var acc account
	if err := rdb.HGetAll(ctx, key).Scan(&acc); err != nil {
		return err
	}
	acc.Balance -= 10
	write := func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.HSet(ctx, key, "balance", acc.Balance) // want `HSet depends on HGetAll from before the retry`
			return nil
		})
		return err
	}
	for i := 0; i < 3; i++ {
		err := rdb.Watch(ctx, write, key)
		if err == nil {
			return nil
		}
		if err != redis.TxFailedErr {
			return err
		}
	}
	return ErrBusy
}

func lostAfterTheLoop(ctx context.Context, rdb *redis.Client, key string) error {
	for i := 0; i < 5; i++ {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err == nil {
			return nil
		}
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return nil // want `success is returned after the last attempt of rdb.Watch failed with TxFailedErr; the update is lost`
}

func lostContinue(ctx context.Context, rdb *redis.Client, key string) error {
	for range 5 {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err == redis.TxFailedErr {
			time.Sleep(time.Millisecond)
			continue
		}
		return err
	}
	log.Print("gave up")
	return nil // want `success is returned after the last attempt`
}

func lostByShadowing(ctx context.Context, rdb *redis.Client, key string) error {
	var err error
	for i := 0; i < 5; i++ {
		err := rdb.Watch(ctx, incr(ctx, key), key)
		if err == nil {
			break
		}
		if err != redis.TxFailedErr {
			return err
		}
	}
	return err // want `success is returned after the last attempt`
}

func lostWithHelper(ctx context.Context, rdb *redis.Client, key string) error {
	for tries := 3; tries > 0; tries-- {
		if err := once(ctx, rdb, key); !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return nil // want `success is returned after the last attempt of once failed`
}

func lostNamedResult(ctx context.Context, rdb *redis.Client, key string) (err error) {
	for i := 0; i < 5; i++ {
		if e := rdb.Watch(ctx, incr(ctx, key), key); e == nil {
			return nil
		} else if e != redis.TxFailedErr {
			return e
		}
	}
	return // want `success is returned after the last attempt`
}

func counterStandsStill(ctx context.Context, rdb *redis.Client, key string) error {
	for i := 0; i < 5; {
		err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
		if errors.Is(err, redis.TxFailedErr) {
			continue
		}
		i++
		if err == nil {
			return nil
		}
	}
	return ErrBusy
}

func counterSetBack(ctx context.Context, rdb *redis.Client, key string) error {
	tries := 0
	for tries < 5 {
		err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
		if err == redis.TxFailedErr {
			tries = 0
			continue
		}
		tries++
		if err == nil {
			return nil
		}
	}
	return ErrBusy
}

func okFlag(ctx context.Context, rdb *redis.Client, key string) error {
	for ok := false; !ok; {
		err := rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
		ok = err == nil
		if err != nil && !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return nil
}

func firstThenConflict(ctx context.Context, rdb *redis.Client, key string) (err error) {
	for first := true; first || errors.Is(err, redis.TxFailedErr); first = false {
		err = rdb.Watch(ctx, incr(ctx, key), key) // want `retried on TxFailedErr without`
	}
	return err
}

func wrappedInside(ctx context.Context, rdb *redis.Client, key string) error {
	for {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error { // want `retried on TxFailedErr without`
			if err := incr(ctx, key)(tx); err != nil {
				return fmt.Errorf("incr %s: %w", key, err)
			}
			return nil
		}, key)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
}

func deferredClosureLoops(ctx context.Context, rdb *redis.Client, key string) {
	defer func() {
		for {
			if err := rdb.Watch(ctx, incr(ctx, key), key); err != redis.TxFailedErr { // want `retried on TxFailedErr without`
				return
			}
		}
	}()
	log.Print("work")
}

func manualPipeline(ctx context.Context, rdb *redis.Client, keys ...string) error {
	for {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error { // want `retried on TxFailedErr without`
			pipe := tx.TxPipeline()
			for _, k := range keys {
				pipe.Incr(ctx, k)
			}
			_, err := pipe.Exec(ctx)
			return err
		}, keys...)
		if err != redis.TxFailedErr {
			return err
		}
	}
}

func wrapperOfOtherPackage(ctx context.Context, s *store.Store, key string) error {
	for {
		err := s.Tx(ctx, incr(ctx, key), key) // want `s.Tx is retried on TxFailedErr without`
		if err != redis.TxFailedErr {
			return err
		}
	}
}
