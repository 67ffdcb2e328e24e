package encodable

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"time"

	"example.com/redisvettest/encodable/wrap"

	"github.com/redis/go-redis/v9"
)

type state string

type level int

func (l level) String() string { return "level" }

type profile struct {
	Name string `json:"name"`
}

type ids []string

type byPointer struct{ n int }

func (p *byPointer) MarshalBinary() ([]byte, error) { return []byte{byte(p.n)}, nil }

type tagged struct {
	Name string   `redis:"name"`
	Tags []string `redis:"tags"`
}

type taggedState struct {
	Name  string `redis:"name,omitempty"`
	State state  `redis:"state"`
}

type base struct {
	ID string `redis:"id"`
}

type withNested struct {
	Base base `redis:"base"`
}

func structValue(ctx context.Context, rdb *redis.Client, key string, p profile) {
	rdb.Set(ctx, key, p, 0)                 // want `p of type profile cannot be encoded; Set fails with can't marshal`
	rdb.Set(ctx, key, &p, 0)                // want `&p of type \*profile cannot be encoded; Set fails with can't marshal`
	rdb.SetNX(ctx, key, profile{"a"}, 0)    // want `of type profile cannot be encoded; SetNX fails`
	rdb.Publish(ctx, "c", p)                // want `p of type profile cannot be encoded; Publish fails`
	rdb.GetSet(ctx, key, map[string]int{})  // want `map\[string\]int\{\} of type map\[string\]int cannot be encoded`
	rdb.Set(ctx, key, []string{"a"}, 0)     // want `of type \[\]string cannot be encoded`
	rdb.Set(ctx, key, [2]byte{}, 0)         // want `of type \[2\]byte cannot be encoded`
	rdb.Set(ctx, key, big.NewInt(1), 0)     // want `of type \*big\.Int cannot be encoded`
	rdb.Set(ctx, key, errors.New("x"), 0)   // want `of type error cannot be encoded`
	rdb.Set(ctx, key, complex(1, 2), 0)     // want `of type complex128 cannot be encoded`
	rdb.Set(ctx, key, func() {}, 0)         // want `cannot be encoded`
	rdb.Set(ctx, key, rdb.Get(ctx, "x"), 0) // want `of type \*redis\.StringCmd cannot be encoded`
}

func slicesAsOneValue(ctx context.Context, rdb redis.UniversalClient, key string, ns []int, list ids) {
	rdb.SAdd(ctx, key, ns)                     // want `ns of type \[\]int cannot be encoded; SAdd fails`
	rdb.SAdd(ctx, key, list)                   // want `list of type ids cannot be encoded; SAdd fails`
	rdb.RPush(ctx, key, [][]byte{{1}})         // want `cannot be encoded; RPush fails`
	rdb.SAdd(ctx, key, "a", []string{"b"})     // want `of type \[\]string cannot be encoded; SAdd fails`
	rdb.HSet(ctx, key, map[string]int{"a": 1}) // want `of type map\[string\]int cannot be encoded; HSet fails`
	rdb.SIsMember(ctx, key, []string{"a"})     // want `of type \[\]string cannot be encoded; SIsMember fails`
	rdb.Do(ctx, "SADD", key, []string{"a"})    // want `of type \[\]string cannot be encoded; Do fails`
	rdb.Do(ctx, []any{"SET", key, ns}...)      // want `ns of type \[\]int cannot be encoded; Do fails`
}

