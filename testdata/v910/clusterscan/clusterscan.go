// Package clusterscan has what the check clusterscan says of v9.10, whose cluster client does not look for a hash tag in MATCH.
package clusterscan

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func tagged(ctx context.Context, cc *redis.ClusterClient) error {
	it := cc.Scan(ctx, 0, "{cart:42}:*", 100).Iterator() // want `Scan of cluster client cc goes to one node at random; it sees the keys of that node only`
	for it.Next(ctx) {
	}
	return it.Err()
}

func parameter(ctx context.Context, cc *redis.ClusterClient, match string) ([]string, error) {
	keys, _, err := cc.Scan(ctx, 0, match, 100).Result() // want `Scan of cluster client cc goes to one node at random`
	return keys, err
}
