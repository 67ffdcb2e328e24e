// Package lockrelease has the situations of the check lockrelease.
package lockrelease

import (
	"context"
	"errors"
	"time"

	v7 "github.com/go-redis/redis/v7"
	"github.com/redis/go-redis/v9"
)

var errLocked = errors.New("locked")

var unlock = redis.NewScript(`if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`)

func deferred(ctx context.Context, rdb *redis.Client, key, token string, work func() error) error {
	if ok, err := rdb.SetNX(ctx, key, token, time.Minute).Result(); err != nil || !ok {
		return err
	}
	defer rdb.Del(ctx, key) // want `lock key is deleted by Del whoever holds it; a late holder frees the next one's lock, use a script that compares`
	return work()
}

func deferredClosure(ctx context.Context, rdb *redis.Client, key, token string, work func() error) error {
	ok, err := rdb.SetNX(ctx, key, token, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errLocked
	}
	defer func() {
		rdb.Del(context.Background(), key) // want `lock key is deleted by Del whoever holds it`
	}()
	return work()
}

func inline(ctx context.Context, rdb redis.UniversalClient, id string, work func() error) error {
	if !rdb.SetNX(ctx, "lock:"+id, 1, time.Minute).Val() {
		return errLocked
	}
	err := work()
	rdb.Unlink(ctx, "lock:"+id) // want `lock "lock:" \+ id is deleted by Unlink whoever holds it`
	return err
}

func comparedFirst(ctx context.Context, rdb *redis.Client, key, token string, work func() error) error {
	if !rdb.SetNX(ctx, key, token, time.Minute).Val() {
		return errLocked
	}
	err := work()
	if rdb.Get(ctx, key).Val() == token {
		rdb.Del(ctx, key) // want `lock key is compared by Get and deleted by Del in two commands; it can be another holder's by then, use a script`
	}
	return err
}

func byScript(ctx context.Context, rdb *redis.Client, key, token string, work func() error) error {
	if !rdb.SetNX(ctx, key, token, time.Minute).Val() {
		return errLocked
	}
	defer unlock.Run(ctx, rdb, []string{key}, token)
	return work()
}

func retryMarker(ctx context.Context, rdb *redis.Client, key string, work func() error) error {
	ok, err := rdb.SetNX(ctx, "done:"+key, 1, time.Hour).Result()
	if err != nil || !ok {
		return err
	}
	if err := work(); err != nil {
		rdb.Del(ctx, "done:"+key)
		return err
	}
	return nil
}

func retryMarkerDeferred(ctx context.Context, rdb *redis.Client, key string, work func() error) (err error) {
	ok, err := rdb.SetNX(ctx, "done:"+key, 1, time.Hour).Result()
	if err != nil || !ok {
		return err
	}
	defer func() {
		if err != nil {
			rdb.Del(ctx, "done:"+key)
		}
	}()
	err = work()
	return err
}

func otherKey(ctx context.Context, rdb *redis.Client, key, cache string, work func() error) error {
	if !rdb.SetNX(ctx, key, 1, time.Minute).Val() {
		return errLocked
	}
	rdb.Del(ctx, cache)
	return work()
}

func stale(ctx context.Context, rdb *redis.Client, key string) {
	if !rdb.SetNX(ctx, key, 1, time.Minute).Val() {
		rdb.Del(ctx, key)
	}
}

func takeLock(ctx context.Context, rdb *redis.Client, key string) (func(), error) {
	ok, err := rdb.SetNX(ctx, key, 1, time.Minute).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errLocked
	}
	return func() {
		rdb.Del(context.Background(), key) // want `lock key is deleted by Del whoever holds it`
	}, nil
}

func takeLockPrefixed(ctx context.Context, rdb *redis.Client, id string) (func(), error) {
	key := "lock:" + id
	if !rdb.SetNX(ctx, key, 1, time.Minute).Val() {
		return nil, errLocked
	}
	return func() { rdb.Del(context.Background(), key) }, nil // want `lock key is deleted by Del whoever holds it`
}

