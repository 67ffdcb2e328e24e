package proofs

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"

	clusterscan "github.com/redisvet/redisvet/passes/clusterscan/testdata/example"
	crossslot "github.com/redisvet/redisvet/passes/crossslot/testdata/example"
	luascript "github.com/redisvet/redisvet/passes/luascript/testdata/example"
	shardfunc "github.com/redisvet/redisvet/passes/shardfunc/testdata/example"
	. "github.com/redisvet/redisvet/testdata/proofs/harness"
)

var cluster = []Proof{
	{
		Check: "crossslot",
		When:  "one piece of an item is sold",
		Needs: Cluster,
		Bad: Shows(`sold: nothing, error "CROSSSLOT Keys in request don't hash to the same slot"`,
			sell, crossslot.SellApart),
		Good: Shows("sold: 1, no error", sell, crossslot.Sell),
	},
	{
		Check: "clusterscan",
		When:  "three sessions exist, one on each master",
		Needs: Cluster, Unordered: true,
		Bad:  Shows("1 of 3 sessions is found", sessions, clusterscan.SessionsOfOneNode),
		Good: Shows("3 of 3 sessions are found", sessions, clusterscan.Sessions),
	},
	{
		Check: "shardfunc",
		When:  "three keys exist, one on each master",
		Needs: Cluster, Unordered: true,
		Bad:  Shows("9 of 3 keys are counted", sizes, shardfunc.CountKeysAgain),
		Good: Shows("3 of 3 keys are counted", sizes, shardfunc.CountKeys),
	},
	{
		Check: "luascript",
		When:  "alice pays 10 to bob",
		Bad:   Shows("alice has 90, bob has 0", pay, luascript.PayOneKey),
		Good:  Shows("alice has 90, bob has 10", pay, luascript.Pay),
	},
}

func sell(s *Stage, sell func(ctx context.Context, cluster *redis.ClusterClient, item string) error) string {
	err := sell(s.Ctx, s.Actor("shop").Cluster(), "42")
	sold := "nothing"
	for _, key := range []string{"sold:42", "{42}:sold"} {
		if v := s.Value(key); v != "(nil)" {
			sold = v
		}
	}
	return fmt.Sprintf("sold: %s, %s", sold, outcome(err))
}

// onePerMaster are three keys that live on the three masters.
var onePerMaster = []string{"session:a", "session:b", "session:c"}

func sessions(s *Stage, list func(context.Context, *redis.ClusterClient) ([]string, error)) string {
	for _, key := range onePerMaster {
		s.Set(key, "x")
	}
	found, err := list(s.Ctx, s.Actor("program").Cluster())
	s.Must(err)
	verb := "are"
	if len(found) == 1 {
		verb = "is"
		s.Mask(found[0], "one of them") // the node is taken at random
	}
	return fmt.Sprintf("%d of 3 sessions %s found", len(found), verb)
}

func sizes(s *Stage, count func(context.Context, *redis.ClusterClient) (int64, error)) string {
	for _, key := range onePerMaster {
		s.Set(key, "x")
	}
	n, err := count(s.Ctx, s.Actor("program").Cluster())
	s.Must(err)
	return fmt.Sprintf("%d of 3 keys are counted", n)
}

func pay(s *Stage, pay func(ctx context.Context, rdb *redis.Client, from, to string, amount int64) error) string {
	s.Set("alice", 100)
	s.Set("bob", 0)
	err := pay(s.Ctx, s.Actor("bank").Client(), "alice", "bob", 10)
	if (err == nil) != (s.Value("bob") == "10") {
		s.Fatalf("bob has %s, %s", s.Value("bob"), outcome(err))
	}
	return fmt.Sprintf("alice has %s, bob has %s", s.Value("alice"), s.Value("bob"))
}
