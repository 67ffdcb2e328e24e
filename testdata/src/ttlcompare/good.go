package ttlcompare

import (
	"context"
	"time"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	"github.com/redis/go-redis/v9"
)

func sentinels(ctx context.Context, rdb redis.Cmdable, key string) int {
	d, err := rdb.TTL(ctx, key).Result()
	switch {
	case err != nil:
		return 0
	case d == -1:
		return 1
	case d == -2:
		return 2
	case d < 0, d <= 0, d == 0:
		return 3
	case d == time.Duration(-1):
		return 4
	case d == redis.KeepTTL:
		return 5
	case d < 5*time.Second, d < time.Millisecond, d < 100*time.Microsecond:
		return 6
	case d.Seconds() < 60, int(d.Seconds()) > 10:
		return 7
	}
	return 8
}

func otherDurations(ctx context.Context, rdb *redis.Client, key string, d time.Duration) bool {
	idle := rdb.ObjectIdleTime(ctx, key).Val()
	return idle == -1*time.Second || d == -1*time.Second || d == 60
}

func mixed(ctx context.Context, rdb *redis.Client, key string, d time.Duration) bool {
	ttl := d
	if key != "" {
		ttl = rdb.TTL(ctx, key).Val()
	}
	return ttl == -1*time.Second
}

func goodOnVersion6(rdb *v6.Client, key string) bool {
	return rdb.TTL(key).Val() == -1*time.Second
}

func goodOnVersion7(rdb *v7.Client, key string) bool { return rdb.TTL(key).Val() == -1 }

type store struct{}

func (store) TTL(key string) *ttlCmd { return nil }

type ttlCmd struct{}

func (*ttlCmd) Val() time.Duration { return 0 }

func otherLibrary(s store) bool { return s.TTL("k").Val() == -1*time.Second }
