// Package crossslotoption is analysed with -crossslot.cluster.
package crossslotoption

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func plainClient(ctx context.Context, rdb *redis.Client, id string) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, "orders:"+id)
		p.Decr(ctx, "stock:"+id) // want `keys orders:\* and stock:\* lie in different hash slots; a cluster rejects the transaction with CROSSSLOT`
		return nil
	})
	return err
}

func sameTag(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.MGet(ctx, "{"+id+"}:a", "{"+id+"}:b").Err()
}

func universal(ctx context.Context, rdb redis.UniversalClient, id string) error {
	return rdb.MGet(ctx, "a:"+id, "b:"+id).Err() // want `keys a:\* and b:\* lie in different hash slots; a cluster rejects MGET with CROSSSLOT`
}
