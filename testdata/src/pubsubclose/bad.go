// Package pubsubclose has the situations of the check pubsubclose.
package pubsubclose

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"example.com/redisvettest/pubsubclose/helper"
)

var errStop = errors.New("stop")

func use(m *redis.Message) {}

func badNever(ctx context.Context, rdb *redis.Client, name string) (string, error) {
	sub := rdb.Subscribe(ctx, name) // want `PubSub sub is never closed; its connection stays open`
	msg, err := sub.ReceiveMessage(ctx)
	if err != nil {
		return "", err
	}
	return msg.Payload, nil
}

func badComment(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.PSubscribe(ctx, "news.*") /* all of them */ // want `PubSub sub is never closed`
	_, err := sub.Receive(ctx)
	return err
}

func badUnsubscribed(ctx context.Context, rdb redis.UniversalClient) error {
	sub := rdb.SSubscribe(ctx, "shard") // want `PubSub sub is never closed`
	defer sub.SUnsubscribe(ctx, "shard")
	_, err := sub.ReceiveMessage(ctx)
	return err
}

func badEarlyReturn(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is not closed on all paths`
	if _, err := sub.Receive(ctx); err != nil {
		return err
	}
	defer sub.Close()
	for m := range sub.Channel() {
		use(m)
	}
	return nil
}

func badOneBranch(ctx context.Context, rdb *redis.Client, quiet bool) error {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is not closed on all paths`
	m, err := sub.ReceiveMessage(ctx)
	if quiet {
		return sub.Close()
	}
	use(m)
	return err
}

func badOnlyOnError(ctx context.Context, rdb *redis.Client) (err error) {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is not closed on all paths`
	if _, err = sub.Receive(ctx); err != nil {
		sub.Close()
		return err
	}
	m, err := sub.ReceiveMessage(ctx)
	use(m)
	return err
}

func badDeferInsideBranch(ctx context.Context, rdb *redis.Client, n int) error {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is not closed on all paths`
	if n > 3 {
		defer sub.Close()
	}
	_, err := sub.Receive(ctx)
	return err
}

func badSelect(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is never closed`
	ch := sub.Channel()
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-ch:
			use(m)
		}
	}
}

func badChain(ctx context.Context, rdb *redis.Client) {
	for m := range rdb.Subscribe(ctx, "events").Channel() { // want `PubSub of rdb.Subscribe is not kept and cannot be closed; its connection stays open`
		use(m)
	}
}

func badChainVariable(ctx context.Context, rdb *redis.Client) *redis.Message {
	ch := rdb.Subscribe(ctx, "events").Channel() // want `PubSub of rdb.Subscribe is not kept and cannot be closed`
	select {
	case m := <-ch:
		return m
	case <-time.After(time.Second):
		return nil
	}
}

func badChainReceive(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Subscribe(ctx, "events").ReceiveMessage(ctx) // want `PubSub of rdb.Subscribe is not kept`
	return err
}

func badChannelReturned(ctx context.Context, rdb *redis.Client) <-chan *redis.Message {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is never closed`
	return sub.Channel()
}

func badStatement(ctx context.Context, rdb *redis.Client) {
	rdb.Subscribe(ctx, "events") // want `PubSub of rdb.Subscribe is never closed`
}

func badRetryLoop(ctx context.Context, rdb *redis.Client) error {
	for {
		sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is made again without a Close`
		if _, err := sub.Receive(ctx); err != nil {
			time.Sleep(time.Second)
			continue
		}
		m, err := sub.ReceiveMessage(ctx)
		sub.Close()
		if err != nil {
			return err
		}
		use(m)
	}
}

func badReassigned(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "a") // want `PubSub sub is never closed`
	_, err := sub.Receive(ctx)
	if err != nil {
		return err
	}
	sub = rdb.Subscribe(ctx, "b")
	defer sub.Close()
	_, err = sub.Receive(ctx)
	return err
}

func badShadowed(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "a")
	defer sub.Close()
	if true {
		sub := rdb.Subscribe(ctx, "b") // want `PubSub sub is never closed`
		if _, err := sub.Receive(ctx); err != nil {
			return err
		}
	}
	_, err := sub.Receive(ctx)
	return err
}

func badGoroutine(ctx context.Context, rdb *redis.Client, out chan<- string) {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is never closed`
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case m := <-sub.Channel():
				out <- m.Payload
			}
		}
	}()
}

