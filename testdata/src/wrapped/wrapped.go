// Package wrapped is a store as many programs have one: other packages use the library only through it.
package wrapped

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// IgnoreMiss turns a miss into no error.
func IgnoreMiss(err error) error {
	if errors.Is(err, redis.Nil) {
		return nil
	}
	return err
}

// Domain turns errors into those of the program.
func Domain(err error) error {
	if errors.Is(err, redis.Nil) {
		return ErrNotFound
	}
	return err
}

// ErrNotFound says that nothing is there.
var ErrNotFound = errors.New("not found")

// LoadInt reads into a variable of the caller.
func LoadInt(ctx context.Context, rdb redis.Cmdable, key string, out *int) error {
	n, err := rdb.Get(ctx, key).Int()
	if err != nil {
		return err
	}
	*out = n
	return nil
}

// Account is a document.
type Account struct {
	Owner string
	Cents int
}

// LoadAccount reads a document.
func LoadAccount(ctx context.Context, rdb redis.Cmdable, key string) (Account, error) {
	var a Account
	b, err := rdb.Get(ctx, key).Bytes()
	if err != nil {
		return a, err
	}
	err = json.Unmarshal(b, &a)
	return a, err
}

// SaveAccount writes a document.
func SaveAccount(ctx context.Context, rdb redis.Cmdable, key string, a Account) error {
	b, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return rdb.Set(ctx, key, b, 0).Err()
}

// Load reads a document of any type.
func Load[T any](ctx context.Context, rdb redis.Cmdable, key string) (T, error) {
	var v T
	b, err := rdb.Get(ctx, key).Bytes()
	if err != nil {
		return v, err
	}
	err = json.Unmarshal(b, &v)
	return v, err
}

// Save writes a document of any type.
func Save[T any](ctx context.Context, rdb redis.Cmdable, key string, v T) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return rdb.Set(ctx, key, b, 0).Err()
}

// Subscribe makes a subscription for the caller.
func Subscribe(ctx context.Context, rdb redis.UniversalClient, channel string) (*redis.PubSub, error) {
	sub := rdb.Subscribe(ctx, channel)
	if _, err := sub.Receive(ctx); err != nil {
		sub.Close()
		return nil, err
	}
	return sub, nil
}

// SubscribeUntil makes a subscription that ends with its context.
func SubscribeUntil(ctx context.Context, rdb redis.UniversalClient, channel string) *redis.PubSub {
	sub := rdb.Subscribe(ctx, channel)
	go func() {
		<-ctx.Done()
		sub.Close()
	}()
	return sub
}

// Conn takes a connection for the caller.
func Conn(rdb *redis.Client) *redis.Conn { return rdb.Conn() }

// Open makes a client for the caller.
func Open(addr string) *redis.Client { return redis.NewClient(&redis.Options{Addr: addr}) }

var shared *redis.Client

// Shared makes the client of the program once.
func Shared(addr string) *redis.Client {
	if shared == nil {
		shared = redis.NewClient(&redis.Options{Addr: addr})
	}
	return shared
}

// Scan makes an iterator for the caller.
func Scan(ctx context.Context, rdb redis.Cmdable, match string) *redis.ScanIterator {
	return rdb.Scan(ctx, 0, match, 100).Iterator()
}

// Store hides the client.
type Store struct{ rdb redis.UniversalClient }

// New makes a Store.
func New(rdb redis.UniversalClient) *Store { return &Store{rdb} }

// TTL is the time that a key has to live.
func (s *Store) TTL(ctx context.Context, key string) (time.Duration, error) {
	return s.rdb.TTL(ctx, key).Result()
}

// Seconds is the time that a key has to live, in seconds.
func (s *Store) Seconds(ctx context.Context, key string) (time.Duration, error) {
	d, err := s.rdb.TTL(ctx, key).Result()
	return d / time.Second, err
}

// Values reads several keys.
func (s *Store) Values(ctx context.Context, keys ...string) ([]any, error) {
	vs, err := s.rdb.MGet(ctx, keys...).Result()
	if err != nil {
		return nil, err
	}
	return vs, nil
}

// Present reads the keys that are there.
func (s *Store) Present(ctx context.Context, keys ...string) ([]any, error) {
	vs, err := s.rdb.MGet(ctx, keys...).Result()
	if err != nil {
		return nil, err
	}
	var out []any
	for _, v := range vs {
		if v != nil {
			out = append(out, v)
		}
	}
	return out, nil
}

// Publish sends a message.
func (s *Store) Publish(ctx context.Context, channel, text string) error {
	return s.rdb.Publish(ctx, channel, text).Err()
}

// Unlock compares and deletes.
var Unlock = redis.NewScript(`if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`)

// Changing is assigned again.
var Changing = redis.NewScript(`return redis.call('GET', KEYS[1])`)

// Reset takes another script.
func Reset() { Changing = redis.NewScript(`return redis.call('GET', KEYS[2])`) }

// SaveFor writes a document for a time.
func SaveFor[T any](ctx context.Context, rdb redis.Cmdable, key string, v T, ttl time.Duration) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return rdb.Set(ctx, key, b, ttl).Err()
}

// Once gets a document, or makes and keeps it.
func (s *Store) Once(ctx context.Context, key string, dest any, make func() (any, error)) error {
	b, err := s.rdb.Get(ctx, key).Bytes()
	if err == nil {
		return json.Unmarshal(b, dest)
	}
	v, err := make()
	if err != nil {
		return err
	}
	if b, err = json.Marshal(v); err != nil {
		return err
	}
	return s.rdb.Set(ctx, key, b, time.Minute).Err()
}

// Lifetime answers for itself where the time cannot be read.
func (s *Store) Lifetime(ctx context.Context, key string) time.Duration {
	d, err := s.rdb.TTL(ctx, key).Result()
	if err != nil {
		return -1 * time.Second
	}
	return d
}
