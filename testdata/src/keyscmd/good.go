package keyscmd

import (
	"context"

	"github.com/redis/go-redis/v9"
)

type cache struct{ rdb *redis.Client }

// Keys hands the call on: its callers are what matters.
func (c *cache) Keys(ctx context.Context, pattern string) *redis.StringSliceCmd {
	return c.rdb.Keys(ctx, pattern)
}

// KeysCtx is Keys with a context.
func (c *cache) KeysCtx(ctx context.Context, pattern string) ([]string, error) {
	return c.rdb.Keys(ctx, pattern).Result()
}

type memory map[string]string

func (m memory) Keys(pattern string) []string { return nil }
func (m memory) FlushAll()                    {}

func otherThings(ctx context.Context, rdb *redis.Client, m memory) {
	m.Keys("*")
	m.FlushAll()
	rdb.HKeys(ctx, "h")
	rdb.Scan(ctx, 0, "a*", 100)
	rdb.Do(ctx, "GET", "keys")
	rdb.Eval(ctx, `return redis.call('GET', KEYS[1])`, []string{"keys"})
}

func onCluster(ctx context.Context, rdb *redis.ClusterClient) {
	rdb.Keys(ctx, "a*") // clusterscan
}
