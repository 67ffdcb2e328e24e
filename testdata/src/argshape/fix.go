package argshape

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func fixable(ctx context.Context, rdb *redis.Client, args []any) {
	rdb.Do(ctx, "CONFIG SET", "maxmemory", "1gb") // want `"CONFIG SET" is one word for Do; the server knows no such command`
	rdb.Do(ctx, "SET k v")                        // want `"SET k v" is one word for Do`
	rdb.Do(ctx, args)                             // want `Do is given the slice args as one word; spread it with \.\.\.`
	rdb.Do(ctx, []any{"GET", "k"})                // want `is given the slice`
}
