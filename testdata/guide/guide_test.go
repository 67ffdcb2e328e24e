package guide

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// Each function of the guide is run, the wrong ones at the moment at which they are wrong.

func TestSingle(t *testing.T) {
	ctx, rdb := t.Context(), start(t)
	other := func() { must(t, rdb.Incr(ctx, "visits:home").Err()) }

	must(t, VisitInTwoSteps(ctx, after(t, rdb, "get", other), "home"))
	want(t, "two visits, in two steps", rdb.Get(ctx, "visits:home").Val(), "1")

	must(t, rdb.Del(ctx, "visits:home").Err())
	for n := range int64(2) {
		got, err := Visit(ctx, rdb, "home")
		must(t, err)
		want(t, "visits", got, n+1)
	}

	must(t, rdb.Set(ctx, "token:x", "10 EUR", 0).Err())
	got, err := Redeem(ctx, rdb, "x")
	must(t, err)
	want(t, "first redemption", got, "10 EUR")
	if _, err := Redeem(ctx, rdb, "x"); err == nil {
		t.Error("a token is redeemed twice")
	}

	for _, first := range []bool{true, false} {
		got, err := FirstToday(ctx, rdb, "ann")
		must(t, err)
		want(t, "first today", got, first)
	}
	if ttl := rdb.TTL(ctx, "seen:ann").Val(); ttl <= 0 {
		t.Errorf("TTL %v", ttl)
	}
}

func TestPipeline(t *testing.T) {
	ctx, rdb := t.Context(), start(t)
	must(t, rdb.SAdd(ctx, "tags:home", "go").Err())
	must(t, rdb.Set(ctx, "visits:home", 41, 0).Err())

	early, err := LoadTooEarly(ctx, rdb, "home")
	must(t, err)
	want(t, "read before it is sent", fmt.Sprint(early), "{0  []}")

	page, err := Load(ctx, rdb, "home") // has no banner
	must(t, err)
	want(t, "page", fmt.Sprint(page), "{43  [go]}")
	must(t, rdb.Set(ctx, "tags:home", "not a set", 0).Err())
	if _, err := Load(ctx, rdb, "home"); err == nil || errors.Is(err, redis.Nil) {
		t.Errorf("error %v, want that of SMEMBERS behind the missing banner", err)
	}

	var keys []string
	for i := range 2500 {
		keys = append(keys, fmt.Sprint("k", i))
		must(t, rdb.Set(ctx, keys[i], "", 0).Err())
	}
	must(t, DeleteAll(ctx, rdb, keys))
	want(t, "keys left", rdb.Exists(ctx, keys...).Val(), 0)
	must(t, DeleteAll(ctx, rdb, nil))
}

func TestTransaction(t *testing.T) {
	ctx, rdb := t.Context(), start(t)

	crash, cancel := context.WithCancel(ctx)
	if _, err := HitInTwoSteps(crash, after(t, rdb, "incr", cancel), "a"); err == nil {
		t.Error("no crash after INCR")
	}
	want(t, "TTL after the crash", rdb.TTL(ctx, "hits:a").Val(), -1)
	for n := range int64(2) {
		got, err := Hit(ctx, rdb, "b")
		must(t, err)
		want(t, "hits", got, n+1)
	}
	if ttl := rdb.TTL(ctx, "hits:b").Val(); ttl <= 0 {
		t.Errorf("TTL %v", ttl)
	}

	// EXEC is refused when a command of the transaction is, here for its number of arguments.
	refuse := again(t, rdb)
	refuse.AddHook(&spoil{})
	if err := PublishPartly(ctx, refuse, "1", "text"); err == nil {
		t.Error("the server takes a broken transaction")
	}
	want(t, "stored without its transaction", rdb.Exists(ctx, "article:1").Val(), 1)
	if err := Publish(ctx, refuse, "2", "text"); err == nil {
		t.Error("the server takes a broken transaction")
	}
	want(t, "stored without its transaction", rdb.Exists(ctx, "article:2").Val(), 0)
	must(t, Publish(ctx, rdb, "2", "text"))
	want(t, "list", strings.Join(rdb.LRange(ctx, "articles", 0, -1).Val(), " "), "2")

	// What the guide says: a command that fails when it runs undoes nothing.
	must(t, rdb.Set(ctx, "articles", "not a list", 0).Err())
	if err := Publish(ctx, rdb, "3", "text"); err == nil {
		t.Error("no error of LPUSH")
	}
	want(t, "stored beside a failed command", rdb.Exists(ctx, "article:3").Val(), 1)
}

