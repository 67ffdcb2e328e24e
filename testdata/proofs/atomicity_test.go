package proofs

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	expirerace "github.com/redisvet/redisvet/passes/expirerace/testdata/example"
	getdel "github.com/redisvet/redisvet/passes/getdel/testdata/example"
	lockrelease "github.com/redisvet/redisvet/passes/lockrelease/testdata/example"
	lockttl "github.com/redisvet/redisvet/passes/lockttl/testdata/example"
	lostupdate "github.com/redisvet/redisvet/passes/lostupdate/testdata/example"
	. "github.com/redisvet/redisvet/testdata/proofs/harness"
)

var atomicity = []Proof{
	{
		Check: "lostupdate",
		When:  "a second deposit is made after the first answer",
		Bad:   Shows("100 and two deposits of 10 make 110", deposits, lostupdate.DepositInTwoSteps),
		Good:  Shows("100 and two deposits of 10 make 120", deposits, lostupdate.Deposit),
	},
	{
		Check: "expirerace",
		When:  "the process ends after the first answer",
		Bad:   Shows("the counter stays for ever", crash, expirerace.AllowThenExpire),
		Good:  Shows("the counter expires within a minute", crash, expirerace.Allow),
	},
	{
		Check: "lockrelease",
		When:  "the lock expires during the work, and another process takes it",
		Bad:   Shows("the lock of process B is gone", release, lockrelease.RunLockedBlindly),
		Good:  Shows("the lock of process B is there", release, lockrelease.RunLocked),
	},
	{
		Check: "lockttl",
		When:  "the process ends during the work",
		Bad:   Shows("the lock stays for ever", die, lockttl.RunOnceForever),
		Good:  Shows("the lock expires within a minute", die, lockttl.RunOnce),
	},
	{
		Check: "getdel",
		When:  "a second request comes after the first answer",
		Bad:   Shows(`request 1 gets "100 EUR", request 2 gets "100 EUR"`, redeem, getdel.RedeemInTwoSteps),
		Good:  Shows(`request 1 gets "100 EUR", request 2 gets ""`, redeem, getdel.Redeem),
	},
}

func deposits(s *Stage, deposit func(ctx context.Context, rdb *redis.Client, account string, amount int64) error) string {
	s.Set("account", 100)
	a, b := s.Actor("request 1"), s.Actor("request 2")
	second := b.Client()
	a.After("", func() { s.Must(deposit(s.Ctx, second, "account", 10)) })
	s.Must(deposit(s.Ctx, a.Client(), "account", 10))
	return "100 and two deposits of 10 make " + s.Value("account")
}

func crash(s *Stage, allow func(ctx context.Context, rdb *redis.Client, user string) (bool, error)) string {
	a := s.Actor("process")
	a.After("", a.Crash)
	allow(s.Ctx, a.Client(), "ann")
	return "the counter " + lifetime(s, "rate:ann")
}

func release(s *Stage, run func(ctx context.Context, rdb *redis.Client, lock, owner string, work func() error) error) string {
	a, b := s.Actor("process A"), s.Actor("process B")
	next := b.Client()
	s.Must(run(s.Ctx, a.Client(), "lock", "A", func() error {
		s.Must(s.Server().PExpireAt(s.Ctx, "lock", time.UnixMilli(1)).Err()) // as if the 30 seconds had passed
		s.Note("lock expires")
		ok, err := next.SetNX(s.Ctx, "lock", "B", 30*time.Second).Result()
		if !ok {
			s.Fatalf("process B does not get the lock")
		}
		return err
	}))
	if s.Value("lock") == "B" {
		return "the lock of process B is there"
	}
	return "the lock of process B is gone"
}

func die(s *Stage, run func(ctx context.Context, rdb *redis.Client, job, owner string, work func() error) error) string {
	a := s.Actor("process")
	run(s.Ctx, a.Client(), "report", "A", func() error { a.Crash(); return nil })
	return "the lock " + lifetime(s, "lock:report")
}

func lifetime(s *Stage, key string) string {
	switch ttl, err := s.Server().PTTL(s.Ctx, key).Result(); {
	case err != nil:
		return outcome(err)
	case ttl == -1:
		return "stays for ever"
	case ttl > 0 && ttl <= time.Minute:
		return "expires within a minute"
	default:
		return fmt.Sprint("has a TTL of ", ttl)
	}
}

func redeem(s *Stage, redeem func(ctx context.Context, rdb *redis.Client, code string) (string, error)) string {
	s.Set("code:xyz", "100 EUR")
	a, b := s.Actor("request 1"), s.Actor("request 2")
	second := b.Client()
	var got [2]string
	a.After("", func() { got[1], _ = redeem(s.Ctx, second, "xyz") })
	var err error
	got[0], err = redeem(s.Ctx, a.Client(), "xyz")
	s.Must(err)
	return fmt.Sprintf("request 1 gets %q, request 2 gets %q", got[0], got[1])
}
