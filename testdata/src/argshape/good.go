package argshape

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type goodTagged struct {
	Name    string    `redis:"name"`
	At      time.Time `redis:"at"`
	private int
	Note    string
}

type embedsPlain struct {
	jsonOnly
	ID string `redis:"id"`
}

type marshals struct{ n int }

func (m marshals) MarshalBinary() ([]byte, error) { return []byte{byte(m.n)}, nil }

func pairs(ctx context.Context, rdb redis.Cmdable, key string, list []any, m map[string]string, v any) {
	rdb.HSet(ctx, key, "a", 1, "b", 2)
	rdb.HSet(ctx, key, list...)
	rdb.HSet(ctx, key, list)
	rdb.HSet(ctx, key, m)
	rdb.HSet(ctx, key, v)
	rdb.HSet(ctx, key, []string{"a", "b"})
	rdb.MSet(ctx, "a", 1, "b", 2)
	rdb.MSet(ctx, map[string]any{"a": 1})
	rdb.HSet(ctx, key, goodTagged{})
	rdb.HSet(ctx, key, &goodTagged{})
	rdb.HSet(ctx, key, embedsPlain{})
	rdb.XAdd(ctx, &redis.XAddArgs{Stream: key, Values: []string{"a", "b"}})
	rdb.XAdd(ctx, &redis.XAddArgs{Stream: key, Values: goodTagged{}})
	rdb.Eval(ctx, "return 1", []string{"k"}, "one")
	rdb.Eval(ctx, "return 1", []string{"k"})
}

func members(ctx context.Context, rdb redis.Cmdable, key string, names []string) {
	rdb.SAdd(ctx, key, names)
	rdb.SAdd(ctx, key, "a", "b", "c")
	rdb.SAdd(ctx, key, marshals{1})
	rdb.SAdd(ctx, key, time.Now())
	rdb.Del(ctx, names...)
	rdb.Info(ctx)
	rdb.PFMerge(ctx, key)
	rdb.MemoryUsage(ctx, key)
	rdb.SPopN(ctx, key, 1)
}

func goodStreams(ctx context.Context, rdb *redis.Client, streams []string) {
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{"s", "0"}, Block: -1})
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{"s"}, ID: "0", Block: -1})
	rdb.XRead(ctx, &redis.XReadArgs{Streams: streams, Block: -1})
}

func goodRaw(ctx context.Context, rdb *redis.Client, key, name string, args []any) {
	rdb.Do(ctx, "GET", key)
	rdb.Do(ctx, "set", key, "v", "EX", 60, "NX")
	rdb.Do(ctx, "SET", key, "EX")
	rdb.Do(ctx, "SET", "EX", "EX")
	rdb.Do(ctx, cmdSet, key, "v", optEX, 10)
	rdb.Do(ctx, "CONFIG", "SET", "maxmemory", "1gb")
	rdb.Do(ctx, args...)
	rdb.Do(ctx, append([]any{"SET"}, args...)...)
	rdb.Do(ctx, name, key)
	rdb.Do(ctx, "MY.COMMAND", key)
	rdb.Do(ctx, "WHATEVER", key)
	rdb.Do(ctx, "SCAN", 0, "MATCH", "count")
	rdb.Do(ctx, "HSET", key, "f", 1)
	rdb.Do(ctx, "EVAL", "return 1", 0)
	rdb.Do(ctx, "XREAD", "COUNT", 1, "STREAMS", "COUNT", "0")
	rdb.Do(ctx, "OBJECT", "ENCODING", key)
	rdb.Do(ctx, "INFO")
	rdb.Do(ctx, "LPOS", key, "e", "COUNT", name)
}

// fake is a client for tests: its commands are answers and never sent.
type fake struct{ redis.Cmdable }

func (fake) Get(ctx context.Context, key string) *redis.StringCmd {
	cmd := redis.NewStringCmd(ctx, "get")
	cmd.SetVal("v")
	return cmd
}

func (fake) Ping(ctx context.Context) *redis.StatusCmd { return redis.NewStatusCmd(ctx) }

func goodProcess(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Process(ctx, redis.NewStringCmd(ctx, "GET", key))
}

func goodWrapped(ctx context.Context, s *store, args []any) {
	_ = s.exec(ctx, args...)
	_ = s.exec(ctx, "GET", "k")
	_ = s.hset(ctx, "k", "name", 1)
}

func possiblyEmpty(ctx context.Context, rdb *redis.Client, key string) error {
	ks, err := rdb.SMembers(ctx, key).Result()
	if err != nil {
		return err
	}
	return rdb.Del(ctx, ks...).Err() // only with -argshape.empty
}
