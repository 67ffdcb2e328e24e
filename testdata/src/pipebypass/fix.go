package pipebypass

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func statement(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, "a")
		rdb.Incr(ctx, "b") // want `rdb.Incr bypasses the pipeline inside the function of TxPipelined; it is sent at once, whatever becomes of the batch`
		return nil
	})
	return err
}

type store struct {
	redis.UniversalClient
	rdb *redis.Client
}

func (s *store) field(ctx context.Context, ids []string) error {
	_, err := s.rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for _, id := range ids {
			if id != "" {
				s.rdb.Del(ctx, id) // want `s.rdb.Del bypasses the pipeline inside the function of Pipelined`
			}
		}
		pipe.Decr(ctx, "a")
		return nil
	})
	return err
}

func (s *store) embedded(ctx context.Context) error {
	_, err := s.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		s.Incr(ctx, "b") // want `s.Incr bypasses the pipeline`
		return nil
	})
	return err
}

func shadowedParameter(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		for _, p := range []string{"a", "b"} {
			rdb.Incr(ctx, p) // want `rdb.Incr bypasses the pipeline`
		}
		return nil
	})
	return err
}

func unnamedParameter(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(redis.Pipeliner) error {
		rdb.Incr(ctx, "a") // want `rdb.Incr bypasses the pipeline`
		return nil
	})
	return err
}
