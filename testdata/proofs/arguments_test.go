package proofs

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"

	duration "github.com/redisvet/redisvet/passes/duration/testdata/example"
	encodable "github.com/redisvet/redisvet/passes/encodable/testdata/example"
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
