package proofs

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	cmdassert "github.com/redisvet/redisvet/passes/cmdassert/testdata/example"
	execerr "github.com/redisvet/redisvet/passes/execerr/testdata/example"
	nestedtx "github.com/redisvet/redisvet/passes/nestedtx/testdata/example"
	nilfail "github.com/redisvet/redisvet/passes/nilfail/testdata/example"
	nilmask "github.com/redisvet/redisvet/passes/nilmask/testdata/example"
	pipebypass "github.com/redisvet/redisvet/passes/pipebypass/testdata/example"
	pipecmd "github.com/redisvet/redisvet/passes/pipecmd/testdata/example"
	pipeexec "github.com/redisvet/redisvet/passes/pipeexec/testdata/example"
	queuedread "github.com/redisvet/redisvet/passes/queuedread/testdata/example"
	. "github.com/redisvet/redisvet/testdata/proofs/harness"
)

var pipelines = []Proof{
	{
		Check: "queuedread",
		When:  "a page is visited for the 42nd time",
		Bad:   Shows("42 visits are stored, 0 are returned, no error", visit, queuedread.CountVisitEarly),
		Good:  Shows("42 visits are stored, 42 are returned, no error", visit, queuedread.CountVisit),
	},
	{
		Check: "pipeexec",
		When:  "two sessions are deleted",
		Bad:   Shows("2 sessions are left, no error", forget, pipeexec.ForgetQueued),
		Good:  Shows("0 sessions are left, no error", forget, pipeexec.Forget),
	},
	{
		Check: "execerr",
		When:  "the list of articles has the wrong type, so the second command fails",
		Bad: Shows("the article is stored, not listed, and nobody is told", publish,
			func(ctx context.Context, rdb *redis.Client, id, body string) error {
				execerr.PublishBlind(ctx, rdb, id, body)
				return nil
			}),
		Good: Shows("the article is stored, not listed, and the caller is told", publish, execerr.Publish),
	},
	{
		Check: "nilmask",
		When:  "the visitor has no nickname, and the counter has the wrong type",
		Bad:   Shows("0 visits, no error", greet, nilmask.GreetMasked),
		Good:  Shows(`0 visits, error "WRONGTYPE Operation against a key holding the wrong kind of value"`, greet, nilmask.Greet),
	},
	{
		Check: "nilfail",
		When:  "the post has no headline, and the caller tries again after an error",
		Bad:   Shows(`one like is counted twice, error "redis: nil"`, like, nilfail.LikeFragile),
		Good:  Shows("one like is counted once, no error", like, nilfail.Like),
	},
	{
		Check: "nestedtx",
		When:  "the server refuses the last command of the group",
		Needs: Node,
		Bad:   Shows("10 are taken from alice and not given to bob", transfer, nestedtx.TransferNested),
		Good:  Shows("nothing is taken from alice", transfer, nestedtx.Transfer),
	},
	{
		Check: "pipebypass",
		When:  "an auditor counts both shelves after the first answer",
		Bad:   Shows("the auditor counts 15 of 10 pieces", audit, pipebypass.MoveStockBypassed),
		Good:  Shows("the auditor counts 10 of 10 pieces", audit, pipebypass.MoveStock),
	},
	{
		Check: "pipecmd",
		When:  "the server has not cached the script, as after a restart",
		Bad:   Shows(`gauge is (nil), error "NOSCRIPT No matching script. Please use EVAL."`, gauge, pipecmd.CapCached),
		Good:  Shows("gauge is 1, no error", gauge, pipecmd.Cap),
	},
	{
		Check: "cmdassert",
		When:  "a profile is loaded in a pipeline",
		Bad: Shows("panic: interface conversion: redis.Cmder is *redis.StatusCmd, not *redis.MapStringStringCmd",
			profile, cmdassert.ProfileAsserted),
		Good: Shows("the name is Ann", profile, cmdassert.Profile),
	},
}

func visit(s *Stage, count func(context.Context, *redis.Client, string) (int64, error)) string {
	s.Set("visits:home", 41)
	n, err := count(s.Ctx, s.Actor("handler").Client(), "home")
	return fmt.Sprintf("%s visits are stored, %d are returned, %s", s.Value("visits:home"), n, outcome(err))
}

