// Package expirerace has the situations of the check expirerace.
package expirerace

import (
	"context"
	"errors"
	"fmt"
	"time"

	v6 "github.com/go-redis/redis"
	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/expirerace/store"
)

func guarded(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := rdb.Incr(ctx, key).Result()
	if err != nil {
		return err
	}
	if n == 1 {
		rdb.Expire(ctx, key, time.Minute) // want `key gets its expiry by Expire only after Incr; a crash in between leaves it for ever, use TxPipelined or a script`
	}
	return nil
}

func unconditional(ctx context.Context, rdb *redis.Client, key string) {
	rdb.IncrBy(ctx, key, 3)
	rdb.PExpire(ctx, key, time.Second) // want `key gets its expiry by PExpire only after IncrBy`
}

func collection(ctx context.Context, rdb redis.UniversalClient, id string) error {
	if err := rdb.SAdd(ctx, "online:"+id, 1).Err(); err != nil {
		return err
	}
	return rdb.Expire(ctx, "online:"+id, time.Hour).Err() // want `"online:" \+ id gets its expiry by Expire only after SAdd`
}

func hash(ctx context.Context, rdb redis.Cmdable, key string, m map[string]any, ttl time.Duration) error {
	if err := rdb.HSet(ctx, key, m).Err(); err != nil {
		return err
	}
	if ttl > 0 {
		return rdb.Expire(ctx, key, ttl).Err() // want `key gets its expiry by Expire only after HSet`
	}
	return nil
}

func expireAt(ctx context.Context, rdb *redis.Client, key string, at time.Time) {
	rdb.RPush(ctx, key, "x")
	rdb.ExpireAt(ctx, key, at) // want `key gets its expiry by ExpireAt only after RPush`
}

func setNX(ctx context.Context, rdb *redis.Client, key, token string, ttl time.Duration) error {
	ok, err := rdb.SetNX(ctx, key, token, 0).Result()
	if err != nil || !ok {
		return err
	}
	if err := rdb.Expire(ctx, key, ttl).Err(); err != nil { // want `key gets its expiry by Expire only after SetNX; a crash in between leaves it for ever, pass the expiry to SetNX`
		return err
	}
	return nil
}

func set(ctx context.Context, rdb *redis.Client, key, v string) error {
	if err := rdb.Set(ctx, key, v, 0).Err(); err != nil {
		return err
	}
	return rdb.Expire(ctx, key, time.Hour).Err() // want `pass the expiry to Set`
}

func sprintfKey(ctx context.Context, rdb *redis.Client, id int) {
	rdb.Incr(ctx, fmt.Sprintf("hits:%d", id))
	rdb.Expire(ctx, fmt.Sprintf("hits:%d", id), time.Hour) // want `gets its expiry by Expire only after Incr`
}

func plainPipeline(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	pipe.Expire(ctx, key, time.Minute) // want `key gets its expiry by Expire after Incr in a plain pipeline; a failure in between leaves it for ever, use TxPipelined`
	_, err := pipe.Exec(ctx)
	return err
}

func pipelined(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.HSet(ctx, key, "a", 1)
		p.Expire(ctx, key, time.Minute) // want `in a plain pipeline`
		return nil
	})
	return err
}

func txPipeline(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.TxPipeline()
	pipe.Incr(ctx, key)
	pipe.Expire(ctx, key, time.Minute)
	_, err := pipe.Exec(ctx)
	return err
}

func txPipelined(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, key)
		p.Expire(ctx, key, time.Minute)
		return nil
	})
	return err
}

func helperQueues(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		count(ctx, p, key)
		return p.Expire(ctx, key, time.Minute).Err()
	})
	return err
}

func count(ctx context.Context, c redis.Cmdable, key string) *redis.IntCmd { return c.Incr(ctx, key) }

func helperOnClient(ctx context.Context, rdb *redis.Client, key string) error {
	n := count(ctx, rdb, key)
	if n.Val() == 1 {
		return rdb.Expire(ctx, key, time.Minute).Err() // want `key gets its expiry by Expire only after count`
	}
	return nil
}

func queuesIntoUnknown(ctx context.Context, p redis.Pipeliner, key string) {
	p.Incr(ctx, key)
	p.Expire(ctx, key, time.Minute)
}

func underWatch(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, key)
			p.Expire(ctx, key, time.Minute)
			return nil
		})
		return err
	}, key)
}

func firstCarriesTTL(ctx context.Context, rdb *redis.Client, key, v string, ttl time.Duration) {
	rdb.Set(ctx, key, v, ttl)
	rdb.Expire(ctx, key, 2*ttl)
}

func createdWithTTL(ctx context.Context, rdb *redis.Client, key string) {
	rdb.SetNX(ctx, key, 0, time.Minute)
	rdb.Incr(ctx, key)
	rdb.Expire(ctx, key, time.Minute)
}

