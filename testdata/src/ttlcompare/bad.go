package ttlcompare

import (
	"context"
	"time"

	v6 "github.com/go-redis/redis"
	"github.com/redis/go-redis/v9"
)

func converted(ctx context.Context, rdb *redis.Client, key string) int {
	d := rdb.TTL(ctx, key).Val()
	if d.Seconds() == -1 { // want `d\.Seconds\(\) is never -1; TTL gives -1 and -2 nanoseconds, compare the duration itself`
		return 1
	}
	if int(d.Seconds()) == -2 { // want `d\.Seconds\(\) is never -2`
		return 2
	}
	if d/time.Second == -1 { // want `d / time\.Second is never -1`
		return 3
	}
	if int64(d/time.Millisecond) == -1 { // want `d / time\.Millisecond is never -1`
		return 4
	}
	return 0
}

func ordered(ctx context.Context, rdb *redis.Client, key string) bool {
	d, _ := rdb.TTL(ctx, key).Result()
	return d <= -1*time.Second // want `d is never -1 \* time\.Second`
}

func bareNumber(ctx context.Context, rdb *redis.Client, key string) bool {
	d, err := rdb.TTL(ctx, key).Result()
	if err != nil {
		return false
	}
	return d < 60 // want `d < 60 compares the remaining time with 60 nanoseconds; multiply by time\.Second`
}

func keptCommand(ctx context.Context, pipe redis.Pipeliner, key string) (bool, error) {
	cmd := pipe.TTL(ctx, key)
	if _, err := pipe.Exec(ctx); err != nil {
		return false, err
	}
	return cmd.Val() > 10*60, nil // want `compares the remaining time with 600 nanoseconds`
}

func remaining(ctx context.Context, rdb *redis.Client, key string) (time.Duration, error) {
	return rdb.TTL(ctx, key).Result()
}

func throughHelper(ctx context.Context, rdb *redis.Client, key string) bool {
	d, err := remaining(ctx, rdb, key)
	return err == nil && d > 30 // want `d > 30 compares the remaining time with 30 nanoseconds`
}

func onVersion6(rdb *v6.Client, key string) bool {
	return rdb.TTL(key).Val() == -1 // want `rdb\.TTL\(key\)\.Val\(\) is never -1; before v7 TTL gives -1 and -2 seconds`
}