func badInGoroutine(ctx context.Context, rdb *redis.Client) {
	go func() {
		sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is never closed`
		m, err := sub.ReceiveMessage(ctx)
		if err != nil {
			log.Print(err)
			return
		}
		use(m)
	}()
}

func badErrgroup(ctx context.Context, rdb *redis.Client) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is not closed on all paths`
		if _, err := sub.Receive(ctx); err != nil {
			return err
		}
		return sub.Close()
	})
	return g.Wait()
}

func badHandler(rdb *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		sub := rdb.Subscribe(r.Context(), "events") // want `PubSub sub is never closed`
		for {
			m, err := sub.ReceiveMessage(r.Context())
			if err != nil {
				return
			}
			if _, err := fmt.Fprintln(w, m.Payload); err != nil {
				return
			}
		}
	}
}

func receiveOnly(ctx context.Context, s *redis.PubSub) error {
	_, err := s.Receive(ctx)
	return err
}

func badHelper(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is never closed`
	return receiveOnly(ctx, sub)
}

func badHelperOfOtherPackage(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is never closed`
	return helper.Drain(ctx, sub)
}

func subscribe(ctx context.Context, rdb redis.UniversalClient, name string) *redis.PubSub {
	return rdb.Subscribe(ctx, name)
}

func badWrapper(ctx context.Context, rdb *redis.Client) error {
	sub := subscribe(ctx, rdb, "events") // want `PubSub sub is never closed`
	_, err := sub.Receive(ctx)
	return err
}

func ready(ctx context.Context, rdb *redis.Client) (*redis.PubSub, error) {
	sub := rdb.Subscribe(ctx, "events")
	if _, err := sub.Receive(ctx); err != nil {
		sub.Close()
		return nil, err
	}
	return sub, nil
}

func badWrapperWithError(ctx context.Context, rdb *redis.Client) error {
	sub, err := ready(ctx, rdb) // want `PubSub sub is never closed`
	if err != nil {
		return err
	}
	_, err = sub.ReceiveMessage(ctx)
	return err
}

func badConstructor(ctx context.Context, rdb *redis.Client) (*listener, error) {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is not closed on all paths`
	if _, err := sub.Receive(ctx); err != nil {
		return nil, err
	}
	return &listener{sub: sub}, nil
}

type service struct{ *redis.Client }

func (s *service) badEmbedded(ctx context.Context) error {
	sub := s.Subscribe(ctx, "events") // want `PubSub sub is never closed`
	_, err := sub.Receive(ctx)
	return err
}

type subscriber interface {
	Subscribe(ctx context.Context, channels ...string) *redis.PubSub
}

func badInterface(ctx context.Context, s subscriber) error {
	sub := s.Subscribe(ctx, "events") // want `PubSub sub is never closed`
	_, err := sub.Receive(ctx)
	return err
}

func badGeneric[C redis.UniversalClient](ctx context.Context, rdb C) error {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is never closed`
	_, err := sub.Receive(ctx)
	return err
}

func badMethodValue(ctx context.Context, rdb *redis.Client) error {
	open := rdb.Subscribe
	sub := open(ctx, "events") // want `PubSub sub is never closed`
	_, err := sub.Receive(ctx)
	return err
}

func badSlice(ctx context.Context, rdb *redis.Client, names []string) error {
	var subs []*redis.PubSub
	for _, n := range names {
		subs = append(subs, rdb.Subscribe(ctx, n)) // want `PubSub of rdb.Subscribe is never closed`
	}
	for _, s := range subs {
		if _, err := s.Receive(ctx); err != nil {
			return err
		}
	}
	return nil
}

func badDeclared(ctx context.Context, rdb *redis.Client) error {
	var sub = rdb.Subscribe(ctx, "events") // want `PubSub sub is never closed`
	_, err := sub.Receive(ctx)
	return err
}

func badPanicRecovered(ctx context.Context, rdb *redis.Client, n int) error {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is not closed on all paths`
	switch n {
	case 0:
		panic("never")
	case 1:
		return errStop
	}
	return sub.Close()
}

func badLocalStruct(ctx context.Context, rdb *redis.Client) error {
	l := &listener{sub: rdb.Subscribe(ctx, "events")} // want `PubSub of rdb.Subscribe is never closed`
	_, err := l.sub.Receive(ctx)
	return err
}
