package encodable

import (
	"context"
	"encoding"
	"encoding/json"
	"fmt"
	"net"
	"strconv"
	"time"

	"example.com/redisvettest/encodable/wrap"

	"github.com/redis/go-redis/v9"
)

type byValue struct{ n int }

func (v byValue) MarshalBinary() ([]byte, error) { return []byte{byte(v.n)}, nil }

type goodTagged struct {
	Name  string        `redis:"name"`
	Age   *int          `redis:"age"`
	TTL   time.Duration `redis:"ttl"`
	Extra byValue       `redis:"extra"`
	Any   any           `redis:"any"`
	Note  []string      `redis:"-"`
	Other []string
	priv  []string `redis:"priv"`
}

type alias = string

func plainTypes(ctx context.Context, rdb *redis.Client, s string, n *int, a alias, p byPointer) {
	rdb.Set(ctx, "k", s, 0)
	rdb.Set(ctx, "k", &s, 0)
	rdb.Set(ctx, "k", n, 0)
	rdb.Set(ctx, "k", nil, 0)
	rdb.Set(ctx, "k", a, 0)
	rdb.Set(ctx, "k", 'x', 0)
	rdb.Set(ctx, "k", 1.5, 0)
	rdb.Set(ctx, "k", []byte("x"), 0)
	rdb.Set(ctx, "k", time.Now(), 0)
	rdb.Set(ctx, "k", time.Second, 0)
	rdb.Set(ctx, "k", net.IPv4(1, 2, 3, 4), 0)
	rdb.Set(ctx, "k", byValue{1}, 0)
	rdb.Set(ctx, "k", &byValue{1}, 0)
	rdb.Set(ctx, "k", &p, 0)
	rdb.Set(ctx, "k", string(state("on")), 0)
	rdb.Set(ctx, "k", fmt.Sprint(level(1)), 0)
	rdb.Set(ctx, "k", strconv.Itoa(int(level(1))), 0)
}

func encoded(ctx context.Context, rdb *redis.Client, p profile) error {
	b, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return rdb.Set(ctx, "k", b, 0).Err()
}

func takenApart(ctx context.Context, rdb redis.Cmdable, key string, names []string, args []any, m map[string]string, ma map[string]any) {
	rdb.SAdd(ctx, key, names)
	rdb.SAdd(ctx, key, args)
	rdb.SAdd(ctx, key, args...)
	rdb.HSet(ctx, key, m)
	rdb.HSet(ctx, key, ma)
	rdb.HSet(ctx, key, goodTagged{})
	rdb.HSet(ctx, key, &goodTagged{})
	rdb.MSet(ctx, m)
	rdb.RPush(ctx, key, byValue{1})
	rdb.XAdd(ctx, &redis.XAddArgs{Stream: key, Values: m})
	rdb.XAdd(ctx, &redis.XAddArgs{Stream: key, Values: []string{"a", "b"}})
	rdb.ZAdd(ctx, key, redis.Z{Score: 1, Member: "a"})
	rdb.ZRem(ctx, key, names)
	rdb.Eval(ctx, "return 1", names, args...)
	rdb.Eval(ctx, "return 1", names, names)
	script.Run(ctx, rdb, names, args)
}

func interfaces(ctx context.Context, rdb *redis.Client, v any, m encoding.BinaryMarshaler, s fmt.Stringer) {
	rdb.Set(ctx, "k", v, 0)
	rdb.Set(ctx, "k", m, 0)
	rdb.Set(ctx, "k", s, 0)
}

func reassignedAny(ctx context.Context, rdb *redis.Client, p profile) error {
	var v any = p
	if p.Name != "" {
		v = p.Name
	}
	return rdb.Set(ctx, "k", v, 0).Err()
}

func typeParameter[T string | []byte](ctx context.Context, rdb *redis.Client, v T) {
	rdb.Set(ctx, "k", v, 0)
}

func goodWrappers(ctx context.Context, rdb *redis.Client, c *wrap.Cache, p profile) {
	_ = store(ctx, rdb, "k", p.Name)
	_ = storeGeneric(ctx, rdb, "k", 5)
	_ = c.Put(ctx, "k", byValue{}, 0)
	_ = c.PutJSON(ctx, "k", p)
	_ = c.Add(ctx, "k", []string{"a"})
	_ = c.Add(ctx, "k", "a", "b")
}

func asJSON(ctx context.Context, rdb *redis.Client, p profile) {
	rdb.JSONSet(ctx, "k", "$", p) // the library makes JSON of it
	rdb.VSetAttr(ctx, "k", "e", p)
}

func destinations(ctx context.Context, rdb *redis.Client, p *byPointer) error {
	return rdb.Get(ctx, "k").Scan(p)
}

// listParameter passes a list where the method has one parameter for it, which the client takes apart.
func listParameter(ctx context.Context, rdb *redis.Client) {
	rdb.FTAlter(ctx, "idx", false, []interface{}{"body", "TEXT"})
	rdb.FTSynUpdate(ctx, "idx", "group", []interface{}{"boy", "child"})
	rdb.TSMAdd(ctx, [][]interface{}{{"a", 1, 2.5}, {"b", 2, 3.5}})
}
