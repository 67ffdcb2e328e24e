// Package subready has the situations of the check subready.
package subready

import (
	"context"
	"fmt"
	"log"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/subready/helper"
)

func badConstant(ctx context.Context, rdb *redis.Client) string {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	rdb.Publish(ctx, "c", "x") // want `Publish may overtake subscription sub, which is not confirmed yet; the message is lost`
	return (<-sub.Channel()).Payload
}

func badChannelFirst(ctx context.Context, rdb redis.UniversalClient, name string) string {
	sub := rdb.Subscribe(ctx, "other", "room:"+name)
	defer sub.Close()
	ch := sub.Channel()
	if err := rdb.Publish(ctx, "room:"+name, "x").Err(); err != nil { // want `Publish may overtake subscription sub`
		log.Print(err)
	}
	return (<-ch).Payload
}

func badOtherClient(ctx context.Context, a, b *redis.Client, name string) string {
	sub := a.Subscribe(ctx, name)
	defer sub.Close()
	b.Publish(ctx, name, "x") // want `Publish may overtake subscription sub`
	m, _ := sub.ReceiveMessage(ctx)
	return m.Payload
}

func badGoroutine(ctx context.Context, rdb *redis.Client) string {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	go func() {
		rdb.Publish(ctx, "c", "x") // want `Publish may overtake subscription sub`
	}()
	m, _ := sub.ReceiveMessage(ctx)
	return m.Payload
}

func badConsumer(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	go func() {
		for m := range sub.Channel() {
			log.Print(m.Payload)
		}
	}()
	for i := range 3 {
		rdb.Publish(ctx, "c", i) // want `Publish may overtake subscription sub`
	}
}

func badPattern(ctx context.Context, rdb *redis.Client) string {
	sub := rdb.PSubscribe(ctx, "news.*")
	defer sub.Close()
	rdb.Publish(ctx, "news.sport", "x") // want `Publish may overtake subscription sub`
	return (<-sub.Channel()).Payload
}

func badShard(ctx context.Context, rdb *redis.ClusterClient) string {
	sub := rdb.SSubscribe(ctx, "c")
	defer sub.Close()
	rdb.SPublish(ctx, "c", "x") // want `SPublish may overtake subscription sub`
	return (<-sub.Channel()).Payload
}

func badLater(ctx context.Context, rdb *redis.Client) string {
	sub := rdb.Subscribe(ctx)
	defer sub.Close()
	if err := sub.Subscribe(ctx, "c"); err != nil {
		return ""
	}
	rdb.Publish(ctx, "c", "x") // want `Publish may overtake subscription sub`
	return (<-sub.Channel()).Payload
}

func badPing(ctx context.Context, rdb *redis.Client) string {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	if err := sub.Ping(ctx); err != nil {
		return ""
	}
	rdb.Publish(ctx, "c", "x") // want `Publish may overtake subscription sub`
	return (<-sub.Channel()).Payload
}

func send(ctx context.Context, rdb *redis.Client, to string) error {
	return rdb.Publish(ctx, to, "x").Err()
}

func badHelper(ctx context.Context, rdb *redis.Client) string {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	if err := send(ctx, rdb, "c"); err != nil { // want `Publish may overtake subscription sub`
		return ""
	}
	return (<-sub.Channel()).Payload
}

func goodReceive(ctx context.Context, rdb *redis.Client) string {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	if _, err := sub.Receive(ctx); err != nil {
		return ""
	}
	rdb.Publish(ctx, "c", "x")
	return (<-sub.Channel()).Payload
}

func goodReceiveTimeout(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	_, _ = sub.ReceiveTimeout(ctx, time.Second)
	rdb.Publish(ctx, "c", "x")
}

func goodHelper(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	if err := wait(ctx, sub); err != nil {
		return
	}
	rdb.Publish(ctx, "c", "x")
}

func wait(ctx context.Context, sub *redis.PubSub) error {
	_, err := sub.Receive(ctx)
	return err
}

func goodHelperOfOtherPackage(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	if err := helper.Ready(ctx, sub); err != nil {
		return
	}
	rdb.Publish(ctx, "c", "x")
}

func goodOtherChannel(ctx context.Context, rdb *redis.Client, name string) {
	sub := rdb.Subscribe(ctx, "replies")
	defer sub.Close()
	rdb.Publish(ctx, "requests", name)
	m, _ := sub.ReceiveMessage(ctx)
	log.Print(m)
}

func goodUnknownChannel(ctx context.Context, rdb *redis.Client, a, b string) {
	sub := rdb.Subscribe(ctx, a)
	defer sub.Close()
	rdb.Publish(ctx, b, "x")
}

func goodBefore(ctx context.Context, rdb *redis.Client) {
	rdb.Publish(ctx, "c", "hello")
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	m, _ := sub.ReceiveMessage(ctx)
	log.Print(m)
}

func goodSignal(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	ready := make(chan struct{})
	go func() {
		_, _ = sub.Receive(ctx)
		close(ready)
	}()
	<-ready
	rdb.Publish(ctx, "c", "x")
}

func goodWaitGroup(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	var wg sync.WaitGroup
	wg.Go(func() { _, _ = sub.Receive(ctx) })
	wg.Wait()
	rdb.Publish(ctx, "c", "x")
}

func goodWaitingGoroutine(ctx context.Context, rdb *redis.Client, start <-chan struct{}) {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	go func() {
		<-start
		rdb.Publish(ctx, "c", "x")
	}()
	m, _ := sub.ReceiveMessage(ctx)
	log.Print(m)
}

func goodSleep(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	time.Sleep(time.Second)
	rdb.Publish(ctx, "c", "x")
}

func goodReply(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	for m := range sub.Channel() {
		if err := rdb.Publish(ctx, "c", fmt.Sprint("seen ", m.Payload)).Err(); err != nil {
			return err
		}
	}
	return nil
}

func goodConfirmed(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	ch := sub.ChannelWithSubscriptions()
	<-ch
	rdb.Publish(ctx, "c", "x")
}

func goodTicker(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "c")
	defer sub.Close()
	for range time.Tick(time.Second) {
		rdb.Publish(ctx, "c", "alive")
	}
}

type hub struct {
	rdb *redis.Client
	sub *redis.PubSub
}

func (h *hub) goodElsewhere(ctx context.Context) { h.sub = h.rdb.Subscribe(ctx, "c") }

func (h *hub) Publish(ctx context.Context, v string) error { return h.rdb.Publish(ctx, "c", v).Err() }
