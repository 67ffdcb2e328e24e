// Package getdel has the situations of the check getdel.
package getdel

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

var errBad = errors.New("bad code")

func plain(ctx context.Context, rdb *redis.Client, key string) (string, error) {
	v, err := rdb.Get(ctx, "otp:"+key).Result()
	if err != nil {
		return "", err
	}
	rdb.Del(ctx, "otp:"+key) // want `"otp:" \+ key is read by Get and then deleted by Del; two callers can both get it, use GetDel`
	return v, nil
}

func compared(ctx context.Context, rdb *redis.Client, user, given string) error {
	code, err := rdb.Get(ctx, "otp:"+user).Result()
	if err != nil {
		return err
	}
	if code != given {
		return errBad
	}
	return rdb.Del(ctx, "otp:"+user).Err() // want `"otp:" \+ user is read by Get and then deleted by Del`
}

func deferred(ctx context.Context, rdb *redis.Client, token string) (string, error) {
	v, err := rdb.Get(ctx, token).Result()
	if err != nil {
		return "", err
	}
	defer rdb.Del(ctx, token) // want `token is read by Get and then deleted by Del`
	return v, nil
}

func record(ctx context.Context, rdb *redis.Client, ticket string) (map[string]string, error) {
	m, err := rdb.HGetAll(ctx, ticket).Result()
	if err != nil {
		return nil, err
	}
	if len(m) == 0 {
		return nil, errBad
	}
	rdb.Del(ctx, ticket) // want `ticket is read by HGetAll and then deleted by Del; two callers can both get it, let the reply of Del decide`
	return m, nil
}

func field(ctx context.Context, rdb *redis.Client, key, code string) (string, error) {
	v, err := rdb.HGet(ctx, key, code).Result()
	if err != nil {
		return "", err
	}
	rdb.HDel(ctx, key, code) // want `field code of key is read by HGet and then deleted by HDel`
	return v, nil
}

func otherField(ctx context.Context, rdb *redis.Client, key string) (string, error) {
	v, err := rdb.HGet(ctx, key, "a").Result()
	rdb.HDel(ctx, key, "b")
	return v, err
}

func drain(ctx context.Context, rdb *redis.Client, key string, save func(context.Context, []string) error) error {
	items, err := rdb.LRange(ctx, key, 0, -1).Result()
	if err != nil {
		return err
	}
	if err := save(ctx, items); err != nil {
		return err
	}
	return rdb.Del(ctx, key).Err() // want `key is read by LRange and then deleted by Del; what is added in between is lost, pop the elements or rename the key first`
}

func plainPipeline(ctx context.Context, rdb *redis.Client, code string) (string, error) {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, code)
	pipe.Del(ctx, code) // want `code is read by Get and then deleted by Del`
	if _, err := pipe.Exec(ctx); err != nil {
		return "", err
	}
	return get.Val(), nil
}

func transaction(ctx context.Context, rdb *redis.Client, code string) (string, error) {
	pipe := rdb.TxPipeline()
	get := pipe.Get(ctx, code)
	pipe.Del(ctx, code)
	if _, err := pipe.Exec(ctx); err != nil {
		return "", err
	}
	return get.Val(), nil
}

func getDel(ctx context.Context, rdb *redis.Client, code string) (string, error) {
	return rdb.GetDel(ctx, code).Result()
}

func delDecides(ctx context.Context, rdb *redis.Client, code string) (string, error) {
	v, err := rdb.Get(ctx, code).Result()
	if err != nil {
		return "", err
	}
	n, err := rdb.Del(ctx, code).Result()
	if err != nil {
		return "", err
	}
	if n == 0 {
		return "", errBad
	}
	return v, nil
}

func corrupt(ctx context.Context, rdb *redis.Client, token string, dest any) error {
	b, err := rdb.Get(ctx, token).Bytes()
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, dest); err != nil {
		rdb.Del(ctx, token)
		return err
	}
	return nil
}

func stale(ctx context.Context, rdb *redis.Client, token string) (int64, error) {
	at, err := rdb.Get(ctx, token).Int64()
	if err != nil {
		return 0, err
	}
	if at < time.Now().Unix() {
		rdb.Del(ctx, token)
		return 0, errBad
	}
	return at, nil
}

func onlyLogged(ctx context.Context, rdb *redis.Client, key string) {
	log.Print("dropping ", rdb.Get(ctx, key).Val())
	rdb.Del(ctx, key)
}

func namesOthers(ctx context.Context, rdb *redis.Client, tag string) error {
	ks, err := rdb.SMembers(ctx, tag).Result()
	if err != nil {
		return err
	}
	for _, k := range ks {
		rdb.Del(ctx, k)
	}
	return rdb.Del(ctx, tag).Err()
}

func acknowledged(ctx context.Context, rdb *redis.Client, job string, run func(context.Context, string) error) error {
	v, err := rdb.Get(ctx, job).Result()
	if err != nil {
		return err
	}
	if err := run(ctx, v); err != nil {
		return err
	}
	return rdb.Del(ctx, job).Err()
}

func tokenAfterWork(ctx context.Context, rdb *redis.Client, token string, reset func(context.Context, string) error) error {
	user, err := rdb.Get(ctx, "reset:"+token).Result()
	if err != nil {
		return err
	}
	if err := reset(ctx, user); err != nil {
		return err
	}
	return rdb.Del(ctx, "reset:"+token).Err() // want `"reset:" \+ token is read by Get and then deleted by Del`
}

func moved(ctx context.Context, rdb *redis.Client, from, to string) error {
	v, err := rdb.Get(ctx, from).Result()
	if err != nil {
		return err
	}
	if err := rdb.Set(ctx, to, v, 0).Err(); err != nil {
		return err
	}
	return rdb.Del(ctx, from).Err()
}

func existing(ctx context.Context, rdb *redis.Client, code string) error {
	n, err := rdb.Exists(ctx, "coupon:"+code).Result()
	if err != nil {
		return err
	}
	if n == 0 {
		return errBad
	}
	return rdb.Del(ctx, "coupon:"+code).Err() // want `"coupon:" \+ code is read by Exists and then deleted by Del`
}

func unlock(ctx context.Context, rdb *redis.Client, key, token string) error {
	if rdb.Get(ctx, key).Val() == token {
		return rdb.Del(ctx, key).Err()
	}
	return nil
}

func underWatch(ctx context.Context, rdb *redis.Client, code string) (v string, err error) {
	err = rdb.Watch(ctx, func(tx *redis.Tx) error {
		v, err = tx.Get(ctx, code).Result()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, code)
			return nil
		})
		return err
	}, code)
	return v, err
}

func otherKey(ctx context.Context, rdb *redis.Client, code, cache string) (string, error) {
	v, err := rdb.Get(ctx, code).Result()
	rdb.Del(ctx, cache)
	return v, err
}

func helpers(ctx context.Context, rdb *redis.Client, code string) (string, error) {
	v, err := read(ctx, rdb, code)
	if err != nil {
		return "", err
	}
	return v, remove(ctx, rdb, code) // want `is read by read and then deleted by remove`
}

func read(ctx context.Context, rdb *redis.Client, key string) (string, error) {
	return rdb.Get(ctx, key).Result()
}

func remove(ctx context.Context, rdb *redis.Client, key string) error { return rdb.Del(ctx, key).Err() }

func version8(ctx context.Context, rdb *v8.Client, code string) (string, error) {
	v, err := rdb.Get(ctx, code).Result()
	if err != nil {
		return "", err
	}
	return v, rdb.Del(ctx, code).Err() // want `code is read by Get and then deleted by Del`
}
