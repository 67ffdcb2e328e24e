package nilmask

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/nilmask/helper"
)

var errNotFound = errors.New("not found")

func othersChecked(ctx context.Context, rdb *redis.Client) (string, int64, error) {
	pipe := rdb.Pipeline()
	name := pipe.Get(ctx, "name")
	visits := pipe.Incr(ctx, "visits")
	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) {
		return "", 0, err
	}
	if err := visits.Err(); err != nil {
		return "", 0, err
	}
	return name.Val(), visits.Val(), nil
}

func othersByResult(ctx context.Context, rdb *redis.Client) (int64, error) {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "name")
	visits := pipe.Incr(ctx, "visits")
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		return 0, err
	}
	return visits.Result()
}

func returnedCommandsChecked(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "name")
	pipe.Incr(ctx, "visits")
	cmds, err := pipe.Exec(ctx)
	if err != nil && err != redis.Nil {
		return err
	}
	for _, c := range cmds {
		if err := c.Err(); err != nil && err != redis.Nil {
			return err
		}
	}
	return nil
}

func missLast(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.TxPipeline()
	pipe.Incr(ctx, "visits")
	pipe.Expire(ctx, "visits", time.Hour)
	name := pipe.Get(ctx, "name")
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		return "", err
	}
	return name.Val(), nil
}

func oneCommand(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	name := pipe.Get(ctx, "name")
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		return "", err
	}
	return name.Val(), nil
}

func nothingMisses(ctx context.Context, rdb *redis.Client) (map[string]string, error) {
	pipe := rdb.Pipeline()
	all := pipe.HGetAll(ctx, "h")
	pipe.SMembers(ctx, "s")
	pipe.Incr(ctx, "visits")
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		return nil, err
	}
	return all.Val(), nil
}

func everythingMisses(ctx context.Context, rdb *redis.Client, ids []string) ([]string, error) {
	pipe := rdb.Pipeline()
	var cmds []*redis.StringCmd
	for _, id := range ids {
		cmds = append(cmds, pipe.Get(ctx, id))
	}
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		return nil, err
	}
	var out []string
	for _, c := range cmds {
		out = append(out, c.Val())
	}
	return out, nil
}

func writtenBefore(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.TxPipeline()
	pipe.Set(ctx, "a", 1, 0)
	get := pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		return "", err
	}
	return get.Val(), nil
}

func missIsAnError(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx)
	if errors.Is(err, redis.Nil) {
		return errNotFound
	}
	return err
}

func missIsReturned(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx)
	if err != nil && err != redis.Nil {
		log.Print(err)
	}
	return err
}

func noFilter(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	if get.Err() == redis.Nil {
		return nil
	}
	return get.Err()
}

func checkedByHelper(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	a, b := pipe.Get(ctx, "a"), pipe.Incr(ctx, "b")
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		return err
	}
	return helper.FirstErr(a, b)
}

func checkedInsideHelper(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Incr(ctx, "b")
	return helper.ExecChecked(ctx, pipe)
}

func returnedCommand(ctx context.Context, rdb *redis.Client) (*redis.StringCmd, *redis.IntCmd, error) {
	pipe := rdb.Pipeline()
	a, b := pipe.Get(ctx, "a"), pipe.Incr(ctx, "b")
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		return nil, nil, err
	}
	return a, b, nil
}

func deferredCheck(ctx context.Context, rdb *redis.Client) (err error) {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	b := pipe.Incr(ctx, "b")
	defer func() {
		if e := b.Err(); e != nil && err == nil {
			err = e
		}
	}()
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		return err
	}
	return nil
}

func branchesDiffer(ctx context.Context, rdb *redis.Client, count bool) error {
	pipe := rdb.Pipeline()
	if count {
		pipe.Incr(ctx, "b")
	} else {
		pipe.Get(ctx, "a")
	}
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		return err
	}
	return nil
}

func twoBatches(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		return err
	}
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx)
	return err
}

func rawCommand(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Do(ctx, "GET", "a")
	pipe.Incr(ctx, "b")
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		return err
	}
	return nil
}
