// Package nestedtx has the situations of the check nestedtx.
package nestedtx

import (
	"context"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"example.com/redisvettest/nestedtx/helper"
)

func queue(p redis.Pipeliner) error { return nil }

func insidePipelined(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, "a", 1, 0)
		_, err := p.TxPipelined(ctx, func(q redis.Pipeliner) error { // want `p.TxPipelined makes no transaction`
			q.Incr(ctx, "b")
			return nil
		})
		return err
	})
	return err
}

func insideTxPipelined(ctx context.Context, rdb redis.UniversalClient) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, "a", 1, 0)
		_, err := p.Pipelined(ctx, func(q redis.Pipeliner) error { // want `p.Pipelined executes the queue of the pipeline at once`
			q.Incr(ctx, "b")
			return nil
		})
		return err
	})
	return err
}

func txPipelineOfPipeline(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	tx := pipe.TxPipeline() // want `pipe.TxPipeline makes no transaction: it is the pipeline itself`
	tx.Incr(ctx, "a")
	_, err := tx.Exec(ctx)
	return err
}

func txPipelinedOfPlainPipeline(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	_, err := pipe.TxPipelined(ctx, queue) // want `pipe.TxPipelined makes no transaction`
	return err
}

func chained(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Pipeline().TxPipelined(ctx, queue) // want `TxPipelined makes no transaction`
	return err
}

func reusedAfterFailure(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	if _, err := pipe.Pipelined(ctx, queue); err != nil { // want `pipe.Pipelined executes the queue`
		pipe.Del(ctx, "cleanup")
		_, err := pipe.Exec(ctx)
		return err
	}
	return nil
}

func parameter(ctx context.Context, pipe redis.Pipeliner) error {
	_, err := pipe.TxPipelined(ctx, queue) // want `pipe.TxPipelined makes no transaction`
	return err
}

type repo struct {
	rdb  *redis.Client
	pipe redis.Pipeliner
}

func (r *repo) field(ctx context.Context) error {
	_, err := r.pipe.TxPipelined(ctx, queue) // want `r.pipe.TxPipelined makes no transaction`
	return err
}

func (r *repo) inLoop(ctx context.Context, ids []string) error {
	pipe := r.rdb.Pipeline()
	for _, id := range ids {
		pipe.Incr(ctx, id)
		if _, err := pipe.TxPipelined(ctx, func(q redis.Pipeliner) error { // want `pipe.TxPipelined makes no transaction`
			q.Incr(ctx, id+":n")
			return nil
		}); err != nil {
			return err
		}
	}
	_, err := pipe.Exec(ctx)
	return err
}

func move(ctx context.Context, c redis.Cmdable, from, to string) error {
	_, err := c.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, from)
		p.Incr(ctx, to)
		return nil
	})
	return err
}

func helperSamePackage(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "moves")
	if err := move(ctx, pipe, "a", "b"); err != nil { // want `move is given a pipeline and calls TxPipelined on it`
		return err
	}
	_, err := pipe.Exec(ctx)
	return err
}

func helperOtherPackage(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, "moves")
		return helper.Move(ctx, p, "a", "b") // want `helper.Move is given a pipeline and calls TxPipelined on it`
	})
	return err
}

func goroutine(ctx context.Context, rdb *redis.Client) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		pipe := rdb.Pipeline()
		pipe.Incr(ctx, "a")
		_, err := pipe.TxPipelined(ctx, queue) // want `pipe.TxPipelined makes no transaction`
		return err
	})
	return g.Wait()
}

func generic[C redis.Cmdable](ctx context.Context, c C) error {
	pipe := c.Pipeline()
	_, err := pipe.TxPipelined(ctx, queue) // want `pipe.TxPipelined makes no transaction`
	return err
}

var _ = generic[*redis.Client]

func insideWatchPipeline(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		pipe := tx.Pipeline()
		pipe.Incr(ctx, "a")
		_, err := pipe.TxPipelined(ctx, queue) // want `pipe.TxPipelined makes no transaction`
		return err
	}, "a")
}

// From here on everything is right.

func ofClient(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, queue)
	return err
}

func ofTx(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, queue)
		return err
	}, "a")
}

func freshTxPipeline(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipeline().TxPipelined(ctx, queue)
	return err
}

func freshPipeline(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	_, err := pipe.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, "a")
		return nil
	})
	return err
}

func helperWithClient(ctx context.Context, rdb *redis.Client) error {
	if err := helper.Move(ctx, rdb, "a", "b"); err != nil {
		return err
	}
	return move(ctx, rdb, "a", "b")
}

func helperWithTx(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error { return move(ctx, tx, "a", "b") }, "a")
}

func queueOnlyHelper(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		helper.Queue(ctx, p, "a")
		return nil
	})
	return err
}

func twoAfterAnother(ctx context.Context, rdb *redis.Client) error {
	if _, err := rdb.Pipelined(ctx, queue); err != nil {
		return err
	}
	_, err := rdb.TxPipelined(ctx, queue)
	return err
}

func otherClientInside(ctx context.Context, rdb, audit *redis.Client) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, "a")
		_, err := audit.TxPipelined(ctx, queue)
		return err
	})
	return err
}

func shadowedClient(ctx context.Context, pipe *redis.Client) error {
	_, err := pipe.TxPipelined(ctx, queue)
	return err
}

type batch struct{ n int }

func (b *batch) TxPipelined(ctx context.Context, fn func(*batch) error) error { return fn(b) }

func notRedis(ctx context.Context, pipe *batch) error {
	return pipe.TxPipelined(ctx, func(*batch) error { return nil })
}

type client struct{ redis.UniversalClient }

func (c client) embedded(ctx context.Context) error {
	_, err := c.TxPipelined(ctx, queue)
	return err
}

func cmdable(ctx context.Context, c redis.Cmdable) error {
	_, err := c.TxPipelined(ctx, queue)
	return err
}

func reassigned(ctx context.Context, rdb *redis.Client, atomic bool) error {
	pipe := rdb.Pipeline()
	if atomic {
		pipe = rdb.TxPipeline()
	}
	pipe.Incr(ctx, "a")
	_, err := pipe.Exec(ctx)
	return err
}
