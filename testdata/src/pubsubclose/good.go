package pubsubclose

import (
	"context"
	"io"
	"log"
	"os"
	"sync"
	"testing"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"example.com/redisvettest/pubsubclose/helper"
)

type listener struct {
	rdb  *redis.Client
	sub  *redis.PubSub
	subs map[string]*redis.PubSub
	done chan struct{}
}

func goodDefer(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events")
	defer sub.Close()
	if _, err := sub.Receive(ctx); err != nil {
		return err
	}
	for m := range sub.Channel() {
		use(m)
	}
	return nil
}

func goodDeferredClosure(ctx context.Context, rdb *redis.Client) (err error) {
	sub := rdb.Subscribe(ctx, "events")
	defer func() {
		if cerr := sub.Close(); err == nil {
			err = cerr
		}
	}()
	_, err = sub.Receive(ctx)
	return err
}

func goodDeferBefore(ctx context.Context, rdb *redis.Client, on bool) error {
	var sub *redis.PubSub
	defer func() {
		if sub != nil {
			_ = sub.Close()
		}
	}()
	if on {
		sub = rdb.Subscribe(ctx, "events")
		if _, err := sub.Receive(ctx); err != nil {
			return err
		}
	}
	return nil
}

func goodTwoBranches(ctx context.Context, rdb *redis.Client, pattern bool) error {
	var sub *redis.PubSub
	if pattern {
		sub = rdb.PSubscribe(ctx, "news.*")
	} else {
		sub = rdb.Subscribe(ctx, "news")
	}
	defer sub.Close()
	_, err := sub.Receive(ctx)
	return err
}

func goodDeferInEachBranch(ctx context.Context, rdb *redis.Client, pattern bool) error {
	var sub *redis.PubSub
	if pattern {
		sub = rdb.PSubscribe(ctx, "news.*")
		defer sub.Close()
	} else {
		sub = rdb.Subscribe(ctx, "news")
		defer func() { _ = sub.Close() }()
	}
	_, err := sub.Receive(ctx)
	return err
}

func goodFlag(ctx context.Context, rdb *redis.Client, on bool) error {
	var sub *redis.PubSub
	if on {
		sub = rdb.Subscribe(ctx, "news")
	}
	err := rdb.Ping(ctx).Err()
	if on {
		sub.Close()
	}
	return err
}

func (l *listener) goodFieldFlag(ctx context.Context) error {
	var sub *redis.PubSub
	if l.rdb != nil {
		sub = l.rdb.Subscribe(ctx, "news")
	}
	log.Print("subscribed")
	if l.rdb != nil {
		return sub.Close()
	}
	return nil
}

func goodEveryPath(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events")
	if _, err := sub.Receive(ctx); err != nil {
		sub.Close()
		return err
	}
	m, err := sub.ReceiveMessage(ctx)
	if err != nil {
		_ = sub.Close()
		return err
	}
	use(m)
	return sub.Close()
}

func goodReturned(ctx context.Context, rdb *redis.Client) *redis.PubSub {
	return rdb.Subscribe(ctx, "events")
}

func goodReturnedVariable(ctx context.Context, rdb *redis.Client) (*redis.PubSub, error) {
	sub := rdb.Subscribe(ctx, "events")
	if _, err := sub.Receive(ctx); err != nil {
		return nil, closing(err, sub)
	}
	return sub, nil
}

func closing(err error, c io.Closer) error {
	c.Close()
	return err
}

func goodWrapperWithError(ctx context.Context, rdb *redis.Client) error {
	sub, err := ready(ctx, rdb)
	if err != nil {
		return err
	}
	defer sub.Close()
	_, err = sub.ReceiveMessage(ctx)
	return err
}

func goodWrapperWithErrorNamed(ctx context.Context, rdb *redis.Client) (err error) {
	sub, err := ready(ctx, rdb)
	if err != nil {
		return err
	}
	defer func() { err = sub.Close() }()
	_, err = sub.ReceiveMessage(ctx)
	return err
}

func maybe(ctx context.Context, rdb *redis.Client, on bool) (*redis.PubSub, bool) {
	if !on {
		return nil, false
	}
	return rdb.Subscribe(ctx, "events"), true
}