// spoil takes an argument from the last command of each pipeline.
type spoil struct{ hook }

func (s *spoil) ProcessHook(next redis.ProcessHook) redis.ProcessHook { return next }

func (s *spoil) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		out := append([]redis.Cmder(nil), cmds...)
		for i, cmd := range out {
			if cmd.Name() == "lpush" {
				out[i] = redis.NewCmd(ctx, "lpush", "articles")
			}
		}
		return next(ctx, out)
	}
}

func TestWatch(t *testing.T) {
	ctx, rdb := t.Context(), start(t)
	must(t, rdb.Set(ctx, "account", 100, 0).Err())
	rival := func() { must(t, rdb.DecrBy(ctx, "account", 60).Err()) }

	must(t, SpendUnguarded(ctx, after(t, rdb, "get", rival), "account", 60))
	want(t, "balance after two payments of 60", rdb.Get(ctx, "account").Val(), "-20")

	must(t, rdb.Set(ctx, "account", 100, 0).Err())
	wantErr(t, Spend(ctx, after(t, rdb, "get", rival), "account", 60), ErrPoor)
	want(t, "balance after one payment of 60", rdb.Get(ctx, "account").Val(), "40")
	must(t, Spend(ctx, rdb, "account", 40))
	want(t, "balance", rdb.Get(ctx, "account").Val(), "0")
}

func TestScript(t *testing.T) {
	ctx, rdb, nodes := t.Context(), start(t), cluster(t)
	for _, c := range []redis.UniversalClient{rdb, nodes} {
		must(t, c.Set(ctx, "stock:tea", 5, 0).Err())
		must(t, Take(ctx, c, "tea", 3))
		wantErr(t, Take(ctx, c, "tea", 3), ErrSoldOut)
		want(t, "stock", c.Get(ctx, "stock:tea").Val(), "2")
	}
	// With one node it works: that hides it until there are two. The proof of luascript has three.
	taken, err := TakeHidden(ctx, nodes, "tea", 2)
	must(t, err)
	want(t, "taken on the only node", taken, true)
}

func TestLock(t *testing.T) {
	ctx, rdb := t.Context(), start(t)
	// The lock expires during the job, and somebody else takes it.
	late := func(context.Context) error { return rdb.Set(ctx, "lock:report", "somebody else", time.Minute).Err() }

	must(t, ReportThenUnlockAnyones(ctx, rdb, late))
	want(t, "somebody else's lock", rdb.Exists(ctx, "lock:report").Val(), 0)
	must(t, Report(ctx, rdb, late))
	want(t, "somebody else's lock", rdb.Exists(ctx, "lock:report").Val(), 1)

	none := func(context.Context) error { t.Error("a job runs without the lock"); return nil }
	wantErr(t, Report(ctx, rdb, none), ErrLocked)
	wantErr(t, ReportThenUnlockAnyones(ctx, rdb, none), ErrLocked)

	must(t, rdb.Del(ctx, "lock:report").Err())
	broken := errors.New("broken")
	wantErr(t, Report(ctx, rdb, func(ctx context.Context) error {
		if _, ok := ctx.Deadline(); !ok {
			t.Error("the job has no deadline")
		}
		wantErr(t, Report(ctx, rdb, none), ErrLocked)
		return broken
	}), broken)
	want(t, "lock after the job", rdb.Exists(ctx, "lock:report").Val(), 0)
}

func TestCluster(t *testing.T) {
	ctx, rdb := t.Context(), cluster(t)
	must(t, rdb.RPush(ctx, "jobs:waiting", "x").Err())
	wantErr(t, MoveAcrossSlots(ctx, rdb, "x"), redis.ErrCrossSlot)
	must(t, rdb.RPush(ctx, "{jobs}:waiting", "x").Err())
	must(t, Move(ctx, rdb, "x"))
	want(t, "running", rdb.LLen(ctx, "{jobs}:running").Val(), 1)
}
