package proofs

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"

	errcompare "github.com/redisvet/redisvet/passes/errcompare/testdata/example"
	missignored "github.com/redisvet/redisvet/passes/missignored/testdata/example"
	nevernil "github.com/redisvet/redisvet/passes/nevernil/testdata/example"
	writeignored "github.com/redisvet/redisvet/passes/writeignored/testdata/example"
	. "github.com/redisvet/redisvet/testdata/proofs/harness"
)

var replies = []Proof{
	{
		Check: "nevernil",
		When:  "there is no such profile",
		Bad:   Shows("a profile with 0 fields, no error", noProfile, nevernil.ProfileUnnoticed),
		Good:  Shows(`a profile with 0 fields, error "no such profile"`, noProfile, nevernil.Profile),
	},
	{
		Check: "errcompare",
		When:  "the user has no nickname",
		Bad:   Shows(`"", error "nickname of ann: redis: nil"`, noName, errcompare.GreetingCompared),
		Good:  Shows(`"Hello, guest", no error`, noName, errcompare.Greeting),
	},
	{
		Check: "missignored",
		When:  "the network is down, and the address is blocked",
		Bad: Shows("the blocked address is let in: true", blocked, func(ctx context.Context, rdb *redis.Client, address string) (bool, error) {
			return missignored.AllowedBlindly(ctx, rdb, address), nil
		}),
		Good: Shows("the blocked address is let in: false", blocked, missignored.Allowed),
	},
	{
		Check: "writeignored",
		When:  "the key has the wrong type",
		Bad: Shows("the vote is not stored, no error", vote, func(ctx context.Context, rdb *redis.Client, film, user string, stars int) error {
			writeignored.RateBlindly(ctx, rdb, film, user, stars)
			return nil
		}),
		Good: Shows(`the vote is not stored, error "WRONGTYPE Operation against a key holding the wrong kind of value"`, vote, writeignored.Rate),
	},
}

func noProfile(s *Stage, load func(context.Context, *redis.Client, string) (map[string]string, error)) string {
	m, err := load(s.Ctx, s.Actor("handler").Client(), "ann")
	return fmt.Sprintf("a profile with %d fields, %s", len(m), outcome(err))
}

func noName(s *Stage, greet func(context.Context, *redis.Client, string) (string, error)) string {
	text, err := greet(s.Ctx, s.Actor("handler").Client(), "ann")
	return fmt.Sprintf("%q, %s", text, outcome(err))
}

func blocked(s *Stage, allowed func(context.Context, *redis.Client, string) (bool, error)) string {
	s.Set("blocked:192.0.2.1", "1")
	gate := s.Actor("gate")
	gate.Before("EXISTS", gate.Disconnect)
	ok, _ := allowed(s.Ctx, gate.Client(), "192.0.2.1")
	return fmt.Sprintf("the blocked address is let in: %v", ok)
}

func vote(s *Stage, rate func(ctx context.Context, rdb *redis.Client, film, user string, stars int) error) string {
	s.Set("votes:film", "not a hash")
	err := rate(s.Ctx, s.Actor("handler").Client(), "film", "ann", 5)
	return "the vote is not stored, " + outcome(err)
}
