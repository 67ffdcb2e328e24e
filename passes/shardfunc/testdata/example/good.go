package example

import (
	"context"
	"sync/atomic"

	"github.com/redis/go-redis/v9"
)

// CountKeys counts the keys of a cluster.
func CountKeys(ctx context.Context, cluster *redis.ClusterClient) (int64, error) {
	var keys atomic.Int64
	err := cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		n, err := node.DBSize(ctx).Result()
		keys.Add(n)
		return err
	})
	return keys.Load(), err
}
