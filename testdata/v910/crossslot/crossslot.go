// Package crossslot has what the check crossslot says of v9.10, whose cluster client cuts a transaction into one per slot.
package crossslot

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func split(ctx context.Context, cc *redis.ClusterClient) error {
	_, err := cc.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, "stock:42")
		p.Incr(ctx, "sold:42") // want `keys stock:42 and sold:42 lie in different hash slots; the cluster client splits the transaction silently, which is not atomic`
		return nil
	})
	return err
}

func splitByHand(ctx context.Context, cc *redis.ClusterClient) error {
	pipe := cc.TxPipeline()
	pipe.Decr(ctx, "stock:42")
	pipe.Incr(ctx, "sold:42") // want `the cluster client splits the transaction silently`
	_, err := pipe.Exec(ctx)
	return err
}

type transactions interface {
	TxPipelined(ctx context.Context, fn func(redis.Pipeliner) error) ([]redis.Cmder, error)
}

type shop struct{ *redis.ClusterClient }

func splitEmbedded(ctx context.Context, s shop) error {
	_, err := s.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, "stock:42")
		p.Incr(ctx, "sold:42") // want `the cluster client splits the transaction silently`
		return nil
	})
	return err
}

func splitBehindInterface(ctx context.Context, db transactions) error {
	_, err := db.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, "stock:42")
		p.Incr(ctx, "sold:42") // want `the cluster client splits the transaction silently`
		return nil
	})
	return err
}

func oneTag(ctx context.Context, cc *redis.ClusterClient) error {
	_, err := cc.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, "{item:42}:stock")
		p.Incr(ctx, "{item:42}:sold")
		return nil
	})
	return err
}

// One command is not split, in no version.
func oneCommand(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.MGet(ctx, "stock:42", "sold:42").Err() // want `a cluster rejects MGET with CROSSSLOT`
}