// Mutex is a lock with a method for each half.
type Mutex struct {
	rdb        *redis.Client
	key, token string
}

// Lock takes it.
func (m *Mutex) Lock(ctx context.Context) error {
	ok, err := m.rdb.SetNX(ctx, m.key, m.token, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errLocked
	}
	return nil
}

// Unlock releases it.
func (m *Mutex) Unlock(ctx context.Context) error {
	return m.rdb.Del(ctx, m.key).Err() // want `lock m.key is deleted by Del whoever holds it`
}

// Checked is a lock that looks before it releases.
type Checked struct {
	rdb        *redis.Client
	key, token string
}

// TryLock takes it.
func (c *Checked) TryLock(ctx context.Context) bool {
	return c.rdb.SetNX(ctx, c.key, c.token, time.Minute).Val()
}

// Unlock releases it.
func (c *Checked) Unlock(ctx context.Context) error {
	v, err := c.rdb.Get(ctx, c.key).Result()
	if err != nil {
		return err
	}
	if v != c.token {
		return errLocked
	}
	return c.rdb.Del(ctx, c.key).Err() // want `lock c.key is compared by Get and deleted by Del in two commands`
}

// Fenced is a lock that does it right.
type Fenced struct {
	rdb        *redis.Client
	key, token string
}

// Lock takes it.
func (f *Fenced) Lock(ctx context.Context) bool {
	return f.rdb.SetNX(ctx, f.key, f.token, time.Minute).Val()
}

// Unlock releases it.
func (f *Fenced) Unlock(ctx context.Context) error {
	return unlock.Run(ctx, f.rdb, []string{f.key}, f.token).Err()
}

// Named locks by name.
type Named struct{ rdb redis.Cmdable }

// AcquireLock takes a lock.
func (n *Named) AcquireLock(ctx context.Context, name, owner string, ttl time.Duration) (bool, error) {
	return n.rdb.SetNX(ctx, "lock:"+name, owner, ttl).Result()
}

// ReleaseLock releases it.
func (n *Named) ReleaseLock(ctx context.Context, name string) error {
	return n.rdb.Del(ctx, "lock:"+name).Err() // want `lock "lock:" \+ name is deleted by Del whoever holds it`
}

// Cache is a plain wrapper.
type Cache struct{ rdb redis.Cmdable }

// SetNX sets.
func (c *Cache) SetNX(ctx context.Context, key, v string, ttl time.Duration) (bool, error) {
	return c.rdb.SetNX(ctx, key, v, ttl).Result()
}

// Del deletes.
func (c *Cache) Del(ctx context.Context, key string) error { return c.rdb.Del(ctx, key).Err() }

func version7(rdb *v7.Client, key string, work func()) {
	if !rdb.SetNX(key, 1, time.Minute).Val() {
		return
	}
	defer rdb.Del(key) // want `lock key is deleted by Del whoever holds it`
	work()
}

func setArgs(ctx context.Context, rdb *redis.Client, key string, work func()) error {
	if _, err := rdb.SetArgs(ctx, key, "me", redis.SetArgs{Mode: "NX", TTL: time.Minute}).Result(); err != nil {
		return err
	}
	defer rdb.Del(ctx, key) // want `lock key is deleted by Del whoever holds it`
	work()
	return nil
}

func neverExpires(ctx context.Context, rdb *redis.Client, key string, work func()) {
	if !rdb.SetNX(ctx, key, 1, 0).Val() {
		return
	}
	defer rdb.Del(ctx, key)
	work()
}

func helpers(ctx context.Context, rdb *redis.Client, key string, work func()) {
	if !acquire(ctx, rdb, key) {
		return
	}
	defer release(ctx, rdb, key)
	work()
}

func acquire(ctx context.Context, rdb *redis.Client, key string) bool {
	return rdb.SetNX(ctx, key, 1, time.Minute).Val()
}

func release(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Del(ctx, key) // want `lock key is deleted by Del whoever holds it`
}
