// Package nilfail has the situations of the check nilfail.
package nilfail

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"example.com/redisvettest/nilfail/helper"
)

func returned(ctx context.Context, rdb *redis.Client) (int64, string, error) {
	pipe := rdb.TxPipeline()
	likes := pipe.Incr(ctx, "likes")
	title := pipe.Get(ctx, "title")
	if _, err := pipe.Exec(ctx); err != nil { // want `pipe.Exec returns redis.Nil when Get finds nothing; the whole batch then counts as failed`
		return 0, "", err
	}
	return likes.Val(), title.Val(), nil
}

func wrapped(ctx context.Context, rdb *redis.Client, ids []string) ([]string, error) {
	pipe := rdb.Pipeline()
	cmds := make([]*redis.StringCmd, 0, len(ids))
	for _, id := range ids {
		cmds = append(cmds, pipe.HGet(ctx, id, "name"))
	}
	_, err := pipe.Exec(ctx) // want `pipe.Exec returns redis.Nil when HGet finds nothing`
	if err != nil {
		return nil, fmt.Errorf("names: %w", err)
	}
	var out []string
	for _, c := range cmds {
		out = append(out, c.Val())
	}
	return out, nil
}

func plain(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.LPop(ctx, "q")
	pipe.SAdd(ctx, "seen", 1)
	_, err := pipe.Exec(ctx) // want `when LPop finds nothing`
	return err
}

func commandTestedTooLate(ctx context.Context, rdb *redis.Client) (string, error) {
	var get *redis.StringCmd
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error { // want `rdb.Pipelined returns redis.Nil when Get finds nothing`
		get = p.Get(ctx, "a")
		p.Expire(ctx, "a", time.Hour)
		return nil
	})
	if err != nil {
		return "", err
	}
	v, err2 := get.Result()
	if errors.Is(err2, redis.Nil) {
		return "", nil
	}
	return v, err2
}

func fatal(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	pipe.ZScore(ctx, "z", "m")
	pipe.ZCard(ctx, "z")
	if _, err := pipe.Exec(ctx); err != nil { // want `when ZScore finds nothing`
		log.Fatal(err)
	}
}

func boolResult(ctx context.Context, rdb *redis.Client) (string, bool) {
	pipe := rdb.Pipeline()
	a := pipe.Get(ctx, "a")
	b := pipe.Get(ctx, "b")
	if _, err := pipe.Exec(ctx); err != nil { // want `when Get finds nothing`
		log.Print(err)
		return "", false
	}
	return a.Val() + b.Val(), true
}

func skipsTheTurn(ctx context.Context, rdb *redis.Client, ids []string) (n int) {
	for _, id := range ids {
		pipe := rdb.Pipeline()
		get := pipe.Get(ctx, id)
		pipe.Incr(ctx, id+":reads")
		if _, err := pipe.Exec(ctx); err != nil { // want `when Get finds nothing`
			log.Print(err)
			continue
		}
		n += len(get.Val())
	}
	return n
}

func underWatch(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error { // want `tx.TxPipelined returns redis.Nil when GetDel finds nothing`
			p.GetDel(ctx, "token")
			p.Incr(ctx, "used")
			return nil
		})
		return err
	}, "token")
}

func helperSamePackage(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	return flush(ctx, pipe) // want `flush returns redis.Nil when Get finds nothing`
}

func flush(ctx context.Context, p redis.Pipeliner) error {
	if _, err := p.Exec(ctx); err != nil {
		return fmt.Errorf("flush: %w", err)
	}
	return nil
}

func helperOtherPackage(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	if err := helper.Flush(ctx, pipe); err != nil { // want `helper.Flush returns redis.Nil when Get finds nothing`
		return err
	}
	return nil
}

func group(ctx context.Context, rdb *redis.Client) {
	go func() {
		pipe := rdb.Pipeline()
		get := pipe.Get(ctx, "a")
		pipe.Incr(ctx, "b")
		if _, err := pipe.Exec(ctx); err != nil { // want `when Get finds nothing`
			return
		}
		log.Print(get.Val())
	}()
}

type store struct{ redis.UniversalClient }

func (s *store) embedded(ctx context.Context, id string) (v string, err error) {
	p := s.TxPipeline()
	get := p.Get(ctx, id)
	p.Del(ctx, id)
	if _, err = p.Exec(ctx); err != nil { // want `p.Exec returns redis.Nil when Get finds nothing`
		return
	}
	return get.Val(), nil
}

func setNXArgs(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.SetArgs(ctx, "a", 1, redis.SetArgs{Mode: "NX", TTL: time.Minute})
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx) // want `when SetArgs finds nothing`
	return err
}

// From here on everything is right.

func filtered(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "b")
	get := pipe.Get(ctx, "a")
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		return "", err
	}
	return get.Val(), nil
}

func testedLater(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "b")
	get := pipe.Get(ctx, "a")
	_, err := pipe.Exec(ctx)
	if err != nil {
		if errors.Is(err, redis.Nil) {
			return "", helper.ErrNotFound
		}
		return "", err
	}
	return get.Val(), nil
}

func switched(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "b")
	pipe.Get(ctx, "a")
	_, err := pipe.Exec(ctx)
	switch {
	case err == redis.Nil:
		return nil
	case err != nil:
		return err
	}
	return nil
}

func translate(err error) error {
	if err == redis.Nil {
		return helper.ErrNotFound
	}
	return err
}

