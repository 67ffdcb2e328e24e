// Package removed has directives to remove.
package removed

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func ownLine(ctx context.Context, rdb *redis.Client) {
	rdb.Ping(ctx)
	//redisvet:ignore probe it is a test // want `directive silences no finding`
	rdb.Ping(ctx)
}

func endOfLine(ctx context.Context, rdb *redis.Client) {
	rdb.Ping(ctx) //redisvet:ignore probe it is a test // want `directive silences no finding`
}

// documented is documented.
//
//redisvet:ignore probe it is a test // want `directive silences no finding`
func documented(ctx context.Context, rdb *redis.Client) {
	rdb.Ping(ctx)
}

func oneOfTwo(ctx context.Context, rdb *redis.Client) {
	rdb.Ping(ctx) //redisvet:ignore probe,duration it is a test // want `directive silences no finding`
}
