package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// SellApart moves one piece of an item from the stock to the sold. The two keys live in different slots of the cluster.
func SellApart(ctx context.Context, cluster *redis.ClusterClient, item string) error {
	_, err := cluster.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Decr(ctx, "stock:"+item)
		pipe.Incr(ctx, "sold:"+item)
		return nil
	})
	return err
}
