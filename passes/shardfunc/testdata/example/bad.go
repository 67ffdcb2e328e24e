package example

import (
	"context"
	"sync/atomic"

	"github.com/redis/go-redis/v9"
)

// CountKeysAgain counts the keys of a cluster. The callback asks the whole cluster instead of its node.
func CountKeysAgain(ctx context.Context, cluster *redis.ClusterClient) (int64, error) {
	var keys atomic.Int64
	err := cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		n, err := cluster.DBSize(ctx).Result()
		keys.Add(n)
		return err
	})
	return keys.Load(), err
}
