package crossslot

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

func appendedKeys(ctx context.Context, cc *redis.ClusterClient) error {
	keys := []string{"user:1"}
	keys = append(keys, "order:2")
	return cc.Del(ctx, keys...).Err() // want `keys user:1 and order:2 lie in different hash slots; a cluster rejects DEL with CROSSSLOT`
}

func appendedToNothing(ctx context.Context, cc *redis.ClusterClient) ([]any, error) {
	keys := make([]string, 0, 2)
	keys = append(keys, "user:1", "order:2")
	return cc.MGet(ctx, keys...).Result() // want `keys user:1 and order:2 lie in different hash slots; a cluster rejects MGET with CROSSSLOT`
}

func mapOfPairs(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.MSet(ctx, map[string]any{"user:1": 1, "order:2": 2}).Err() // want `keys user:1 and order:2 lie in different hash slots; a cluster rejects MSET with CROSSSLOT`
}

func appendedWithOneTag(ctx context.Context, cc *redis.ClusterClient) error {
	keys := []string{"{user:1}:name"}
	keys = append(keys, "{user:1}:mail")
	return cc.Del(ctx, keys...).Err()
}

func appendedInLoop(ctx context.Context, cc *redis.ClusterClient, ids []int) error {
	var keys []string
	for _, id := range ids {
		keys = append(keys, fmt.Sprintf("user:%d", id))
	}
	return cc.Del(ctx, keys...).Err()
}

func mapFilledOnOneBranch(ctx context.Context, cc *redis.ClusterClient, all bool) error {
	pairs := map[string]any{"user:1": 1}
	if all {
		pairs["order:2"] = 2
	}
	return cc.MSet(ctx, pairs).Err()
}

func mapWithOneTag(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.MSet(ctx, map[string]any{"{user:1}:name": 1, "{user:1}:mail": 2}).Err()
}

func mapWithKeyDeleted(ctx context.Context, cc *redis.ClusterClient) error {
	pairs := map[string]any{"user:1": 1, "order:2": 2}
	delete(pairs, "order:2")
	return cc.MSet(ctx, pairs).Err()
}

func elementsOverwritten(ctx context.Context, cc *redis.ClusterClient) error {
	keys := []string{"name", "mail"}
	keys[0] = "{user:1}:name"
	keys[1] = "{user:1}:mail"
	return cc.Del(ctx, keys...).Err()
}
