// Package connclose has the situations of the check connclose.
package connclose

import (
	"context"
	"log"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"example.com/redisvettest/connclose/helper"
)

func badNever(ctx context.Context, rdb *redis.Client, key string) error {
	c := rdb.Conn() // want `Conn c is never closed; its connection never returns to the pool`
	return c.Get(ctx, key).Err()
}

func badEphemeral(ctx context.Context, rdb *redis.Client, key string) error {
	c := rdb.EphemeralConn() // want `Conn c is never closed`
	if err := c.Select(ctx, 3).Err(); err != nil {
		return err
	}
	return c.Get(ctx, key).Err()
}

func badChain(ctx context.Context, rdb *redis.Client, key string) (string, error) {
	return rdb.Conn().Get(ctx, key).Result() // want `Conn of rdb.Conn is not kept and cannot be closed`
}

func badEarlyReturn(ctx context.Context, rdb *redis.Client, key string) error {
	c := rdb.Conn() // want `Conn c is not closed on all paths`
	if err := c.Ping(ctx).Err(); err != nil {
		return err
	}
	defer c.Close()
	return c.Get(ctx, key).Err()
}

func badLoop(ctx context.Context, rdb *redis.Client, keys []string) error {
	for _, k := range keys {
		c := rdb.Conn() // want `Conn c is made again without a Close`
		if err := c.Get(ctx, k).Err(); err != nil {
			continue
		}
		c.Close()
	}
	return nil
}

func badHelper(ctx context.Context, rdb *redis.Client) error {
	c := rdb.Conn() // want `Conn c is never closed`
	return helper.Name(ctx, c, "worker")
}

func badPipeline(ctx context.Context, rdb *redis.Client) error {
	c := rdb.Conn() // want `Conn c is never closed`
	_, err := c.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, "n")
		return nil
	})
	return err
}

func badGoroutine(ctx context.Context, rdb *redis.Client) {
	go func() {
		c := rdb.Conn() // want `Conn c is never closed`
		log.Print(c.Wait(ctx, 1, time.Second).Err())
	}()
}

type store struct {
	*redis.Client
	conn *redis.Conn
}

func (s *store) badEmbedded(ctx context.Context) error {
	c := s.Conn() // want `Conn c is never closed`
	return c.Ping(ctx).Err()
}

func goodDefer(ctx context.Context, rdb *redis.Client, key string) error {
	c := rdb.Conn()
	defer c.Close()
	if err := c.Select(ctx, 1).Err(); err != nil {
		return err
	}
	return c.Get(ctx, key).Err()
}

func goodDeferredClosure(ctx context.Context, rdb *redis.Client, key string) error {
	c := rdb.Conn()
	defer func() {
		if err := c.Close(); err != nil {
			log.Print(err)
		}
	}()
	return c.Get(ctx, key).Err()
}

func goodReturned(rdb *redis.Client) *redis.Conn { return rdb.Conn() }

func (s *store) goodField() { s.conn = s.Conn() }

func goodLoop(ctx context.Context, rdb *redis.Client, keys []string) error {
	for _, k := range keys {
		c := rdb.Conn()
		err := c.Get(ctx, k).Err()
		c.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func goodHelper(ctx context.Context, rdb *redis.Client) error {
	c := rdb.Conn()
	defer helper.Release(c)
	return c.Ping(ctx).Err()
}

func goodSession(rdb *redis.Client) *helper.Session {
	c := rdb.Conn()
	return helper.New(c)
}

func goodErrgroup(ctx context.Context, rdb *redis.Client) error {
	g, ctx := errgroup.WithContext(ctx)
	for range 3 {
		g.Go(func() error {
			c := rdb.Conn()
			defer c.Close()
			return c.Ping(ctx).Err()
		})
	}
	return g.Wait()
}

func goodCleanup(t *testing.T, rdb *redis.Client) {
	c := rdb.Conn()
	t.Cleanup(func() { c.Close() })
	if err := c.Ping(context.Background()).Err(); err != nil {
		t.Fatal(err)
	}
}

func goodAfterFunc(ctx context.Context, rdb *redis.Client) error {
	c := rdb.Conn()
	context.AfterFunc(ctx, func() { c.Close() })
	return c.Ping(ctx).Err()
}

func goodFatal(ctx context.Context, rdb *redis.Client) {
	c := rdb.Conn()
	if err := c.Ping(ctx).Err(); err != nil {
		log.Fatalf("no connection: %v", err)
	}
	c.Close()
}

func goodTwoBranches(ctx context.Context, a, b *redis.Client, first bool) error {
	var c *redis.Conn
	if first {
		c = a.Conn()
	} else {
		c = b.Conn()
	}
	defer c.Close()
	return c.Ping(ctx).Err()
}

func goodWith(ctx context.Context, rdb *redis.Client, fn func(*redis.Conn) error) error {
	c := rdb.Conn()
	defer c.Close()
	return fn(c)
}
