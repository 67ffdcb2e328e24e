package old

import (
	"context"
	"time"

	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

type withPointer struct {
	Age *int `redis:"age"`
}

type withTime struct {
	At time.Time `redis:"at"`
}

type plain struct {
	Name string `redis:"name"`
}

func badOnVersion8(ctx context.Context, rdb *v8.Client) {
	_ = rdb.HGetAll(ctx, "k").Scan(&withPointer{}) // want `field Age of withPointer has type \*int; Scan fails`
	_ = rdb.HGetAll(ctx, "k").Scan(&withTime{})    // want `field At of withTime has type time\.Time; Scan fails`
	_ = rdb.Get(ctx, "k").Scan(&plain{})           // want `has no UnmarshalBinary`
}

func goodOnVersion8(ctx context.Context, rdb *v8.Client) {
	_ = rdb.HGetAll(ctx, "k").Scan(&plain{})
	var d time.Duration
	_ = rdb.Get(ctx, "k").Scan(&d)
}

func badOnVersion7(rdb *v7.Client) {
	var d time.Duration
	_ = rdb.Get("k").Scan(&d) // want `has no UnmarshalBinary`
}
