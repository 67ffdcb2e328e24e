// Package encodable has what the check encodable says of v9.0, which takes no pointers to plain types.
package encodable

import (
	"context"
	"net"
	"time"

	"github.com/redis/go-redis/v9"
)

type named struct {
	Name string `redis:"name"`
}

type optional struct {
	Name *string `redis:"name"`
}

func bad(ctx context.Context, rdb *redis.Client, s string, n int, d time.Duration) {
	rdb.Set(ctx, "k", &s, 0)         // want `&s of type \*string cannot be encoded; Set fails`
	rdb.Set(ctx, "k", &n, 0)         // want `&n of type \*int cannot be encoded; Set fails`
	rdb.Set(ctx, "k", &d, 0)         // want `&d of type \*time.Duration cannot be encoded; Set fails`
	rdb.HSet(ctx, "h", optional{&s}) // want `field Name of optional.* has type \*string, which HSet cannot encode`
	rdb.Set(ctx, "k", uintptr(1), 0) // want `of type uintptr cannot be encoded; Set fails`
}

func good(ctx context.Context, rdb *redis.Client, at time.Time) {
	rdb.Set(ctx, "k", &at, 0) // has MarshalBinary
	rdb.Set(ctx, "k", time.Second, 0)
	rdb.Set(ctx, "k", net.IPv4(1, 2, 3, 4), 0)
	rdb.HSet(ctx, "h", named{"x"})
}
