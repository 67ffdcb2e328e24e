package argshape

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

type jsonOnly struct {
	Name string `json:"name"`
}

type tagged struct {
	Name string `redis:"name"`
	Age  int    `redis:"age"`
}

type base struct {
	ID string `redis:"id"`
}

type embedding struct {
	base
	Name string `redis:"name"`
}

type unexported struct {
	Name string `redis:"name"`
	age  int    `redis:"age"`
}

func oddPairs(ctx context.Context, rdb redis.Cmdable, key string) {
	rdb.HSet(ctx, key, "name")                                         // want `HSet is given a field without its value; the server rejects the command`
	rdb.HSet(ctx, key, "name", "a", "age")                             // want `HSet is given 3 values, a field without its value`
	rdb.HMSet(ctx, key, "a", 1, "b")                                   // want `HMSet is given 3 values, a field without its value`
	rdb.MSet(ctx, "k1", "v1", "k2")                                    // want `MSet is given 3 values, a key without its value`
	rdb.MSetNX(ctx, []string{"k1", "v1", "k2"})                        // want `MSetNX is given 3 values, a key without its value`
	rdb.HSet(ctx, key, []any{"a", 1, "b"}...)                          // want `HSet is given 3 values`
	rdb.XAdd(ctx, &redis.XAddArgs{Stream: key, Values: []string{"a"}}) // want `XAddArgs is given 1 values, a field without its value`
	rdb.XAdd(ctx, &redis.XAddArgs{Stream: key, Values: "text"})        // want `XAddArgs is given a field without its value`
	values := []any{"name", "x", "age"}
	rdb.HSet(ctx, key, values...) // want `HSet is given 3 values`
}

func structs(ctx context.Context, rdb *redis.Client, key string, j jsonOnly, t tagged) {
	rdb.HSet(ctx, key, j)                       // want `jsonOnly has no field with a redis tag; HSet sends none of its fields`
	rdb.HSet(ctx, key, &j)                      // want `jsonOnly has no field with a redis tag; HSet sends none of its fields`
	rdb.HSet(ctx, key, struct{ A string }{})    // want `the struct has no field with a redis tag`
	rdb.HSet(ctx, key, t, t)                    // want `HSet takes one struct; with several values a struct cannot be encoded`
	rdb.HSet(ctx, key, t, "extra", 1)           // want `HSet takes one struct`
	rdb.HSet(ctx, key, embedding{})             // want `fields of the embedded base in embedding are not sent; HSet does not look into it`
	rdb.HSet(ctx, key, unexported{})            // want `field age of unexported has a redis tag but is unexported; HSet does not send it`
	rdb.SAdd(ctx, key, j)                       // want `jsonOnly has no field with a redis tag; SAdd sends none of its fields`
	rdb.SAdd(ctx, key, t)                       // want `SAdd adds the field names and the values of t as members`
	rdb.LPush(ctx, key, &t)                     // want `LPush adds the field names and the values of &t as members`
	rdb.RPush(ctx, key, map[string]any{"a": 1}) // want `RPush adds the keys and the values of map\[string\]any\{.* as members`
	rdb.Eval(ctx, "return 1", nil, j)           // want `jsonOnly has no field with a redis tag; Eval sends none of its fields`
}

func noValues(ctx context.Context, pipe redis.Pipeliner, key string) {
	pipe.Del(ctx)                   // want `Del is called without keys; the server rejects the command`
	pipe.MGet(ctx)                  // want `MGet is called without keys`
	pipe.Exists(ctx)                // want `Exists is called without keys`
	pipe.SAdd(ctx, key)             // want `SAdd is called without values`
	pipe.HDel(ctx, key)             // want `HDel is called without values`
	pipe.HSet(ctx, key)             // want `HSet is called without values`
	pipe.ZAdd(ctx, key)             // want `ZAdd is called without values`
	pipe.Unlink(ctx, []string{}...) // want `Unlink is called without keys`
	pipe.LPush(ctx, key)            // want `LPush is called without values`
}

func streams(ctx context.Context, rdb *redis.Client) {
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{"s"}, Block: -1})                                 // want `Streams of XReadArgs has 1 elements, a stream without its id`
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Streams: []string{"a", "b", ">"}, Block: -1}) // want `Streams of XReadGroupArgs has 3 elements`
}

