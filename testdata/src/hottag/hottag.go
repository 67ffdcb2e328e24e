// Package hottag has the situations of the check hottag.
package hottag

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func constantTag(ctx context.Context, cc *redis.ClusterClient, id string) error {
	return cc.Set(ctx, "{app}:user:"+id, 1, 0).Err() // want `every key \{app\}:user:\* has the hash tag \{app\}; all of them lie in one slot, on one node`
}

func sameFormOnce(ctx context.Context, cc *redis.ClusterClient, id string) error {
	return cc.Get(ctx, "{app}:user:"+id).Err()
}

func varyingTag(ctx context.Context, cc *redis.ClusterClient, id string) error {
	return cc.Set(ctx, "app:{"+id+"}", 1, 0).Err()
}

func constantKey(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.Incr(ctx, "{app}:counter").Err()
}

func plainClient(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Set(ctx, "{app}:"+id, 1, 0).Err()
}
