// Package nevernil has the situations of the check nevernil.
package nevernil

import (
	"context"
	"errors"
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/nevernil/store"
)

var errNotFound = errors.New("not found")

func hgetall(ctx context.Context, rdb *redis.Client, key string) (map[string]string, error) {
	m, err := rdb.HGetAll(ctx, key).Result()
	if errors.Is(err, redis.Nil) { // want `redis.Nil is tested on the error of HGetAll, which never returns it; a missing key gives an empty map`
		return nil, errNotFound
	}
	return m, err
}

func get(ctx context.Context, rdb *redis.Client, key string) (string, error) {
	v, err := rdb.Get(ctx, key).Result()
	if errors.Is(err, redis.Nil) {
		return "", errNotFound
	}
	return v, err
}

func equal(ctx context.Context, rdb redis.UniversalClient, key string) error {
	_, err := rdb.SMembers(ctx, key).Result()
	if err == redis.Nil { // want `redis.Nil is tested on the error of SMembers, which never returns it; a missing key gives an empty list`
		return errNotFound
	}
	return err
}

func filter(ctx context.Context, rdb redis.Cmdable, key string) (int64, error) {
	n, err := rdb.Exists(ctx, key).Result()
	if err != nil && err != redis.Nil { // want `redis.Nil is tested on the error of Exists`
		return 0, err
	}
	return n, nil
}

func filterIs(ctx context.Context, rdb redis.Cmdable, key string) error {
	err := rdb.Del(ctx, key).Err()
	if err != nil && !errors.Is(err, redis.Nil) { // want `redis.Nil is tested on the error of Del`
		return err
	}
	return nil
}

func inSwitch(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := rdb.SetNX(ctx, key, 1, time.Minute).Result()
	switch err {
	case nil:
		return nil
	case redis.Nil: // want `redis.Nil is tested on the error of SetNX, which never returns it; a missing key gives false`
		return errNotFound
	}
	return err
}

func setArgsMayMiss(ctx context.Context, rdb *redis.Client, key string) error {
	err := rdb.SetArgs(ctx, key, 1, redis.SetArgs{Mode: "NX"}).Err()
	if err == redis.Nil {
		return nil
	}
	return err
}

func mergedWithGet(ctx context.Context, rdb *redis.Client, key string, all bool) error {
	var err error
	if all {
		_, err = rdb.HGetAll(ctx, key).Result()
	} else {
		_, err = rdb.HGet(ctx, key, "f").Result()
	}
	if err == redis.Nil {
		return errNotFound
	}
	return err
}

func mergedNever(ctx context.Context, rdb *redis.Client, key string, all bool) error {
	var err error
	if all {
		_, err = rdb.HGetAll(ctx, key).Result()
	} else {
		_, err = rdb.HMGet(ctx, key, "f").Result()
	}
	if err == redis.Nil { // want `redis.Nil is tested on the error of HGetAll`
		return errNotFound
	}
	return err
}

func reassigned(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := rdb.HGetAll(ctx, key).Result()
	if err != nil {
		return err
	}
	_, err = rdb.Get(ctx, key).Result()
	if err == redis.Nil {
		return errNotFound
	}
	return err
}

func exec(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	pipe.HGetAll(ctx, key)
	_, err := pipe.Exec(ctx)
	if err == redis.Nil {
		return nil
	}
	return err
}

func queued(ctx context.Context, rdb *redis.Client, key string) (map[string]string, error) {
	pipe := rdb.Pipeline()
	all := pipe.HGetAll(ctx, key)
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, err
	}
	m, err := all.Result()
	if err == redis.Nil { // want `redis.Nil is tested on the error of HGetAll`
		return nil, errNotFound
	}
	return m, err
}

func isMiss(err error) bool { return errors.Is(err, redis.Nil) }

func helper(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := rdb.LRange(ctx, key, 0, -1).Result()
	if isMiss(err) { // want `redis.Nil is tested on the error of LRange`
		return errNotFound
	}
	_, err = rdb.LPop(ctx, key).Result()
	if isMiss(err) {
		return errNotFound
	}
	return err
}

func helperOfAnotherPackage(ctx context.Context, rdb *redis.Client, key string) error {
	err := rdb.Expire(ctx, key, time.Minute).Err()
	if store.IsMiss(err) { // want `redis.Nil is tested on the error of Expire`
		return errNotFound
	}
	return err
}

func wrapperOfAnotherPackage(ctx context.Context, s *store.Store, id string) error {
	_, err := s.Fields(ctx, id)
	if err == redis.Nil { // want `redis.Nil is tested on the error of HGetAll`
		return errNotFound
	}
	_, err = s.Name(ctx, id)
	if err == redis.Nil {
		return errNotFound
	}
	return err
}

func testedInHelper(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := rdb.HGetAll(ctx, key).Result()
	if err := translate(err); err != nil {
		return err
	}
	return translate(rdb.Get(ctx, key).Err())
}

func translate(err error) error {
	if err == redis.Nil {
		return errNotFound
	}
	return err
}

func scan(ctx context.Context, rdb *redis.Client, key string, dst any) error {
	err := rdb.HGetAll(ctx, key).Scan(dst)
	if err == redis.Nil { // want `redis.Nil is tested on the error of HGetAll`
		return errNotFound
	}
	return err
}

type cache struct{ *redis.Client }

func (c cache) embedded(ctx context.Context, key string) error {
	if err := c.TTL(ctx, key).Err(); err == redis.Nil { // want `redis.Nil is tested on the error of TTL, which never returns it; a missing key gives a negative duration`
		return errNotFound
	}
	return nil
}

func do(ctx context.Context, rdb *redis.Client, key string) error {
	if err := rdb.Do(ctx, "HGETALL", key).Err(); err == redis.Nil {
		return errNotFound
	}
	return nil
}

func closure(ctx context.Context, rdb *redis.Client, key string) error {
	var err error
	func() {
		_, err = rdb.ZRange(ctx, key, 0, -1).Result()
	}()
	if err == redis.Nil { // want `redis.Nil is tested on the error of ZRange`
		return errNotFound
	}
	return err
}

func old(ctx context.Context, rdb *v8.Client, key string) error {
	if err := rdb.HGetAll(ctx, key).Err(); err == v8.Nil { // want `redis.Nil is tested on the error of HGetAll`
		return errNotFound
	}
	return nil
}

type hashes interface {
	HGetAll(ctx context.Context, key string) *redis.MapStringStringCmd
}

func appInterface(ctx context.Context, h hashes, key string) error {
	if err := h.HGetAll(ctx, key).Err(); err == redis.Nil { // want `redis.Nil is tested on the error of HGetAll`
		return errNotFound
	}
	return nil
}