func elements(ctx context.Context, rdb *redis.Client, key string, p profile) {
	rdb.HSet(ctx, key, map[string]any{"profile": p})              // want `p of type profile cannot be encoded; HSet fails`
	rdb.HSet(ctx, key, "n", 1, "tags", []string{"a"})             // want `of type \[\]string cannot be encoded; HSet fails`
	rdb.RPush(ctx, key, []any{"a", p})                            // want `p of type profile cannot be encoded; RPush fails`
	rdb.ZAdd(ctx, key, redis.Z{Score: 1, Member: p})              // want `p of type profile cannot be encoded; Z fails`
	rdb.XAdd(ctx, &redis.XAddArgs{Stream: key, Values: []int{1}}) // want `of type \[\]int cannot be encoded; XAddArgs fails`
	fields := map[string]any{"p": &p}                             // want `&p of type \*profile cannot be encoded; XAddArgs fails`
	rdb.XAdd(ctx, &redis.XAddArgs{Stream: key, Values: fields})
	rdb.Eval(ctx, "return 1", nil, 1, p) // want `p of type profile cannot be encoded; Eval fails`
}

var script = redis.NewScript("return ARGV[1]")

func scripts(ctx context.Context, rdb *redis.Client, p *profile, ns []int64) {
	script.Run(ctx, rdb, []string{"k"}, p, 1) // want `p of type \*profile cannot be encoded; Run fails`
	script.Run(ctx, rdb, []string{"k"}, ns)   // want `ns of type \[\]int64 cannot be encoded; Run fails`
}

func structFields(ctx context.Context, rdb *redis.Client, key string, t tagged, s taggedState) {
	rdb.HSet(ctx, key, t)            // want `field Tags of t has type \[\]string, which HSet cannot encode`
	rdb.HSet(ctx, key, &t)           // want `field Tags of &t has type \[\]string, which HSet cannot encode`
	rdb.HSet(ctx, key, s)            // want `field State of s has type state, which HSet cannot encode`
	rdb.HSet(ctx, key, withNested{}) // want `field Base of withNested\{\} has type base, which HSet cannot encode`
}

func stringer(ctx context.Context, rdb *redis.Client, l level) {
	rdb.Set(ctx, "k", l, 0)                  // want `l has the named type level, which Set cannot encode; convert it to int`
	rdb.Set(ctx, "k", time.Now().Month(), 0) // want `has the named type time\.Month, which Set cannot encode`
}

func anyVariable(ctx context.Context, rdb *redis.Client) {
	var v any = profile{"a"}
	rdb.Set(ctx, "k", v, 0) // want `v of type profile cannot be encoded`
}

func store(ctx context.Context, rdb redis.Cmdable, key string, value any) error {
	return rdb.Set(ctx, key, value, 0).Err()
}

func storeGeneric[T any](ctx context.Context, rdb redis.Cmdable, key string, value T) error {
	return rdb.Set(ctx, key, value, 0).Err()
}

func wrappers(ctx context.Context, rdb *redis.Client, c *wrap.Cache, p profile, ns []int) {
	_ = store(ctx, rdb, "k", p)        // want `p of type profile cannot be encoded; Set through store fails with can't marshal`
	_ = storeGeneric(ctx, rdb, "k", p) // want `p of type profile cannot be encoded; Set through storeGeneric fails`
	_ = c.Put(ctx, "k", &p, 0)         // want `&p of type \*profile cannot be encoded; Set through Put fails`
	_ = c.Add(ctx, "k", ns)            // want `ns of type \[\]int cannot be encoded; SAdd through Add fails`
	_ = c.Add(ctx, "k", p.Name, ns)    // want `ns of type \[\]int cannot be encoded; SAdd through Add fails`
}

func inPipeline(ctx context.Context, rdb *redis.ClusterClient, p profile) error {
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.LPush(ctx, "k", "x", p) // want `p of type profile cannot be encoded; LPush fails`
		return nil
	})
	return err
}

func rawCommand(ctx context.Context, rdb *redis.Client, p profile) error {
	cmd := redis.NewStatusCmd(ctx, "SET", "k", p) // want `p of type profile cannot be encoded; NewStatusCmd fails`
	return rdb.Process(ctx, cmd)
}

func jsonNumber(ctx context.Context, rdb *redis.Client, n json.Number) {
	rdb.Set(ctx, "k", n, 0) // want `n has the named type json\.Number, which Set cannot encode; convert it to string`
}
