package proofs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	blockingclient "github.com/redisvet/redisvet/passes/blockingclient/testdata/example"
	clientlife "github.com/redisvet/redisvet/passes/clientlife/testdata/example"
	connclose "github.com/redisvet/redisvet/passes/connclose/testdata/example"
	itererr "github.com/redisvet/redisvet/passes/itererr/testdata/example"
	pubsubclose "github.com/redisvet/redisvet/passes/pubsubclose/testdata/example"
	scanloop "github.com/redisvet/redisvet/passes/scanloop/testdata/example"
	subready "github.com/redisvet/redisvet/passes/subready/testdata/example"
	. "github.com/redisvet/redisvet/testdata/proofs/harness"
)

var resources = []Proof{
	{
		Check: "pubsubclose",
		When:  "three messages are waited for, one after the other",
		Bad:   Shows("3 subscriptions are left on the server", subscriptions, pubsubclose.NextLeaky),
		Good:  Shows("0 subscriptions are left on the server", subscriptions, pubsubclose.Next),
	},
	{
		Check: "connclose",
		When:  "three documents are stored with a pool of two connections",
		Bad:   Shows(`2 of 3 are stored, error "redis: connection pool timeout"`, connections, connclose.SaveReplicatedLeaky),
		Good:  Shows("3 of 3 are stored, no error", connections, connclose.SaveReplicated),
	},
	{
		Check: "clientlife",
		When:  "the client is used after it was made",
		Bad:   Shows(`error "redis: client is closed"`, opened, clientlife.OpenClosed),
		Good:  Shows("no error", opened, clientlife.Open),
	},
	{
		Check: "itererr",
		When:  "the network goes down",
		Bad:   Shows("0 of 3 users are online, no error", online, itererr.OnlineUnsure),
		Good:  Shows(`0 of 3 users are online, error "connection lost"`, online, itererr.Online),
	},
	{
		Check: "scanloop",
		Needs: Node, // miniredis answers SCAN in one page
		When:  "there are a thousand carts",
		Bad:   Shows("a part of 1000 carts is found, no error", carts, scanloop.CartsOfOnePage),
		Good:  Shows("1000 of 1000 carts are found, no error", carts, scanloop.Carts),
	},
	{
		Check: "subready",
		When:  "the network takes its time with SUBSCRIBE",
		Bad:   Shows("the message reaches nobody", echo, subready.EchoEarly),
		Good:  Shows("the message arrives", echo, subready.Echo),
	},
	{
		Check: "blockingclient",
		Needs: Node, // a look at who is blocked
		When:  "two workers wait for jobs, and the pool has two connections",
		Bad:   Shows(`the rest of the program gets error "redis: connection pool timeout"`, workers, shareClient),
		Good:  Shows("the rest of the program gets no error", workers, blockingclient.Work),
	},
}

func subscriptions(s *Stage, next func(ctx context.Context, rdb *redis.Client, channel string) (string, error)) string {
	reader := s.Actor("reader")
	writer := s.Actor("writer").Client()
	rdb := reader.Client()
	for range 3 {
		reader.After("SUBSCRIBE", func() { s.Must(writer.Publish(s.Ctx, "news", "hello").Err()) })
		if text, err := next(s.Ctx, rdb, "news"); text != "hello" || err != nil {
			s.Fatalf("got %q, %v", text, err)
		}
	}
	count := func() int64 { return s.Server().PubSubNumSub(s.Ctx, "news").Val()["news"] }
	if count() != 3 { // the server needs a moment to see the end of a connection
		s.Eventually("no subscription is left", func() bool { return count() == 0 })
		s.Replace(`^[123]$`, "1")
	}
	return fmt.Sprintf("%d subscriptions are left on the server", count())
}

