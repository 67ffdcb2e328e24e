package proofs

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"

	argshape "github.com/redisvet/redisvet/passes/argshape/testdata/example"
	duration "github.com/redisvet/redisvet/passes/duration/testdata/example"
	encodable "github.com/redisvet/redisvet/passes/encodable/testdata/example"
	scandest "github.com/redisvet/redisvet/passes/scandest/testdata/example"
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