func forget(s *Stage, forget func(context.Context, *redis.Client, []string) error) string {
	s.Set("session:1", "ann")
	s.Set("session:2", "ann")
	err := forget(s.Ctx, s.Actor("handler").Client(), []string{"1", "2"})
	return fmt.Sprintf("%d sessions are left, %s", s.Server().Exists(s.Ctx, "session:1", "session:2").Val(), outcome(err))
}

func publish(s *Stage, publish func(ctx context.Context, rdb *redis.Client, id, body string) error) string {
	s.Set("articles", "not a set")
	err := publish(s.Ctx, s.Actor("editor").Client(), "7", "text")
	if s.Server().HGet(s.Ctx, "article:7", "body").Val() != "text" {
		s.Fatalf("the article is not stored")
	}
	if err != nil {
		return "the article is stored, not listed, and the caller is told"
	}
	return "the article is stored, not listed, and nobody is told"
}

func greet(s *Stage, greet func(context.Context, *redis.Client, string) (string, int64, error)) string {
	s.Must(s.Server().SAdd(s.Ctx, "visits:ann", "x").Err())
	_, n, err := greet(s.Ctx, s.Actor("handler").Client(), "ann")
	return fmt.Sprintf("%d visits, %s", n, outcome(err))
}

func like(s *Stage, like func(context.Context, *redis.Client, string) (int64, string, error)) string {
	rdb := s.Actor("reader").Client()
	_, _, err := like(s.Ctx, rdb, "7")
	if err != nil {
		_, _, err = like(s.Ctx, rdb, "7")
	}
	times := map[string]string{"1": "once", "2": "twice"}[s.Value("likes:7")]
	return fmt.Sprintf("one like is counted %s, %s", times, outcome(err))
}

func transfer(s *Stage, transfer func(ctx context.Context, rdb *redis.Client, from, to string, amount int64) error) string {
	s.Set("alice", 100)
	s.Set("bob", 0)
	s.Must(s.Server().Do(s.Ctx, "ACL", "SETUSER", "teller", "on", "nopass", "resetkeys", "~alice", "~transfers", "+@all").Err())
	s.Cleanup(func() { s.Server().Do(s.Ctx, "ACL", "DELUSER", "teller") })
	rdb := s.Actor("teller").Client(func(o *redis.Options) { o.Username, o.Password = "teller", "any" })
	if err := transfer(s.Ctx, rdb, "alice", "bob", 10); err == nil {
		s.Fatalf("the server let the transfer pass")
	}
	switch s.Value("alice") + " " + s.Value("bob") {
	case "90 0":
		return "10 are taken from alice and not given to bob"
	case "100 0":
		return "nothing is taken from alice"
	}
	return "alice " + s.Value("alice") + ", bob " + s.Value("bob")
}

func audit(s *Stage, move func(ctx context.Context, rdb *redis.Client, from, to string, n int64) error) string {
	s.Set("shelf:a", 5)
	s.Set("shelf:b", 5)
	mover := s.Actor("mover")
	auditor := s.Actor("auditor").Client()
	sum := 0
	mover.After("", func() {
		for _, shelf := range []string{"shelf:a", "shelf:b"} {
			n, err := auditor.Get(s.Ctx, shelf).Int()
			s.Must(err)
			sum += n
		}
	})
	s.Must(move(s.Ctx, mover.Client(), "shelf:a", "shelf:b", 5))
	return fmt.Sprintf("the auditor counts %d of 10 pieces", sum)
}

func gauge(s *Stage, raise func(ctx context.Context, rdb *redis.Client, gauge string, limit int) error) string {
	s.Must(s.Server().ScriptFlush(s.Ctx).Err())
	err := raise(s.Ctx, s.Actor("worker").Client(), "gauge", 3)
	return fmt.Sprintf("gauge is %s, %s", s.Value("gauge"), outcome(err))
}

func profile(s *Stage, load func(context.Context, *redis.Client, string, time.Time) (map[string]string, error)) (said string) {
	s.Must(s.Server().HSet(s.Ctx, "profile:1", "name", "Ann").Err())
	defer func() {
		if p := recover(); p != nil {
			said = fmt.Sprint("panic: ", p)
		}
	}()
	m, err := load(s.Ctx, s.Actor("handler").Client(), "1", time.Unix(1_700_000_000, 0))
	s.Must(err)
	return "the name is " + m["name"]
}
