// Package pipebypass has the situations of the check pipebypass.
package pipebypass

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/pipebypass/helper"
)

func errorOnly(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, "a")
		return rdb.Incr(ctx, "b").Err() // want `rdb.Incr bypasses the pipeline`
	})
	return err
}

func readAfterwards(ctx context.Context, rdb *redis.Client) (string, error) {
	var get *redis.StringCmd
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, "a")
		get = rdb.Get(ctx, "b") // want `rdb.Get bypasses the pipeline`
		return nil
	})
	if err != nil {
		return "", err
	}
	return get.Val(), nil
}

func appended(ctx context.Context, rdb *redis.Client, ids []string) ([]*redis.StringCmd, error) {
	var cmds []*redis.StringCmd
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for _, id := range ids {
			cmds = append(cmds, rdb.Get(ctx, id)) // want `rdb.Get bypasses the pipeline`
		}
		return nil
	})
	return cmds, err
}

func index(ctx context.Context, c redis.Cmdable, id string) { c.SAdd(ctx, "index", id) }

func helperSamePackage(ctx context.Context, rdb *redis.Client, id string) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, id, 1, 0)
		index(ctx, rdb, id) // want `index gets the client, not the pipeline, inside the function of TxPipelined`
		return nil
	})
	return err
}

func helperOtherPackage(ctx context.Context, rdb *redis.Client, id string) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, id, 1, 0)
		helper.Index(ctx, rdb, id) // want `helper.Index gets the client, not the pipeline`
		return nil
	})
	return err
}

func closureInside(ctx context.Context, rdb *redis.Client, ids []string) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		add := func(id string) {
			rdb.SAdd(ctx, "all", id) // want `rdb.SAdd bypasses the pipeline inside the function of TxPipelined`
		}
		for _, id := range ids {
			p.Set(ctx, id, 1, 0)
			add(id)
		}
		return nil
	})
	return err
}

func namedFunctionVariable(ctx context.Context, rdb *redis.Client) error {
	fn := func(p redis.Pipeliner) error {
		p.Decr(ctx, "a")
		rdb.Incr(ctx, "b") // want `rdb.Incr bypasses the pipeline`
		return nil
	}
	_, err := rdb.TxPipelined(ctx, fn)
	return err
}

func deferredInside(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		defer rdb.Incr(ctx, "b") // want `rdb.Incr bypasses the pipeline`
		p.Decr(ctx, "a")
		return nil
	})
	return err
}

func throughInterface(ctx context.Context, c redis.Cmdable) error {
	_, err := c.TxPipelined(ctx, func(p redis.Pipeliner) error {
		if c.HSet(ctx, "h", "f", 1).Err() != nil { // want `c.HSet bypasses the pipeline`
			return errors.New("failed")
		}
		p.Decr(ctx, "a")
		return nil
	})
	return err
}

func script(ctx context.Context, rdb *redis.Client, s *redis.Script) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		s.Eval(ctx, rdb, []string{"a"}) // want `Eval on rdb bypasses the pipeline`
		return nil
	})
	return err
}

// From here on everything is right.

func valueDecides(ctx context.Context, rdb *redis.Client, ids []string) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		for _, id := range ids {
			name, err := rdb.Get(ctx, id).Result()
			if err != nil {
				return err
			}
			p.Set(ctx, id+":copy", name, 0)
		}
		return nil
	})
	return err
}

func sequenceNumber(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		n := rdb.Incr(ctx, "seq").Val()
		p.ZAdd(ctx, "z", redis.Z{Score: float64(n), Member: "m"})
		return nil
	})
	return err
}

func otherClient(ctx context.Context, rdb, stats *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, "a")
		stats.Incr(ctx, "calls")
		return nil
	})
	return err
}

type repo struct{ main, audit *redis.Client }

func (r *repo) otherField(ctx context.Context) error {
	_, err := r.main.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, "a")
		r.audit.RPush(ctx, "log", "a")
		return nil
	})
	return err
}

func (r *repo) touch(ctx context.Context) { r.main.Incr(ctx, "touched") }

func (r *repo) methodWithItsOwnClient(ctx context.Context) error {
	_, err := r.main.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, "a")
		r.touch(ctx)
		return nil
	})
	return err
}

func helperReads(ctx context.Context, rdb *redis.Client, id string) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, "copy", helper.Name(ctx, rdb, id), 0)
		helper.Index(ctx, p, id)
		return nil
	})
	return err
}

func beforeAndAfter(ctx context.Context, rdb *redis.Client) error {
	rdb.Incr(ctx, "before")
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, "a")
		return nil
	})
	rdb.Incr(ctx, "after")
	return err
}

func shadowedByThePipe(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(rdb redis.Pipeliner) error {
		rdb.Decr(ctx, "a")
		rdb.Incr(ctx, "b")
		return nil
	})
	return err
}

func insideWatch(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Decr(ctx, "a")
			rdb.Incr(ctx, "b")
			return nil
		})
		return err
	}, "a")
}

func manualPipeline(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Decr(ctx, "a")
	rdb.Incr(ctx, "b")
	_, err := pipe.Exec(ctx)
	return err
}

func goroutineInside(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, "a")
		go func() { rdb.Incr(ctx, "b") }()
		return nil
	})
	return err
}

func reassigned(ctx context.Context, rdb, other *redis.Client, local bool) error {
	c := rdb
	if local {
		c = other
	}
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, "a")
		c.Incr(ctx, "b")
		return nil
	})
	return err
}
