// Package lockttl has the situations of the check lockttl.
package lockttl

import (
	"context"
	"errors"
	"time"

	v6 "github.com/go-redis/redis"
	"github.com/redis/go-redis/v9"
)

var errLocked = errors.New("locked")

func named(ctx context.Context, rdb *redis.Client, id string) error {
	ok, err := rdb.SetNX(ctx, "lock:"+id, 1, 0).Result() // want `lock "lock:" \+ id taken by SetNX never expires; when its holder dies nobody gets it again, pass an expiration`
	if err != nil || !ok {
		return errLocked
	}
	return nil
}

func deleted(ctx context.Context, rdb *redis.Client, key string, work func() error) error {
	if ok, err := rdb.SetNX(ctx, key, 1, 0).Result(); err != nil || !ok { // want `lock key taken by SetNX never expires`
		return err
	}
	defer rdb.Del(ctx, key)
	return work()
}

func keepTTL(ctx context.Context, rdb *redis.Client, lockKey string) bool {
	return rdb.SetNX(ctx, lockKey, 1, redis.KeepTTL).Val() // want `lock lockKey taken by SetNX never expires`
}

func setArgs(ctx context.Context, rdb *redis.Client, lockKey string) error {
	return rdb.SetArgs(ctx, lockKey, 1, redis.SetArgs{Mode: "NX"}).Err()
}

func setArgsTested(ctx context.Context, rdb *redis.Client, lockKey string) (bool, error) {
	s, err := rdb.SetArgs(ctx, lockKey, 1, redis.SetArgs{Mode: "NX"}).Result() // want `lock lockKey taken by SetArgs never expires`
	if err == redis.Nil {
		return false, nil
	}
	return s == "OK", err
}

func setArgsTTL(ctx context.Context, rdb *redis.Client, lockKey string) (string, error) {
	return rdb.SetArgs(ctx, lockKey, 1, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Result()
}

func withTTL(ctx context.Context, rdb *redis.Client, lockKey string, ttl time.Duration) bool {
	return rdb.SetNX(ctx, lockKey, 1, ttl).Val()
}

func expireAfter(ctx context.Context, rdb *redis.Client, lockKey string) bool {
	ok := rdb.SetNX(ctx, lockKey, 1, 0).Val()
	if ok {
		rdb.Expire(ctx, lockKey, time.Minute)
	}
	return ok
}

func marker(ctx context.Context, rdb *redis.Client, id string) bool {
	return rdb.SetNX(ctx, "migrated:"+id, 1, 0).Val()
}

func idempotency(ctx context.Context, rdb *redis.Client, id string, work func() error) error {
	if !rdb.SetNX(ctx, "processed:"+id, 1, 0).Val() {
		return nil
	}
	if err := work(); err != nil {
		rdb.Del(ctx, "processed:"+id)
		return err
	}
	return nil
}

func blocked(ctx context.Context, rdb *redis.Client, user string) bool {
	return rdb.SetNX(ctx, "blocked:"+user, 1, 0).Val()
}

func untested(ctx context.Context, rdb *redis.Client, id string) {
	rdb.SetNX(ctx, "lock:"+id, 1, 0)
}

// Mutex is a lock.
type Mutex struct {
	rdb *redis.Client
	key string
}

// Lock takes it.
func (m *Mutex) Lock(ctx context.Context) (bool, error) {
	return m.rdb.SetNX(ctx, m.key, "x", 0).Result() // want `lock m.key taken by SetNX never expires`
}

const forever = 0

func constant(ctx context.Context, rdb *redis.Client, key string, work func()) {
	if rdb.SetNX(ctx, key+":lock", 1, forever).Val() { // want `never expires`
		work()
	}
}

func version6(rdb *v6.Client, id string) bool {
	return rdb.SetNX("mutex:"+id, 1, 0).Val() // want `lock "mutex:" \+ id taken by SetNX never expires`
}

func raw(ctx context.Context, rdb *redis.Client, id string) bool {
	s, err := rdb.Do(ctx, "SET", "lock:"+id, 1, "NX").Text() // want `lock "lock:" \+ id taken by Do never expires`
	return err == nil && s == "OK"
}

func helper(ctx context.Context, rdb *redis.Client, id string, work func()) {
	if !take(ctx, rdb, "lock:"+id) {
		return
	}
	work()
}

func take(ctx context.Context, rdb *redis.Client, key string) bool {
	return rdb.SetNX(ctx, key, 1, 0).Val() // want `never expires`
}
