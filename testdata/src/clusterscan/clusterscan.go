// Package clusterscan has the situations of the check clusterscan.
package clusterscan

import (
	"context"
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

func keys(ctx context.Context, cc *redis.ClusterClient) ([]string, error) {
	return cc.Keys(ctx, "user:*").Result() // want `Keys of cluster client cc goes to one node at random; it sees the keys of that node only`
}

func scan(ctx context.Context, cc *redis.ClusterClient, prefix string) error {
	it := cc.Scan(ctx, 0, prefix+"*", 100).Iterator() // want `Scan of cluster client cc goes to one node at random; it sees the keys of that node only`
	for it.Next(ctx) {
		_ = it.Val()
	}
	return it.Err()
}

func scanWithTag(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.Scan(ctx, 0, "{cart:7}:*", 100).Err()
}

func scanWithTagOfParameter(ctx context.Context, cc *redis.ClusterClient, id string) error {
	return cc.Scan(ctx, 0, "{"+id+"}:*", 100).Err()
}

type store struct {
	cluster *redis.ClusterClient
	pattern string
}

// The pattern may hold a tag.
func (s *store) scanWithUnknownPattern(ctx context.Context) error {
	return s.cluster.Scan(ctx, 0, s.pattern, 100).Err()
}

func (s *store) flush(ctx context.Context) error {
	return s.cluster.FlushAll(ctx).Err() // want `FlushAll of cluster client s.cluster goes to one node at random; the keys of the other nodes stay`
}

func flushInPipeline(ctx context.Context, cc *redis.ClusterClient) error {
	_, err := cc.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.FlushDB(ctx) // want `FlushDB of cluster client p goes to one node at random; the keys of the other nodes stay`
		return nil
	})
	return err
}

func everyMaster(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		return node.FlushAll(ctx).Err()
	})
}

// The check shardfunc speaks of it.
func outerInCallback(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		return cc.Keys(ctx, "*").Err()
	})
}

func plain(ctx context.Context, rdb *redis.Client) error { return rdb.Keys(ctx, "*").Err() }

func universal(ctx context.Context, rdb redis.UniversalClient) error { return rdb.FlushDB(ctx).Err() }

func fannedOut(ctx context.Context, cc *redis.ClusterClient) (int64, error) {
	return cc.DBSize(ctx).Result()
}

type embedded struct{ *redis.ClusterClient }

func (e embedded) random(ctx context.Context) error {
	return e.RandomKey(ctx).Err() // want `RandomKey of cluster client e goes to one node at random; it never picks a key of another node`
}

func helperTakesCmdable(ctx context.Context, cc *redis.ClusterClient) error { return purge(ctx, cc) }

func purge(ctx context.Context, c redis.Cmdable) error {
	return c.FlushDB(ctx).Err() // want `FlushDB of cluster client c goes to one node at random; the keys of the other nodes stay`
}

func config(ctx context.Context, cc *redis.ClusterClient) {
	cc.ConfigSet(ctx, "maxmemory", "1gb") // want `ConfigSet of cluster client cc goes to one node at random; the other nodes keep their setting`
	cc.Wait(ctx, 1, time.Second)          // want `Wait of cluster client cc goes to one node at random; it waits for the replicas of that node only`
}

func old(ctx context.Context, cc *v8.ClusterClient) error {
	return cc.Keys(ctx, "*").Err() // want `Keys of cluster client cc goes to one node at random`
}

func collections(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.HScan(ctx, "h", 0, "*", 10).Err()
}