func goodWrapperWithFlag(ctx context.Context, rdb *redis.Client, on bool) {
	sub, ok := maybe(ctx, rdb, on)
	if !ok {
		return
	}
	sub.Close()
}

func goodReturnedInStruct(ctx context.Context, rdb *redis.Client) *listener {
	sub := rdb.Subscribe(ctx, "events")
	return &listener{sub: sub}
}

func (l *listener) goodField(ctx context.Context) {
	l.sub = l.rdb.Subscribe(ctx, "events")
	if _, err := l.sub.Receive(ctx); err != nil {
		log.Print(err)
		return
	}
}

func (l *listener) Close() error { return l.sub.Close() }

func (l *listener) goodMap(ctx context.Context, name string) {
	sub := l.rdb.Subscribe(ctx, name)
	l.subs[name] = sub
}

var global *redis.PubSub

func goodGlobal(ctx context.Context, rdb *redis.Client) { global = rdb.Subscribe(ctx, "events") }

func goodSent(ctx context.Context, rdb *redis.Client, ch chan<- *redis.PubSub) {
	ch <- rdb.Subscribe(ctx, "events")
}

func goodHelperCloses(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events")
	defer finish(sub)
	_, err := sub.Receive(ctx)
	return err
}

func finish(sub *redis.PubSub) {
	if sub == nil {
		return
	}
	_ = sub.Close()
}

func goodInterfaceCloses(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events")
	defer quietly(sub)
	if _, err := sub.Receive(ctx); err != nil {
		return err
	}
	return nil
}

func quietly(c io.Closer) { _ = c.Close() }

func goodHelperOfOtherPackage(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events")
	defer helper.Finish(sub)
	_, err := sub.Receive(ctx)
	return err
}

func goodKeptByOtherPackage(ctx context.Context, rdb *redis.Client, r *helper.Registry) error {
	sub := rdb.Subscribe(ctx, "events")
	r.Keep(sub)
	_, err := sub.Receive(ctx)
	return err
}

func goodGoroutineCloses(ctx context.Context, rdb *redis.Client) *listener {
	sub := rdb.Subscribe(ctx, "events")
	l := &listener{done: make(chan struct{})}
	go func() {
		defer sub.Close()
		for {
			select {
			case <-l.done:
				return
			case m := <-sub.Channel():
				use(m)
			}
		}
	}()
	return l
}

func goodGoroutineOnDone(ctx context.Context, rdb *redis.Client) <-chan *redis.Message {
	sub := rdb.Subscribe(ctx, "events")
	go func() {
		<-ctx.Done()
		sub.Close()
	}()
	return sub.Channel()
}

func goodGoMethod(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "events")
	go pump(ctx, sub)
}

func pump(ctx context.Context, sub *redis.PubSub) {
	defer sub.Close()
	for {
		m, err := sub.ReceiveMessage(ctx)
		if err != nil {
			return
		}
		use(m)
	}
}

func goodErrgroup(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events")
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer sub.Close()
		_, err := sub.ReceiveMessage(ctx)
		return err
	})
	return g.Wait()
}

func goodAfterFunc(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events")
	context.AfterFunc(ctx, func() { _ = sub.Close() })
	for m := range sub.Channel() {
		use(m)
	}
	return ctx.Err()
}

func goodAfterFuncValue(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events")
	if _, err := sub.Receive(ctx); err != nil {
		sub.Close()
		return err
	}
	helper2 := &onStop{}
	helper2.add(sub.Close)
	return nil
}

type onStop struct{ fs []func() error }

func (o *onStop) add(f func() error) { o.fs = append(o.fs, f) }

func goodCleanup(t *testing.T, rdb *redis.Client) {
	ctx := context.Background()
	sub := rdb.Subscribe(ctx, "events")
	t.Cleanup(func() { _ = sub.Close() })
	if _, err := sub.Receive(ctx); err != nil {
		t.Fatal(err)
	}
}

func goodCleanupValue(t *testing.T, rdb *redis.Client) *redis.Message {
	ctx := context.Background()
	sub := rdb.Subscribe(ctx, "events")
	t.Cleanup(closer(sub))
	m, err := sub.ReceiveMessage(ctx)
	if err != nil {
		t.Error(err)
		return nil
	}
	return m
}

func closer(c io.Closer) func() { return func() { c.Close() } }

