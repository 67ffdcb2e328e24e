// Package missignored has the situations of the check missignored.
package missignored

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

func badBranch(ctx context.Context, rdb *redis.Client, key string) string {
	if rdb.Exists(ctx, key).Val() == 0 { // want `value of Exists decides, and its error is never read; an outage looks like a miss`
		return "nothing"
	}
	return "something"
}

func badReturned(ctx context.Context, rdb *redis.Client, key string) bool {
	return rdb.SIsMember(ctx, "blocked", key).Val() // want `value of SIsMember decides`
}

func badVariable(ctx context.Context, rdb *redis.Client, key string) bool {
	first := rdb.SetNX(ctx, key, 1, time.Minute).Val() // want `value of SetNX decides`
	if !first {
		log.Print("somebody else")
	}
	return first
}

func badCommandKept(ctx context.Context, rdb *redis.Client, key string) bool {
	cmd := rdb.Get(ctx, key)
	if cmd.Val() == "" { // want `value of Get decides`
		return false
	}
	return true
}

func badEveryError(ctx context.Context, rdb *redis.Client, key string) (string, bool) {
	v, err := rdb.Get(ctx, key).Result() // want `every error of Get is taken for a miss; compare it with redis.Nil`
	if err != nil {
		return "", false
	}
	return v, true
}

func goodErr(ctx context.Context, rdb *redis.Client, key string) (bool, error) {
	n, err := rdb.Exists(ctx, key).Result()
	if err != nil {
		return false, err
	}
	return n == 1, nil
}

func goodErrOfCommand(ctx context.Context, rdb *redis.Client, key string) bool {
	cmd := rdb.Exists(ctx, key)
	if cmd.Err() != nil {
		return true
	}
	return cmd.Val() == 0
}

func goodMiss(ctx context.Context, rdb *redis.Client, key string) (string, error) {
	v, err := rdb.Get(ctx, key).Result()
	if errors.Is(err, redis.Nil) {
		return "", nil
	}
	return v, err
}

func goodLogged(ctx context.Context, rdb *redis.Client, key string) string {
	v, err := rdb.Get(ctx, key).Result()
	if err != nil {
		log.Print(err)
		return ""
	}
	return v
}

func goodNotDecided(ctx context.Context, rdb *redis.Client) {
	log.Print(rdb.DBSize(ctx).Val())
}

func goodPipeline(ctx context.Context, rdb *redis.Client, key string) (bool, error) {
	pipe := rdb.Pipeline()
	n := pipe.Exists(ctx, key)
	if _, err := pipe.Exec(ctx); err != nil {
		return false, err
	}
	return n.Val() == 1, nil
}

func goodNeverMisses(ctx context.Context, rdb *redis.Client) bool {
	err := rdb.Ping(ctx).Err()
	return err == nil
}
