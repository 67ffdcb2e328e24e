// Package encodable has what the check encodable says of v9.10, which takes pointers to plain types and no uintptr.
package encodable

import (
	"context"
	"net"
	"time"

	"github.com/redis/go-redis/v9"
)

type profile struct {
	Name *string `redis:"name"`
}

func bad(ctx context.Context, rdb *redis.Client, p uintptr) {
	rdb.Set(ctx, "k", p, 0)  // want `p of type uintptr cannot be encoded; Set fails`
	rdb.Set(ctx, "k", &p, 0) // want `&p of type \*uintptr cannot be encoded; Set fails`
}

func good(ctx context.Context, rdb *redis.Client, s string, n int, at time.Time, d time.Duration) {
	rdb.Set(ctx, "k", &s, 0)
	rdb.Set(ctx, "k", &n, 0)
	rdb.Set(ctx, "k", &at, 0)
	rdb.Set(ctx, "k", &d, 0)
	rdb.Set(ctx, "k", net.IPv4(1, 2, 3, 4), 0)
	rdb.HSet(ctx, "h", profile{&s})
}