func goodOnce(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events")
	var once sync.Once
	stop := func() { once.Do(func() { sub.Close() }) }
	defer stop()
	_, err := sub.Receive(ctx)
	return err
}

func goodFatal(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "events")
	if _, err := sub.Receive(ctx); err != nil {
		log.Fatal(err)
	}
	if rdb == nil {
		os.Exit(1)
	}
	sub.Close()
}

type logger interface {
	Fatalf(format string, args ...any)
}

func goodFatalInterface(ctx context.Context, rdb *redis.Client, l logger) {
	sub := rdb.Subscribe(ctx, "events")
	if _, err := sub.Receive(ctx); err != nil {
		l.Fatalf("no: %v", err)
		return
	}
	sub.Close()
}

func goodForever(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "events")
	for m := range sub.Channel() {
		use(m)
	}
}

func goodForeverReceive(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "events")
	for {
		m, err := sub.ReceiveMessage(ctx)
		if err != nil {
			log.Print(err)
			continue
		}
		use(m)
	}
}

func goodForeverGoroutine(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "events")
	go func() {
		for m := range sub.Channel() {
			use(m)
		}
	}()
}

func goodSlice(ctx context.Context, rdb *redis.Client, names []string) error {
	var subs []*redis.PubSub
	defer func() {
		for _, s := range subs {
			s.Close()
		}
	}()
	for _, n := range names {
		sub := rdb.Subscribe(ctx, n)
		subs = append(subs, sub)
		if _, err := sub.Receive(ctx); err != nil {
			return err
		}
	}
	return nil
}

func goodLoop(ctx context.Context, rdb *redis.Client, names []string) error {
	for _, n := range names {
		sub := rdb.Subscribe(ctx, n)
		_, err := sub.Receive(ctx)
		sub.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func goodLoopClosure(ctx context.Context, rdb *redis.Client, names []string) error {
	for _, n := range names {
		err := func() error {
			sub := rdb.Subscribe(ctx, n)
			defer sub.Close()
			_, err := sub.Receive(ctx)
			return err
		}()
		if err != nil {
			return err
		}
	}
	return nil
}

func goodResubscribe(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "a")
	for range 3 {
		if _, err := sub.Receive(ctx); err == nil {
			break
		}
		sub.Close()
		sub = rdb.Subscribe(ctx, "a")
	}
	defer sub.Close()
	_, err := sub.ReceiveMessage(ctx)
	return err
}

func goodMethodValueDefer(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "a")
	stop := sub.Close
	defer stop()
	_, err := sub.Receive(ctx)
	return err
}

func goodStopReturned(ctx context.Context, rdb *redis.Client) (<-chan *redis.Message, func() error) {
	sub := rdb.Subscribe(ctx, "a")
	return sub.Channel(), sub.Close
}

func goodStopClosureReturned(ctx context.Context, rdb *redis.Client) (<-chan *redis.Message, func()) {
	sub := rdb.Subscribe(ctx, "a")
	return sub.Channel(), func() { sub.Close() }
}

func goodAssignedInClosure(ctx context.Context, rdb *redis.Client) error {
	var sub *redis.PubSub
	connect := func() {
		sub = rdb.Subscribe(ctx, "a")
	}
	connect()
	defer sub.Close()
	_, err := sub.Receive(ctx)
	return err
}

func goodEmbeddedBus(ctx context.Context, b helper.Bus) error {
	sub := b.Subscribe(ctx, "a")
	defer sub.Close()
	_, err := sub.Receive(ctx)
	return err
}

func goodLocalStruct(ctx context.Context, rdb *redis.Client) error {
	l := &listener{sub: rdb.Subscribe(ctx, "events")}
	defer l.Close()
	_, err := l.sub.Receive(ctx)
	return err
}

func goodDeferredChain(ctx context.Context, rdb *redis.Client) {
	defer rdb.Subscribe(ctx, "events").Close()
}

func goodPool(ctx context.Context, rdb *redis.Client, pool *sync.Pool) error {
	sub := rdb.Subscribe(ctx, "events")
	defer pool.Put(sub)
	_, err := sub.Receive(ctx)
	return err
}

func goodSwitchOff(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events")
	closed := false
	defer func() {
		if !closed {
			sub.Close()
		}
	}()
	if _, err := sub.Receive(ctx); err != nil {
		return err
	}
	closed = true
	return sub.Close()
}
