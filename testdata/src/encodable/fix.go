package encodable

import (
	"context"
	"encoding/json"

	"github.com/redis/go-redis/v9"
)

func namedString(ctx context.Context, rdb *redis.Client, s state, raw json.RawMessage) {
	rdb.Set(ctx, "k", s, 0)            // want `s has the named type state, which Set cannot encode; convert it to string`
	rdb.Set(ctx, "k", state("on"), 0)  // want `has the named type state`
	rdb.SAdd(ctx, "k", "a", s /* c */) // want `s has the named type state`
	rdb.Set(ctx, "k", raw, 0)          // want `raw has the named type json\.RawMessage, which Set cannot encode; convert it to \[\]byte`
}

func pointerReceiver(ctx context.Context, rdb *redis.Client, p byPointer) {
	rdb.Set(ctx, "k", p, 0)            // want `p cannot be encoded by Set; MarshalBinary is a method of \*byPointer, pass a pointer`
	rdb.Set(ctx, "k", byPointer{1}, 0) // want `MarshalBinary is a method of \*byPointer`
}
