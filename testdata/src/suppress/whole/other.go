package whole

import (
	"context"

	"github.com/redis/go-redis/v9"
)

//redisvet:file-ignore probe it is a test // want `directive silences no finding of probe`

func otherFile(ctx context.Context, rdb *redis.Client) {
	rdb.Ping(ctx)
}
