// Package ctxtimeout has the situations of the check ctxtimeout.
package ctxtimeout

import (
	"context"
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

type bad struct{ rdb *redis.Client }

func newBad(addr string) *bad {
	return &bad{rdb: redis.NewClient(&redis.Options{Addr: addr})} // want `client ignores the deadline of Get: ContextTimeoutEnabled is not set`
}

func (b *bad) get(ctx context.Context, key string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return b.rdb.Get(ctx, key).Result()
}

var global *redis.Client

func connect() {
	global = redis.NewClient(&redis.Options{}) // want `client ignores the deadline of Ping`
}

func ping() error {
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(time.Second))
	defer cancel()
	return global.Ping(ctx).Err()
}

func badLocal(ctx context.Context, addr string) error {
	c := redis.NewClient(&redis.Options{Addr: addr}) // want `client ignores the deadline of Exec`
	defer c.Close()
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	pipe := c.Pipeline()
	pipe.Incr(short, "n")
	_, err := pipe.Exec(short)
	return err
}

type good struct{ rdb *redis.Client }

func newGood(addr string) *good {
	return &good{rdb: redis.NewClient(&redis.Options{Addr: addr, ContextTimeoutEnabled: true})}
}

func (g *good) get(ctx context.Context, key string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return g.rdb.Get(ctx, key).Result()
}

type plain struct{ rdb *redis.Client }

func newPlain(addr string) *plain { return &plain{rdb: redis.NewClient(&redis.Options{Addr: addr})} }

func (p *plain) get(ctx context.Context, key string) (string, error) {
	return p.rdb.Get(ctx, key).Result()
}

type parsed struct{ rdb *redis.Client }

func newParsed(url string) (*parsed, error) {
	o, err := redis.ParseURL(url)
	if err != nil {
		return nil, err
	}
	return &parsed{rdb: redis.NewClient(o)}, nil
}

func (p *parsed) get(ctx context.Context, key string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return p.rdb.Get(ctx, key).Result()
}

type set struct{ rdb *redis.Client }

func newSet(addr string) *set {
	o := &redis.Options{Addr: addr}
	o.ContextTimeoutEnabled = true
	return &set{rdb: redis.NewClient(o)}
}

func (s *set) get(ctx context.Context, key string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.rdb.Get(ctx, key).Result()
}

func goodOld(ctx context.Context, addr string) error {
	c := v8.NewClient(&v8.Options{Addr: addr})
	defer c.Close()
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return c.Get(short, "k").Err()
}
