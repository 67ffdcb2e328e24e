package proofs

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	bigread "github.com/redisvet/redisvet/passes/bigread/testdata/example"
	ctxtimeout "github.com/redisvet/redisvet/passes/ctxtimeout/testdata/example"
	hooknext "github.com/redisvet/redisvet/passes/hooknext/testdata/example"
	hottag "github.com/redisvet/redisvet/passes/hottag/testdata/example"
	loopcmd "github.com/redisvet/redisvet/passes/loopcmd/testdata/example"
	pipegrowth "github.com/redisvet/redisvet/passes/pipegrowth/testdata/example"
	retrywrite "github.com/redisvet/redisvet/passes/retrywrite/testdata/example"
	ttlwipe "github.com/redisvet/redisvet/passes/ttlwipe/testdata/example"
	. "github.com/redisvet/redisvet/testdata/proofs/harness"
)

var hazards = []Proof{
	{
		Check: "loopcmd",
		When:  "ten sessions are deleted",
		Bad:   Shows("10 round trips", roundTrips, loopcmd.ForgetOneByOne),
		Good:  Shows("1 round trip", roundTrips, loopcmd.Forget),
	},
	{
		Check: "bigread",
		When:  "there are ten thousand users",
		Bad:   Shows("the longest answer has 10000 users", longest, bigread.EachUserAtOnce),
		Good:  Shows("the longest answer has fewer than 1000 users", longest, bigread.EachUser),
	},
	{
		Check: "pipegrowth",
		When:  "a file has ten thousand lines",
		Bad:   Shows("10000 commands wait in memory", queue, pipegrowth.ImportAtOnce),
		Good:  Shows("1000 commands wait in memory", queue, pipegrowth.Import),
	},
	{
		Check: "retrywrite",
		When:  "the answer to a vote gets lost",
		Bad:   Shows("one vote counts 2", retry, retrywrite.VoteAgain),
		Good:  Shows("one vote counts 1", retry, retrywrite.Vote),
	},
	{
		Check: "ctxtimeout",
		When:  "the server takes four times as long as the deadline allows",
		Bad:   Shows("an answer after the deadline, no error", late, "bad"),
		Good:  Shows("an error at the deadline", late, "good"),
	},
	{
		Check: "hooknext",
		When:  "a value is stored by a client with the hook",
		Bad:   Shows("the value is (nil), no error", hooked, func(f func(string, time.Duration)) redis.Hook { return hooknext.MuteHook{Observe: f} }),
		Good:  Shows("the value is v, no error", hooked, func(f func(string, time.Duration)) redis.Hook { return hooknext.TimingHook{Observe: f} }),
	},
	{
		Check: "ttlwipe",
		When:  "a session with an expiry of an hour changes its page",
		Bad:   Shows("the session stays for ever", page, ttlwipe.MoveForever),
		Good:  Shows("the session expires", page, ttlwipe.Move),
	},
	{
		Check: "hottag",
		When:  "three hundred documents are stored",
		Needs: Cluster,
		Bad:   Shows("the busiest of three masters holds 300 of 300", spread, hottag.SaveHot),
		Good:  Shows("the busiest of three masters holds fewer than 150 of 300", spread, hottag.Save),
	},
}

func roundTrips(s *Stage, forget func(context.Context, *redis.Client, []string) error) string {
	s.Must(forget(s.Ctx, s.Actor("handler").Client(), strings.Fields("a b c d e f g h i j")))
	if n := s.RoundTrips(); n > 1 {
		return fmt.Sprint(n, " round trips")
	}
	return "1 round trip"
}

func longest(s *Stage, each func(ctx context.Context, rdb *redis.Client, visit func(string) error) error) string {
	var users []any
	for i := range 10000 {
		users = append(users, i)
	}
	s.Must(s.Server().SAdd(s.Ctx, "users", users...).Err())
	handler := s.Actor("handler")
	size := 0
	handler.AfterEach("", func() { size = max(size, handler.LastSize()) })
	s.Must(each(s.Ctx, handler.Client(), func(string) error { return nil }))
	s.Replace(`^\[[1-9]\d*, \[.*`, "[next cursor, [about 500 users]]")
	s.Replace(`^\[0, \[.*`, "[0, [the last users]]")
	s.Replace(`^\[.*\.\.\.$`, "[10000 users]")
	s.Replace(`^SSCAN users [1-9]\d*`, "SSCAN users cursor")
	s.Fold()
	if size < 1000 {
		return "the longest answer has fewer than 1000 users"
	}
	return fmt.Sprintf("the longest answer has %d users", size)
}

