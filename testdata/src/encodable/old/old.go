package old

import (
	"context"
	"net"
	"time"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

type tagged struct {
	Name string `redis:"name"`
}

func badOnVersion8(ctx context.Context, rdb *v8.Client, s string) {
	rdb.HSet(ctx, "k", tagged{})                // want `of type tagged cannot be encoded; HSet fails`
	rdb.Set(ctx, "k", &s, 0)                    // want `&s of type \*string cannot be encoded`
	rdb.Set(ctx, "k", net.IPv4(1, 2, 3, 4), 0)  // want `cannot be encoded`
	rdb.ZAdd(ctx, "k", &v8.Z{Member: tagged{}}) // want `of type tagged cannot be encoded; Z fails`
}

func goodOnVersion8(ctx context.Context, rdb *v8.Client) {
	rdb.HSet(ctx, "k", map[string]string{"a": "b"})
	rdb.Set(ctx, "k", time.Second, 0)
	rdb.Set(ctx, "k", time.Now(), 0)
}

func badOnVersion7(rdb *v7.Client) {
	rdb.Set("k", time.Second, 0)                                                       // want `time\.Second of type time\.Duration cannot be encoded`
	rdb.HSet("k", map[string]string{"a": "b"})                                         // want `cannot be encoded`
	rdb.SAdd("k", []interface{}{"a"})                                                  // want `cannot be encoded; SAdd fails`
	rdb.XAdd(&v7.XAddArgs{Stream: "s", Values: map[string]interface{}{"t": tagged{}}}) // want `of type tagged cannot be encoded`
}

func badOnVersion6(rdb *v6.Client) {
	rdb.HMSet("k", map[string]interface{}{"t": tagged{}}) // want `of type tagged cannot be encoded; HMSet fails`
	rdb.HSet("k", "f", []string{"a"})                     // want `cannot be encoded; HSet fails`
}

func goodOnVersion6(rdb *v6.Client) {
	rdb.HMSet("k", map[string]interface{}{"t": "x"})
	rdb.SAdd("k", []string{"a"})
	rdb.Set("k", time.Now(), 0)
}