func rawNames(ctx context.Context, rdb *redis.Client, key string, args []string) {
	rdb.Do(ctx)                             // want `Do is called without a command; it waits until the read times out`
	rdb.Do(ctx, "GET "+key)                 // want `"GET " \+ key is one word for Do; the server knows no such command`
	rdb.Do(ctx, fmt.Sprintf("GET %s", key)) // want `is one word for Do`
	rdb.Do(ctx, args)                       // want `Do is given the slice args as one word; spread it with \.\.\.`
	rdb.Do(ctx, "GTE", key)                 // want `"GTE" is no Redis command; did you mean GET`
	rdb.Do(ctx, "HGETAL", key)              // want `"HGETAL" is no Redis command; did you mean HGETALL`
	rdb.Do(ctx, "CONFIG")                   // want `CONFIG needs a subcommand`
}

const (
	cmdSet  = "SET"
	optEX   = "EX"
	cmdGet  = "g" + "et"
	cmdSpan = cmdSet + " k"
)

func arity(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Do(ctx, "GET")                        // want `GET takes 2 words with its name, not 1; the server rejects the command`
	rdb.Do(ctx, cmdGet, key, "x")             // want `GET takes 2 words with its name, not 3`
	rdb.Do(ctx, cmdSet, key)                  // want `SET takes at least 3 words with its name, not 2`
	rdb.Do(ctx, "set", key)                   // want `SET takes at least 3 words`
	rdb.Do(ctx, cmdSpan, "v")                 // want `cmdSpan is one word for Do`
	rdb.Do(ctx, "CONFIG", "SET", "maxmemory") // want `CONFIG SET takes at least 4 words with its name, not 3`
	rdb.Do(ctx, []any{"EXPIRE", key}...)      // want `EXPIRE takes at least 3 words`
	rdb.Do(ctx, "MSET", "a", 1, "b")          // want `MSET is given a name without its value`
	rdb.Do(ctx, "HSET", key, "f", 1, "g")     // want `HSET is given a name without its value`
	args := []any{"HGET", key}
	rdb.Do(ctx, args...) // want `HGET takes 3 words with its name, not 2`
}

func options(ctx context.Context, rdb *redis.Client, tx *redis.Tx, key string) {
	rdb.Do(ctx, "SET", key, "v", "EX")                  // want `option EX of SET has no value; the server answers with a syntax error`
	rdb.Do(ctx, cmdSet, key, "v", "NX", optEX)          // want `option EX of SET has no value`
	tx.Do(ctx, "SET", key, "v", "PX", "NX")             // want `"NX" is no number as the value of PX of SET`
	rdb.Do(ctx, "SCAN", 0, "MATCH", "a*", "COUNT")      // want `option COUNT of SCAN has no value`
	rdb.Do(ctx, "XREAD", "COUNT", 1, "STREAMS", "s")    // want `option STREAMS of XREAD has no value`
	rdb.Do(ctx, "ZRANGEBYSCORE", key, 0, 1, "LIMIT", 5) // want `option LIMIT of ZRANGEBYSCORE has no value`
}

func inTransaction(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Do(ctx, "SET", key) // want `SET takes at least 3 words`
		return nil
	})
	return err
}

func process(ctx context.Context, rdb *redis.Client, key string) error {
	cmd := redis.NewStringCmd(ctx, "GET", key, "more") // want `GET takes 2 words with its name, not 3`
	if err := rdb.Process(ctx, cmd); err != nil {
		return err
	}
	return rdb.Process(ctx, redis.NewCmd(ctx, "INCRBY", key)) // want `INCRBY takes 3 words with its name, not 2`
}

type store struct{ rdb *redis.Client }

func (s *store) exec(ctx context.Context, words ...any) error { return s.rdb.Do(ctx, words...).Err() }

func (s *store) hset(ctx context.Context, key string, values ...any) error {
	return s.rdb.HSet(ctx, key, values...).Err()
}

func wrapped(ctx context.Context, s *store) {
	_ = s.exec(ctx, "SET", "k")      // want `SET takes at least 3 words`
	_ = s.hset(ctx, "k", "name")     // want `HSet through hset is given a field without its value`
	_ = s.hset(ctx, "k", jsonOnly{}) // want `jsonOnly has no field with a redis tag; HSet through hset sends none`
}
