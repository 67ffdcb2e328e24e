package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Sell moves one piece of an item from the stock to the sold. The hash tag {item} puts both keys into one slot.
func Sell(ctx context.Context, cluster *redis.ClusterClient, item string) error {
	_, err := cluster.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Decr(ctx, "{"+item+"}:stock")
		pipe.Incr(ctx, "{"+item+"}:sold")
		return nil
	})
	return err
}