func slidingSession(ctx context.Context, rdb *redis.Client, key string) error {
	m, err := rdb.HGetAll(ctx, key).Result()
	if err != nil {
		return err
	}
	if len(m) == 0 {
		return errors.New("no session")
	}
	rdb.HSet(ctx, key, "seen", time.Now().Unix())
	return rdb.Expire(ctx, key, time.Hour).Err()
}

func touchSession(ctx context.Context, rdb *redis.Client, key string) {
	rdb.HSet(ctx, key, "seen", time.Now().Unix())
	rdb.Expire(ctx, key, time.Hour)
}

func repaired(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Incr(ctx, key)
	if rdb.TTL(ctx, key).Val() < 0 {
		rdb.Expire(ctx, key, time.Minute)
	}
}

func workBetween(ctx context.Context, rdb *redis.Client, key string, job func(context.Context) error) error {
	rdb.Set(ctx, key, "running", 0)
	err := job(ctx)
	rdb.Expire(ctx, key, time.Hour)
	return err
}

func otherKey(ctx context.Context, rdb *redis.Client, a, b string) {
	rdb.Incr(ctx, a)
	rdb.Expire(ctx, b, time.Minute)
}

func otherServer(ctx context.Context, x, y *redis.Client, key string) {
	x.Incr(ctx, key)
	y.Expire(ctx, key, time.Minute)
}

func onlyRefresh(ctx context.Context, rdb *redis.Client, key string) (string, error) {
	v, err := rdb.Get(ctx, key).Result()
	if err != nil {
		return "", err
	}
	rdb.Expire(ctx, key, time.Minute)
	return v, nil
}

func deletedByExpire(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Incr(ctx, key)
	rdb.Expire(ctx, key, 0)
}

func script(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Eval(ctx, "local n = redis.call('INCR', KEYS[1]) redis.call('EXPIRE', KEYS[1], 60) return n", []string{key}).Err()
}

func deferred(ctx context.Context, rdb *redis.Client, key string) {
	defer rdb.Expire(ctx, key, time.Minute) // want `key gets its expiry by Expire only after Incr`
	rdb.Incr(ctx, key)
}

func closure(ctx context.Context, rdb *redis.Client, key string) {
	keep := func() { rdb.Expire(ctx, key, time.Minute) } // want `key gets its expiry by Expire only after Incr`
	if rdb.Incr(ctx, key).Val() == 1 {
		keep()
	}
}

func manyThenOnce(ctx context.Context, rdb *redis.Client, key string, items []string) {
	for _, it := range items {
		rdb.RPush(ctx, key, it)
	}
	rdb.Expire(ctx, key, time.Hour) // want `key gets its expiry by Expire only after RPush`
}

func eachInLoop(ctx context.Context, rdb *redis.Client, ks []string) {
	for _, k := range ks {
		rdb.Incr(ctx, k)
		rdb.Expire(ctx, k, time.Hour) // want `k gets its expiry by Expire only after Incr`
	}
}

func otherPackage(ctx context.Context, s *store.Store, key string) error {
	n, err := s.Count(ctx, key)
	if err != nil {
		return err
	}
	if n == 1 {
		return s.Keep(ctx, key, time.Minute) // want `gets its expiry by Keep only after Count`
	}
	return nil
}

func otherPackageTTL(ctx context.Context, s *store.Store, key string) error {
	if err := s.Put(ctx, key, "x", time.Minute); err != nil {
		return err
	}
	return s.Keep(ctx, key, time.Hour)
}

type embedded struct{ *redis.Client }

func (e embedded) hit(ctx context.Context, key string) {
	if e.Incr(ctx, key).Val() == 1 {
		e.Expire(ctx, key, time.Minute) // want `key gets its expiry by Expire only after Incr`
	}
}

func raw(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Do(ctx, "INCR", key)
	rdb.Do(ctx, "EXPIRE", key, 60) // want `key gets its expiry by Do only after Do`
}

func setArgsWithTTL(ctx context.Context, rdb *redis.Client, key string) {
	rdb.SetArgs(ctx, key, "x", redis.SetArgs{Mode: "NX", TTL: time.Minute})
	rdb.Expire(ctx, key, time.Hour)
}

func setArgsWithout(ctx context.Context, rdb *redis.Client, key string) {
	rdb.SetArgs(ctx, key, "x", redis.SetArgs{Mode: "NX"})
	rdb.Expire(ctx, key, time.Hour) // want `key gets its expiry by Expire only after SetArgs`
}

func version8(ctx context.Context, rdb *v8.Client, key string) {
	if rdb.Incr(ctx, key).Val() == 1 {
		rdb.Expire(ctx, key, time.Minute) // want `key gets its expiry by Expire only after Incr`
	}
}

func version6(rdb *v6.Client, key string) {
	if rdb.Incr(key).Val() == 1 {
		rdb.Expire(key, time.Minute) // want `key gets its expiry by Expire only after Incr`
	}
}