func connections(s *Stage, save func(ctx context.Context, rdb *redis.Client, id, text string, replicas int) (bool, error)) string {
	rdb := s.Actor("editor").Client(func(o *redis.Options) {
		o.PoolSize = 2
		o.PoolTimeout = 100 * time.Millisecond
	})
	n := 0
	var err error
	for ; n < 3 && err == nil; n++ {
		if _, err = save(s.Ctx, rdb, fmt.Sprint(n+1), "text", 0); err != nil {
			break
		}
	}
	return fmt.Sprintf("%d of 3 are stored, %s", n, outcome(err))
}

func opened(s *Stage, open func(context.Context, *redis.Options) (*redis.Client, error)) string {
	rdb, err := open(s.Ctx, s.Actor("program").Client().Options())
	s.Must(err)
	defer rdb.Close()
	return outcome(rdb.Incr(s.Ctx, "starts").Err())
}

func online(s *Stage, list func(context.Context, *redis.Client) ([]string, error)) string {
	s.Must(s.Server().SAdd(s.Ctx, "online", "ann", "bob", "cid").Err())
	a := s.Actor("handler")
	a.Before("SSCAN", a.Disconnect)
	users, err := list(s.Ctx, a.Client())
	return fmt.Sprintf("%d of 3 users are online, %s", len(users), outcome(err))
}

func carts(s *Stage, list func(context.Context, *redis.Client) ([]string, error)) string {
	var pairs []any
	for i := range 1000 {
		pairs = append(pairs, fmt.Sprintf("cart:%d", i), "x")
	}
	s.Must(s.Server().MSet(s.Ctx, pairs...).Err())
	found, err := list(s.Ctx, s.Actor("handler").Client())
	seen := map[string]bool{}
	for _, key := range found {
		seen[key] = true
	}
	s.Replace(`^\[[1-9]\d*, .*`, "[next cursor, [about 100 carts]]")
	s.Replace(`^\[0, .*`, "[0, [the last carts]]")
	s.Replace(`^SCAN [1-9]\d*`, "SCAN cursor")
	s.Fold()
	if len(seen) < 1000 {
		return "a part of 1000 carts is found, " + outcome(err)
	}
	return fmt.Sprintf("%d of 1000 carts are found, %s", len(seen), outcome(err))
}

func echo(s *Stage, echo func(ctx context.Context, rdb *redis.Client, channel, text string) (string, error)) string {
	ctx, cancel := context.WithCancel(s.Ctx)
	defer cancel()
	a := s.Actor("program")
	a.Hold("SUBSCRIBE")
	a.After("PUBLISH", func() {
		if s.Server().PubSubNumSub(ctx, "ch").Val()["ch"] == 0 { // the message is gone: nothing will ever come
			a.HoldFast("SUBSCRIBE")
			cancel()
		}
	})
	got, err := echo(ctx, a.Client(), "ch", "hello")
	switch {
	case got == "hello" && err == nil:
		return "the message arrives"
	case errors.Is(err, context.Canceled):
		return "the message reaches nobody"
	}
	return fmt.Sprintf("%q, %s", got, outcome(err))
}

func shareClient(ctx context.Context, rdb *redis.Client, workers int, do func(string)) func() error {
	blockingclient.WorkShared(ctx, rdb, workers, do)
	return func() error { return nil }
}

func workers(s *Stage, work func(ctx context.Context, rdb *redis.Client, workers int, do func(string)) func() error) string {
	ended := make(chan struct{}, 2)
	rdb := s.Actor("program").Client(func(o *redis.Options) {
		o.PoolSize = 2
		o.PoolTimeout = 100 * time.Millisecond
	})
	stop := work(s.Ctx, rdb, 2, func(string) { ended <- struct{}{} })
	s.Eventually("two blocked workers", func() bool { return s.Info("clients", "blocked_clients") == "2" })
	err := rdb.Incr(s.Ctx, "visits").Err()
	says := "the rest of the program gets " + outcome(err)
	s.Seal()
	s.Must(stop())
	for range 2 {
		s.Must(s.Server().RPush(s.Ctx, "jobs", "end").Err())
	}
	return says
}
