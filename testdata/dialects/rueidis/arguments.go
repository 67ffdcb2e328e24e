package rueidis

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/rueidis"
	redis "github.com/redis/rueidis/rueidiscompat"
)

func nanoseconds(ctx context.Context, rdb redis.Cmdable, key string) error {
	if err := rdb.Set(ctx, key, "v", 60).Err(); err != nil { // want `60 is 60ns as expiration of Set`
		return err
	}
	return rdb.Expire(ctx, key, 60).Err() // want `60 is 60ns as expiration of Expire`
}

func seconds(ctx context.Context, rdb redis.Cmdable, key string) error {
	return rdb.Set(ctx, key, "v", 60*time.Second).Err()
}

func blocksForEver(ctx context.Context, rdb redis.Cmdable) ([]redis.XStream, error) {
	return rdb.XRead(ctx, redis.XReadArgs{Streams: []string{"s", "$"}}).Result() // want `.`
}

func neverNil(ctx context.Context, rdb redis.Cmdable, id string) (map[string]string, error) {
	profile, err := rdb.HGetAll(ctx, "profile:"+id).Result()
	if err == redis.Nil { // want `redis.Nil is tested on the error of HGetAll, which never returns it`
		return nil, errors.New("no such profile")
	}
	return profile, err
}

func missIsNoFailure(ctx context.Context, rdb redis.Cmdable, id string) (string, error) {
	name, err := rdb.Get(ctx, "name:"+id).Result()
	if rueidis.IsRedisNil(err) {
		return "guest", nil
	}
	return name, err
}

func wrapped(ctx context.Context, rdb redis.Cmdable, id string) (string, error) {
	name, err := rdb.Get(ctx, "name:"+id).Result()
	if err != nil {
		return "", fmt.Errorf("name of %s: %w", id, err)
	}
	return name, nil
}

func greeting(ctx context.Context, rdb redis.Cmdable, id string) (string, error) {
	name, err := wrapped(ctx, rdb, id)
	if err == redis.Nil { // want `.`
		return "hello, guest", nil
	}
	return "hello, " + name, err
}

func counterWithoutExpiry(ctx context.Context, rdb redis.Cmdable, user string) (bool, error) {
	n, err := rdb.Incr(ctx, "hits:"+user).Result()
	if err != nil {
		return false, err
	}
	if n == 1 {
		rdb.Expire(ctx, "hits:"+user, time.Minute) // want `.`
	}
	return n <= 10, nil
}
