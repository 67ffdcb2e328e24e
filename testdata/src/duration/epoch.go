package duration

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func untilUnixTime(ctx context.Context, rdb *redis.Client, expires int64) error {
	return rdb.Set(ctx, "token", 1, time.Duration(expires-time.Now().Unix())).Err() // want `time\.Duration\(expires - time\.Now\(\)\.Un\.\.\. counts nanoseconds as expiration of Set; multiply by a unit such as time\.Second`
}

func untilUnixTimeRight(ctx context.Context, rdb *redis.Client, expires int64) error {
	return rdb.Set(ctx, "token", 1, time.Duration(expires-time.Now().Unix())*time.Second).Err()
}

func untilUnixNano(ctx context.Context, rdb *redis.Client, expires int64) error {
	return rdb.Set(ctx, "token", 1, time.Duration(expires-time.Now().UnixNano())).Err()
}
