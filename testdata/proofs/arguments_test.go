package proofs

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"

	argshape "github.com/redisvet/redisvet/passes/argshape/testdata/example"
	blockforever "github.com/redisvet/redisvet/passes/blockforever/testdata/example"
	cmdvalue "github.com/redisvet/redisvet/passes/cmdvalue/testdata/example"
	duration "github.com/redisvet/redisvet/passes/duration/testdata/example"
	encodable "github.com/redisvet/redisvet/passes/encodable/testdata/example"
	replyassert "github.com/redisvet/redisvet/passes/replyassert/testdata/example"
	scandest "github.com/redisvet/redisvet/passes/scandest/testdata/example"
	ttlcompare "github.com/redisvet/redisvet/passes/ttlcompare/testdata/example"
	. "github.com/redisvet/redisvet/testdata/proofs/harness"
)

var arguments = []Proof{
	{
		Check: "duration",
		When:  "a profile is to be kept for 60 seconds",
		Bad:   Shows("the server is told px 1", keep, duration.Remember),
		Good:  Shows("the server is told ex 60", keep, duration.RememberFor),
	},
	{
		Check: "encodable",
		When:  "an order is stored",
		Bad: Shows(`nothing is stored, error "redis: can't marshal example.Order (implement encoding.BinaryMarshaler)"`,
			order, encodable.Save),
		Good: Shows("the order is stored, no error", order, encodable.SaveJSON),
	},
	{
		Check: "argshape",
		When:  "a profile is stored",
		Needs: Node, // CONFIG
		Bad: Shows(`error "ERR wrong number of arguments for 'hset' command"`, shape, func(ctx context.Context, rdb *redis.Client) error {
			return argshape.Store(ctx, rdb, "1", argshape.Profile{Name: "Ann"})
		}),
		Good: Shows("no error", shape, func(ctx context.Context, rdb *redis.Client) error {
			return argshape.StoreAccount(ctx, rdb, "1", argshape.Account{Name: "Ann"})
		}),
	},
	{
		Check: "scandest",
		When:  "the profile of Ann is read",
		Bad: Shows(`the name is "", no error`, scan, func(ctx context.Context, rdb *redis.Client) (string, error) {
			p, err := scandest.Load(ctx, rdb, "1")
			return p.Name, err
		}),
		Good: Shows(`the name is "Ann", no error`, scan, func(ctx context.Context, rdb *redis.Client) (string, error) {
			a, err := scandest.LoadAccount(ctx, rdb, "1")
			return a.Name, err
		}),
	},
	{
		Check: "blockforever",
		When:  "the stream has no entry",
		Needs: Node, // a look at who is blocked
		Bad:   Shows("block 0: it waits until somebody adds an entry", poll, blockforever.Poll),
		Good:  Shows(`it returns at once, error "redis: nil"`, poll, blockforever.PollOnce),
	},
	{
		Check: "ttlcompare",
		When:  "a key has no expiry",
		Bad:   Shows("the key never expires: false", never, ttlcompare.Pinned),
		Good:  Shows("the key never expires: true", never, ttlcompare.Persistent),
	},
	{
		Check: "cmdvalue",
		When:  "the token is abc",
		Bad: Shows(`the token is "get token: abc", no error`, token, func(ctx context.Context, rdb *redis.Client) (string, error) {
			return cmdvalue.Token(ctx, rdb), nil
		}),
		Good: Shows(`the token is "abc", no error`, token, cmdvalue.ReadToken),
	},
	{
		Check: "replyassert",
		When:  "one of two users has no name",
		Bad:   Shows("panic: interface conversion: interface {} is nil, not string", names, replyassert.Names),
		Good:  Shows("1 name, no error", names, replyassert.KnownNames),
	},
}

func poll(s *Stage, poll func(ctx context.Context, rdb *redis.Client, last string) ([]redis.XStream, error)) string {
	returned := make(chan error, 1)
	rdb := s.Actor("worker").Client()
	go func() {
		_, err := poll(s.Ctx, rdb, "0")
		returned <- err
	}()
	var says string
	s.Eventually("a blocked client or an answer", func() bool {
		select {
		case err := <-returned:
			says = "it returns at once, " + outcome(err)
		default:
			if s.Info("clients", "blocked_clients") == "1" && s.Sent("XREAD count 100 block 0 streams events 0") {
				says = "block 0: it waits until somebody adds an entry"
			}
		}
		return says != ""
	})
	s.Seal()
	s.Must(s.Server().XAdd(s.Ctx, &redis.XAddArgs{Stream: "events", Values: []string{"a", "b"}}).Err())
	return says
}

func never(s *Stage, persistent func(ctx context.Context, rdb *redis.Client, key string) (bool, error)) string {
	s.Set("key", "v")
	yes, err := persistent(s.Ctx, s.Actor("handler").Client(), "key")
	s.Must(err)
	return fmt.Sprintf("the key never expires: %v", yes)
}

func token(s *Stage, read func(context.Context, *redis.Client) (string, error)) string {
	s.Set("token", "abc")
	text, err := read(s.Ctx, s.Actor("handler").Client())
	return fmt.Sprintf("the token is %q, %s", text, outcome(err))
}

func names(s *Stage, read func(ctx context.Context, rdb *redis.Client, keys []string) ([]string, error)) (says string) {
	s.Set("name:1", "Ann")
	defer func() {
		if p := recover(); p != nil {
			says = fmt.Sprint("panic: ", p)
		}
	}()
	found, err := read(s.Ctx, s.Actor("handler").Client(), []string{"name:1", "name:2"})
	return fmt.Sprintf("%d name, %s", len(found), outcome(err))
}

func shape(s *Stage, store func(context.Context, *redis.Client) error) string {
	s.Cleanup(func() { s.Server().ConfigSet(context.Background(), "maxmemory", "0") })
	return outcome(store(s.Ctx, s.Actor("handler").Client()))
}

func scan(s *Stage, load func(context.Context, *redis.Client) (string, error)) string {
	for _, key := range []string{"profile:1", "account:1"} {
		s.Must(s.Server().HSet(s.Ctx, key, "name", "Ann", "email", "ann@example.com").Err())
	}
	name, err := load(s.Ctx, s.Actor("handler").Client())
	return fmt.Sprintf("the name is %q, %s", name, outcome(err))
}

func keep(s *Stage, remember func(ctx context.Context, rdb *redis.Client, id string, profile []byte, ttlSeconds int) error) string {
	s.Must(remember(s.Ctx, s.Actor("handler").Client(), "1", []byte("Ann"), 60))
	for _, told := range []string{"px 1", "ex 60"} {
		if s.Sent("SET profile:1 Ann " + told) {
			return "the server is told " + told
		}
	}
	return "something else"
}

func order(s *Stage, save func(context.Context, *redis.Client, encodable.Order) error) string {
	err := save(s.Ctx, s.Actor("shop").Client(), encodable.Order{ID: "7", State: "paid"})
	stored := "the order is stored"
	if s.Server().Exists(s.Ctx, "order:7", "orders").Val() == 0 {
		stored = "nothing is stored"
	}
	return fmt.Sprintf("%s, %s", stored, outcome(err))
}
