// Package nilmask has the situations of the check nilmask.
package nilmask

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/nilmask/helper"
)

func compared(ctx context.Context, rdb *redis.Client) (string, int64, error) {
	pipe := rdb.Pipeline()
	name := pipe.Get(ctx, "name")
	visits := pipe.Incr(ctx, "visits")
	_, err := pipe.Exec(ctx) // want `redis.Nil filter on the error of pipe.Exec hides a failure of Incr, whose own error is never read`
	if err != nil && err != redis.Nil {
		return "", 0, err
	}
	return name.Val(), visits.Val(), nil
}

func errorsIs(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.TxPipeline()
	name := pipe.HGet(ctx, "h", "name")
	pipe.Expire(ctx, "h", time.Hour)
	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) { // want `hides a failure of Expire`
		return fmt.Errorf("touch: %w", err)
	}
	log.Print(name.Val())
	return nil
}

func switched(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.LPop(ctx, "q")
	pipe.SAdd(ctx, "seen", 1)
	_, err := pipe.Exec(ctx) // want `hides a failure of SAdd`
	switch err {
	case nil, redis.Nil:
		return nil
	default:
		return err
	}
}

func resetToNil(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Set(ctx, "b", 1, 0)
	_, err := pipe.Exec(ctx) // want `hides a failure of Set`
	if err == redis.Nil {
		err = nil
	}
	return err
}

func returnsNil(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Set(ctx, "b", 1, 0)
	_, err := pipe.Exec(ctx) // want `hides a failure of Set`
	if errors.Is(err, redis.Nil) {
		return nil
	}
	return err
}

func onlyTheMissChecked(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	pipe.Incr(ctx, "reads")
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil { // want `hides a failure of Incr`
		return "", err
	}
	v, err := get.Result()
	if err == redis.Nil {
		return "", nil
	}
	return v, err
}

func closureForm(ctx context.Context, rdb redis.UniversalClient, ids []string) (map[string]int64, error) {
	ranks := map[string]*redis.IntCmd{}
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error { // want `redis.Nil filter on the error of rdb.Pipelined hides a failure of Expire`
		for _, id := range ids {
			ranks[id] = p.ZRank(ctx, "board", id)
		}
		p.Expire(ctx, "board", time.Hour)
		return nil
	})
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, err
	}
	out := map[string]int64{}
	for id, r := range ranks {
		out[id] = r.Val()
	}
	return out, nil
}

func inLoopTurns(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		pipe.HIncrBy(ctx, id, "n", 1)
		pipe.Get(ctx, id+":x")
	}
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil { // want `hides a failure of HIncrBy`
		return err
	}
	return nil
}

func isMiss(err error) bool { return err == redis.Nil || errors.Is(err, redis.Nil) }

func predicate(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	if _, err := pipe.Exec(ctx); err != nil && !isMiss(err) { // want `hides a failure of Incr`
		return err
	}
	return nil
}

func predicateOfOtherPackage(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	if _, err := pipe.Exec(ctx); err != nil && !helper.IsMiss(err) { // want `hides a failure of Incr`
		return err
	}
	return nil
}

func helperOfOtherPackage(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	return helper.ExecIgnoringNil(ctx, pipe) // want `redis.Nil filter on the error of helper.ExecIgnoringNil hides a failure of Incr`
}

func execIgnoringNil(ctx context.Context, p redis.Pipeliner) error {
	if _, err := p.Exec(ctx); err != nil && err != redis.Nil {
		return err
	}
	return nil
}

func helperOfThisPackage(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	return execIgnoringNil(ctx, pipe) // want `redis.Nil filter on the error of execIgnoringNil hides a failure of Incr`
}

func helperUsedRight(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "b")
	pipe.Get(ctx, "a")
	return execIgnoringNil(ctx, pipe)
}

func goroutine(ctx context.Context, rdb *redis.Client) {
	go func() {
		pipe := rdb.Pipeline()
		pipe.Get(ctx, "a")
		pipe.Incr(ctx, "b")
		if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil { // want `hides a failure of Incr`
			log.Print(err)
		}
	}()
}

func logsOthers(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil { // want `hides a failure of Incr`
		log.Print(err)
	}
}

type repo struct{ rdb *redis.Client }

func (r *repo) namedResult(ctx context.Context) (v string, err error) {
	pipe := r.rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	if _, err = pipe.Exec(ctx); err != nil && err != redis.Nil { // want `hides a failure of Incr`
		return
	}
	return get.Val(), nil
}

func script(ctx context.Context, rdb *redis.Client, s *redis.Script) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	s.Eval(ctx, pipe, []string{"b"})
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil { // want `hides a failure of Eval`
		return err
	}
	return nil
}

func parameter(ctx context.Context, pipe redis.Pipeliner) error {
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil { // want `hides a failure of Incr`
		return err
	}
	return nil
}

func insideWatch(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error { // want `redis.Nil filter on the error of tx.TxPipelined hides a failure of Incr`
			p.GetDel(ctx, "a")
			p.Incr(ctx, "b")
			return nil
		})
		if err == redis.Nil {
			return nil
		}
		return err
	}, "a")
}
