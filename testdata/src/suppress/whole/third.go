package whole

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func thirdFile(ctx context.Context, rdb *redis.Client) {
	rdb.Echo(ctx, "x") // want `echo`
}
