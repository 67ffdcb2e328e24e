package old

import (
	"context"

	v6 "github.com/go-redis/redis"
	v8 "github.com/go-redis/redis/v8"
)

type untagged struct{ Name string }

func badOnVersion8(ctx context.Context, rdb *v8.Client) {
	rdb.HSet(ctx, "k", "f")   // want `HSet is given a field without its value`
	rdb.Do(ctx, "SET "+"k v") // want `is one word for Do`
	rdb.Del(ctx)              // want `Del is called without keys`
}

func goodOnVersion8(ctx context.Context, rdb *v8.Client) {
	rdb.HSet(ctx, "k", untagged{}) // encodable speaks: v8 does not expand structs
}

func badOnVersion6(rdb *v6.Client) {
	rdb.Do("GET")       // want `GET takes 2 words`
	rdb.MSet("a", 1, 2) // want `MSet is given 3 values`
	rdb.Del()           // want `Del is called without keys`
}

func goodOnVersion6(rdb *v6.Client) {
	rdb.HSet("k", "f", "v")
	rdb.Do("GET", "k")
}