// sizeHook notes how long the pipelines are.
type sizeHook struct{ most *int }

func (sizeHook) DialHook(next redis.DialHook) redis.DialHook          { return next }
func (sizeHook) ProcessHook(next redis.ProcessHook) redis.ProcessHook { return next }
func (h sizeHook) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		*h.most = max(*h.most, len(cmds))
		return next(ctx, cmds)
	}
}

func queue(s *Stage, load func(context.Context, *redis.Client, io.Reader) error) string {
	var lines strings.Builder
	for i := range 10000 {
		fmt.Fprintln(&lines, i)
	}
	most := 0
	rdb := redis.NewClient(&redis.Options{Addr: s.Addr()}) // ten thousand arrows show nothing
	defer rdb.Close()
	rdb.AddHook(sizeHook{&most})
	s.Must(load(s.Ctx, rdb, strings.NewReader(lines.String())))
	if n := s.Server().SCard(s.Ctx, "lines").Val(); n != 10000 {
		s.Fatalf("%d lines are stored", n)
	}
	return fmt.Sprintf("%d commands wait in memory", most)
}

func retry(s *Stage, vote func(ctx context.Context, rdb *redis.Client, film, user string) error) string {
	a := s.Actor("handler")
	a.After("", a.LoseAnswer)
	s.Must(vote(s.Ctx, a.Client(), "film", "ann"))
	n := s.Server().SCard(s.Ctx, "voters:film").Val()
	if n == 0 {
		return "one vote counts " + s.Value("votes:film")
	}
	return fmt.Sprintf("one vote counts %d", n)
}

func late(s *Stage, form string) string {
	s.Set("price:tea", 5)
	a := s.Actor("shop")
	a.HoldFast("GET")
	release := time.AfterFunc(200*time.Millisecond, a.Release)
	defer release.Stop()
	var price string
	var err error
	if form == "bad" {
		price, err = ctxtimeout.OpenPatient(s.Addr(), a.Dial).Price(s.Ctx, "tea")
	} else {
		price, err = ctxtimeout.Open(s.Addr(), a.Dial).Price(s.Ctx, "tea")
	}
	switch {
	case err != nil && price == "":
		return "an error at the deadline"
	case err == nil && price == "5":
		return "an answer after the deadline, no error"
	}
	return fmt.Sprintf("%q, %s", price, outcome(err))
}

func hooked(s *Stage, hook func(func(string, time.Duration)) redis.Hook) string {
	rdb := s.Actor("handler").Client()
	rdb.AddHook(hook(func(string, time.Duration) {}))
	err := rdb.Set(s.Ctx, "k", "v", 0).Err()
	return fmt.Sprintf("the value is %s, %s", s.Value("k"), outcome(err))
}

func page(s *Stage, move func(ctx context.Context, rdb *redis.Client, id, page string) error) string {
	rdb := s.Actor("handler").Client()
	s.Must(ttlwipe.Login(s.Ctx, rdb, "1"))
	s.Must(move(s.Ctx, rdb, "1", "/cart"))
	if s.Server().PTTL(s.Ctx, "session:1").Val() > 0 {
		return "the session expires"
	}
	return "the session stays for ever"
}

func spread(s *Stage, save func(ctx context.Context, cluster *redis.ClusterClient, id int, text string) error) string {
	cluster := s.Actor("program").Cluster()
	for i := range 300 {
		s.Must(save(s.Ctx, cluster, i, "text"))
	}
	most := s.Busiest()
	if most < 150 {
		return "the busiest of three masters holds fewer than 150 of 300"
	}
	return fmt.Sprintf("the busiest of three masters holds %d of 300", most)
}