func translated(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "b")
	pipe.Get(ctx, "a")
	_, err := pipe.Exec(ctx)
	return translate(err)
}

func translatedElsewhere(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "b")
	pipe.Get(ctx, "a")
	if _, err := pipe.Exec(ctx); err != nil {
		return helper.Translate(err)
	}
	return nil
}

func load(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	if _, err := pipe.Exec(ctx); err != nil {
		return "", err
	}
	return get.Val(), nil
}

func callerTests(ctx context.Context, rdb *redis.Client) string {
	v, err := load(ctx, rdb)
	if errors.Is(err, redis.Nil) {
		return "default"
	}
	return v
}

type loader interface {
	loadBoth(ctx context.Context) (string, error)
}

type repo struct{ rdb *redis.Client }

func (r *repo) loadBoth(ctx context.Context) (string, error) {
	pipe := r.rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	if _, err := pipe.Exec(ctx); err != nil {
		return "", err
	}
	return get.Val(), nil
}

func callerThroughInterface(ctx context.Context, l loader) (string, error) {
	v, err := l.loadBoth(ctx)
	if err == redis.Nil {
		return "", nil
	}
	return v, err
}

func oneCommand(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	if _, err := pipe.Exec(ctx); err != nil {
		return "", err
	}
	return get.Val(), nil
}

func oneCommandEachTurn(ctx context.Context, rdb *redis.Client, ids []string) error {
	for _, id := range ids {
		pipe := rdb.Pipeline()
		pipe.Get(ctx, id)
		if _, err := pipe.Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func nothingMisses(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.HGetAll(ctx, "h")
	pipe.MGet(ctx, "a", "b")
	pipe.SetNX(ctx, "lock", 1, time.Minute)
	pipe.TTL(ctx, "a")
	_, err := pipe.Exec(ctx)
	return err
}

func setBefore(ctx context.Context, rdb *redis.Client, id string) (string, error) {
	pipe := rdb.TxPipeline()
	pipe.SetNX(ctx, "k:"+id, 1, time.Minute)
	get := pipe.Get(ctx, "k:"+id)
	if _, err := pipe.Exec(ctx); err != nil {
		return "", err
	}
	return get.Val(), nil
}

func rankAfterScore(ctx context.Context, rdb *redis.Client, member string) (int64, error) {
	pipe := rdb.TxPipeline()
	pipe.ZIncrBy(ctx, "board", 1, member)
	rank := pipe.ZRevRank(ctx, "board", member)
	if _, err := pipe.Exec(ctx); err != nil {
		return 0, err
	}
	return rank.Val(), nil
}

func scripts(ctx context.Context, rdb *redis.Client, s *redis.Script) error {
	pipe := rdb.Pipeline()
	s.Eval(ctx, pipe, []string{"a"})
	pipe.Do(ctx, "GET", "a")
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx)
	return err
}

func onlyLogged(ctx context.Context, rdb *redis.Client) string {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	if _, err := pipe.Exec(ctx); err != nil {
		log.Print(err)
	}
	return get.Val()
}

func aliasOfOtherPackage(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx)
	if err == helper.Nil {
		return nil
	}
	return err
}

func helperFilters(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "b")
	pipe.Get(ctx, "a")
	return helper.FlushIgnoringNil(ctx, pipe)
}

func unseenCode(ctx context.Context, rdb *redis.Client, handle func(error) error) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx)
	return handle(err)
}

func waitingSideTests(ctx context.Context, rdb *redis.Client) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		pipe := rdb.Pipeline()
		pipe.Get(ctx, "a")
		pipe.Incr(ctx, "b")
		_, err := pipe.Exec(ctx)
		return err
	})
	if err := g.Wait(); err != nil && err != redis.Nil {
		return err
	}
	return nil
}

func watchTested(ctx context.Context, rdb *redis.Client) error {
	err := rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.GetDel(ctx, "token")
			p.Incr(ctx, "used")
			return nil
		})
		return err
	}, "token")
	if errors.Is(err, redis.Nil) {
		return helper.ErrNotFound
	}
	return err
}

func overChannel(ctx context.Context, rdb *redis.Client, errs chan<- error) {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx)
	errs <- err
}

// foundOrNot says "not found" for a miss.
func foundOrNot(ctx context.Context, rdb *redis.Client, id string) (string, bool) {
	pipe := rdb.Pipeline()
	a := pipe.Get(ctx, id)
	b := pipe.Get(ctx, id+":title")
	if _, err := pipe.Exec(ctx); err != nil {
		return "", false
	}
	return a.Val() + b.Val(), true
}

func otherFieldWritten(ctx context.Context, rdb *redis.Client, id string) (string, error) {
	pipe := rdb.TxPipeline()
	pipe.HSet(ctx, id, "seen", 1)
	name := pipe.HGet(ctx, id, "name")
	if _, err := pipe.Exec(ctx); err != nil { // want `when HGet finds nothing`
		return "", err
	}
	return name.Val(), nil
}

func sameFieldWritten(ctx context.Context, rdb *redis.Client, id, field string) (string, string, error) {
	pipe := rdb.TxPipeline()
	pipe.HSet(ctx, id, "seen", 1, field, 2)
	seen, other := pipe.HGet(ctx, id, "seen"), pipe.HGet(ctx, id, field)
	if _, err := pipe.Exec(ctx); err != nil {
		return "", "", err
	}
	return seen.Val(), other.Val(), nil
}
