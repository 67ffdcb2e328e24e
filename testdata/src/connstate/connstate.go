// Package connstate has the situations of the check connstate.
package connstate

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func selectOnClient(ctx context.Context, rdb *redis.Client) error {
	return rdb.Do(ctx, "SELECT", 2).Err() // want `SELECT through rdb changes one connection of the pool; it then serves others in that state`
}

func lowerCase(ctx context.Context, rdb redis.UniversalClient) {
	rdb.Do(ctx, "select", 2) // want `SELECT through rdb`
}

func multi(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Do(ctx, "MULTI") // want `MULTI through rdb`
	rdb.Incr(ctx, key)
	rdb.Do(ctx, "EXEC") // want `EXEC through rdb`
}

func watch(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Do(ctx, "watch", key).Err() // want `WATCH through rdb`
}

func subscribe(ctx context.Context, rdb *redis.Client) {
	rdb.Do(ctx, "SUBSCRIBE", "news") // want `SUBSCRIBE through rdb`
}

func auth(ctx context.Context, rdb *redis.ClusterClient) {
	rdb.Do(ctx, "AUTH", "secret") // want `AUTH through rdb`
}

func clientReply(ctx context.Context, rdb *redis.Client) {
	rdb.Do(ctx, "CLIENT", "REPLY", "OFF") // want `CLIENT REPLY through rdb`
}

func process(ctx context.Context, rdb *redis.Client) error {
	cmd := redis.NewStatusCmd(ctx, "SELECT", 1)
	if err := rdb.Process(ctx, cmd); err != nil { // want `SELECT through rdb`
		return err
	}
	return nil
}

func pipeline(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Select(ctx, 2) // want `SELECT through pipe changes one connection of the pool`
	pipe.Get(ctx, "k")
	_, err := pipe.Exec(ctx)
	return err
}

func pipelineAuth(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Auth(ctx, "secret") // want `AUTH through p changes`
		p.Ping(ctx)
		return nil
	})
	return err
}

func inWatch(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		return tx.Select(ctx, 3).Err() // want `SELECT through tx changes`
	}, key)
}

func onConn(ctx context.Context, rdb *redis.Client) error {
	c := rdb.Conn()
	defer c.Close()
	if err := c.Select(ctx, 3).Err(); err != nil { // want `SELECT on c outlives it; the connection goes back to the pool in that state`
		return err
	}
	return c.Get(ctx, "k").Err()
}

func setName(ctx context.Context, rdb *redis.Client) error {
	c := rdb.Conn()
	defer c.Close()
	return c.ClientSetName(ctx, "worker").Err() // want `CLIENT SETNAME on c outlives it`
}

func guardLeavesTheWatch(ctx context.Context, rdb *redis.Client, key string) error {
	c := rdb.Conn()
	defer c.Close()
	if err := c.Do(ctx, "WATCH", key).Err(); err != nil { // want `WATCH on c is not ended on every way; the connection goes back to the pool in that state`
		return err
	}
	n, err := c.Get(ctx, key).Int()
	if err != nil || n == 0 {
		return err
	}
	_, err = c.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, key)
		return nil
	})
	return err
}

type store struct{ redis.UniversalClient }

func (s store) embedded(ctx context.Context) {
	s.Do(ctx, "SELECT", 1) // want `SELECT through s changes`
}

func helper(ctx context.Context, c redis.Cmdable) {
	if d, ok := c.(*redis.Client); ok {
		d.Do(ctx, "MULTI") // want `MULTI through d`
	}
}

// The right ones.

func ordinary(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Do(ctx, "GET", key)
	rdb.Do(ctx, "CLIENT", "LIST")
	rdb.Do(ctx, "CLIENT", "ID")
	rdb.Do(ctx, "CONFIG", "SET", "maxmemory", "1gb")
	rdb.Do(ctx, "SWAPDB", 0, 1)
}

func unknownCommand(ctx context.Context, rdb *redis.Client, args ...any) {
	rdb.Do(ctx, args...)
}

func onConnect(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{
		Addr: addr,
		OnConnect: func(ctx context.Context, cn *redis.Conn) error {
			if err := cn.Select(ctx, 2).Err(); err != nil {
				return err
			}
			return cn.ClientSetName(ctx, "app").Err()
		},
	})
}

func setUp(ctx context.Context, cn *redis.Conn) error {
	return cn.AuthACL(ctx, "user", "secret").Err()
}

func ephemeral(ctx context.Context, rdb *redis.Client) error {
	c := rdb.EphemeralConn()
	defer c.Close()
	return c.Select(ctx, 3).Err()
}

func restored(ctx context.Context, rdb *redis.Client) error {
	c := rdb.Conn()
	defer c.Close()
	if err := c.Select(ctx, 3).Err(); err != nil {
		return err
	}
	defer c.Select(ctx, 0)
	return c.Get(ctx, "k").Err()
}

func wholeTransactionInPipeline(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	pipe.Do(ctx, "MULTI")
	pipe.Incr(ctx, key)
	pipe.Do(ctx, "EXEC")
	_, err := pipe.Exec(ctx)
	return err
}

func transactions(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, key)
		return nil
	})
	return err
}

func watchMethod(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := tx.Watch(ctx, key+":2").Err(); err != nil {
			return err
		}
		return tx.Unwatch(ctx).Err()
	}, key)
}

func subscription(ctx context.Context, rdb *redis.Client) *redis.PubSub {
	return rdb.Subscribe(ctx, "news")
}

func otherDatabase(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: addr, DB: 2})
}

type selector struct{}

func (selector) Select(ctx context.Context, n int) error { return nil }

func otherSelect(ctx context.Context, s selector) error { return s.Select(ctx, 1) }
