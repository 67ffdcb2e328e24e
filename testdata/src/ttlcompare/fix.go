package ttlcompare

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

var grace = time.Second

func fixable(ctx context.Context, rdb redis.Cmdable, key string) int {
	if rdb.TTL(ctx, key).Val() == -1*time.Second { // want `rdb\.TTL\(ctx, key\)\.Val\(\) is never -1 \* time\.Second; TTL gives -1 \(no expiry\) and -2 \(no key\) as nanoseconds`
		return 1
	}
	ttl, err := rdb.PTTL(ctx, key).Result()
	if err != nil || ttl != -2*time.Millisecond { // want `ttl is never -2 \* time\.Millisecond; PTTL gives`
		return 2
	}
	switch ttl {
	case -time.Second: // want `ttl is never -time\.Second`
		return 3
	case -2 * time.Second: // want `ttl is never -2 \* time\.Second`
		return 4
	}
	return 0
}
