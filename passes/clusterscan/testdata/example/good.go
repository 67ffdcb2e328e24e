package example

import (
	"context"
	"sync"

	"github.com/redis/go-redis/v9"
)

// Sessions lists the sessions of all nodes.
func Sessions(ctx context.Context, cluster *redis.ClusterClient) ([]string, error) {
	var mu sync.Mutex
	var sessions []string
	err := cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		it := node.Scan(ctx, 0, "session:*", 1000).Iterator()
		for it.Next(ctx) {
			mu.Lock()
			sessions = append(sessions, it.Val())
			mu.Unlock()
		}
		return it.Err()
	})
	return sessions, err
}
