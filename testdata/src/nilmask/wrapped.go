package nilmask

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/wrapped"
)

func filterOfOtherPackage(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	name := pipe.Get(ctx, "name")
	pipe.Incr(ctx, "visits")
	_, err := pipe.Exec(ctx) // want `redis.Nil filter on the error of pipe.Exec hides a failure of Incr`
	return name.Val(), wrapped.IgnoreMiss(err)
}

func filterOfOtherPackageTested(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	name := pipe.Get(ctx, "name")
	pipe.Incr(ctx, "visits")
	_, err := pipe.Exec(ctx) // want `redis.Nil filter on the error of pipe.Exec hides a failure of Incr`
	if err := wrapped.IgnoreMiss(err); err != nil {
		return "", err
	}
	return name.Val(), nil
}

func missBecomesDomainError(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	name := pipe.Get(ctx, "name")
	pipe.Incr(ctx, "visits")
	_, err := pipe.Exec(ctx)
	if err := wrapped.Domain(err); err != nil {
		return "", err
	}
	return name.Val(), nil
}

func namedResultResetByDefer(ctx context.Context, rdb *redis.Client) (name string, err error) {
	defer func() {
		if errors.Is(err, redis.Nil) {
			err = nil
		}
	}()
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "name")
	pipe.Incr(ctx, "visits")
	if _, err = pipe.Exec(ctx); err != nil { // want `redis.Nil filter on the error of pipe.Exec hides a failure of Incr`
		return "", err
	}
	return get.Val(), nil
}

func namedResultWrappedByDefer(ctx context.Context, rdb *redis.Client) (name string, err error) {
	defer func() {
		if err != nil {
			err = errors.Join(errors.New("names"), err)
		}
	}()
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, "name")
	pipe.Incr(ctx, "visits")
	if _, err = pipe.Exec(ctx); err != nil {
		return "", err
	}
	return get.Val(), nil
}
