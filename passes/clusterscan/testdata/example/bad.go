package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// SessionsOfOneNode lists the sessions, or so it seems: SCAN goes to one node of the cluster, taken at random.
func SessionsOfOneNode(ctx context.Context, cluster *redis.ClusterClient) ([]string, error) {
	var sessions []string
	it := cluster.Scan(ctx, 0, "session:*", 1000).Iterator()
	for it.Next(ctx) {
		sessions = append(sessions, it.Val())
	}
	return sessions, it.Err()
}
